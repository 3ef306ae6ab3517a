import { isObject } from '../../../rich-text/model/same.ts'

/** How a piece of rich text looks, and where it leads. */
export interface Look {
  readonly key: string
  readonly marks: readonly string[]
  /** the same in words, as `Bold, Link https://example.com` */
  readonly label: string
}

/** A readable piece of a value. Two pieces of the same key read the same. */
export interface Part {
  readonly key: string
  readonly text: string
  /** `name` is what something is called, `picture` and `item` are shown as such where they can be */
  readonly kind: 'text' | 'name' | 'picture' | 'item'
  readonly look?: Look
  /** of a picture */
  readonly address?: string
  /** of an item */
  readonly target?: { readonly collection: string; readonly id: string }
  /** shown only where it has changed, such as the width of a picture */
  readonly isQuiet?: boolean
}

/** What the types and properties within values are called. */
export interface Names {
  block(type: string): string
  style(style: string): string
  mark(mark: string): string
  property(name: string): string
  end(block: string): string
}

/** Reads blocks within what it is given to. */
export interface Reader extends Names {
  blocks(blocks: readonly Typed[]): Part[]
  /** something that is no text: what it is called, and what it holds */
  object(block: Typed): Part[]
}

export interface Typed {
  readonly _type: string
  readonly [part: string]: unknown
}

export function isTyped(value: unknown): value is Typed {
  return isObject(value) && typeof value['_type'] === 'string'
}

export const lineBreak: Part = { kind: 'text', key: '\n', text: '\n' }

/** Words, and what is between them; in scripts without spaces every sign is a word. */
function wordsOf(text: string): string[] {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu,
    ) ?? []
  )
}

export function textParts(text: string, look?: Look): Part[] {
  return wordsOf(text).map((word) =>
    look === undefined
      ? { kind: 'text', key: word, text: word }
      : { kind: 'text', key: `${look.key} ${word}`, text: word, look },
  )
}

/** What no person has written: its key begins as no written word does. */
export function namePart(key: string, text: string, isQuiet = false): Part {
  return { kind: 'name', key: `\0${key}`, text, isQuiet }
}

export function quiet(parts: readonly Part[]): Part[] {
  return parts.map((part) => ({ ...part, isQuiet: true }))
}

/** The words that are always there, as text to be copied. */
export function spokenText(parts: readonly Part[]): string {
  return parts
    .filter(({ isQuiet }) => isQuiet !== true)
    .map(({ text }) => text)
    .join('')
}
