import { isObject } from '../../../rich-text/model/same.ts'
import type { Field } from '../../../session/session.tsx'

/** The formatting and the link of a piece of rich text. */
export interface Formatting {
  /** begins with a control character, so that the keys of formatted words differ from those of plain ones */
  readonly key: string
  /** the decorators, and `link` for any annotation */
  readonly marks: readonly string[]
  /** the formatting in words, such as `Bold, Link https://example.com` */
  readonly label: string
}

/**
 * A readable part of a value. To compare two versions of a value, each is read as a list of parts (`Reader`), and the
 * lists are compared by the keys of the parts (`partDifference`). Parts with the same key look the same. Without a
 * second version, the texts of the parts are the text of the value (`plainText`).
 */
export interface Part {
  readonly key: string
  readonly text: string
  /** `name` is a label; `picture` and `item` are shown as an image and as an item if possible */
  readonly kind: 'text' | 'name' | 'picture' | 'item'
  readonly formatting?: Formatting
  /** the address of a picture */
  readonly address?: string
  /** the referenced item, for a part of the kind `item` */
  readonly target?: { readonly collection: string; readonly id: string }
  /** whether the part is shown only if it has changed, such as the width of an image */
  readonly isDetail?: boolean
}

/** The labels for types and properties of values. */
export interface Names {
  blockName(type: string): string
  styleName(style: string): string
  markName(mark: string): string
  propertyName(name: string): string
  /** the text that marks the end of a block; of another object for an empty name */
  end(block: string): string
  /** the value of a field within a structured field */
  member(field: Field, value: unknown): readonly Part[]
}

/** The names, and functions that read the blocks in a value, so that values can be read at any depth. */
export interface Reader extends Names {
  /** the parts of blocks of rich text, each block on its own line */
  blocks(blocks: readonly Typed[]): Part[]
  /** the parts of a block that is not text: its name, and its content */
  object(block: Typed): Part[]
}

/** An object with a type, such as a block or a span of rich text. */
export interface Typed {
  readonly _type: string
  readonly [part: string]: unknown
}

export function isTyped(value: unknown): value is Typed {
  return isObject(value) && typeof value['_type'] === 'string'
}

export const lineBreak: Part = { kind: 'text', key: '\n', text: '\n' }

/** Splits a text into words and the characters between them; in scripts without spaces each character is a word. */
function wordsOf(text: string): string[] {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu,
    ) ?? []
  )
}

/** A text as parts, one for each word, so that a difference shows whole words. */
export function textParts(text: string, formatting?: Formatting): Part[] {
  return wordsOf(text).map((word) =>
    formatting === undefined
      ? { kind: 'text', key: word, text: word }
      : { kind: 'text', key: `${formatting.key} ${word}`, text: word, formatting },
  )
}

/** A part that is not written text; the control character keeps its key different from those of words. */
export function namePart(key: string, text: string): Part {
  return { kind: 'name', key: `\0${key}`, text, isDetail: false }
}

/** Like `namePart`, for a name that is shown only if it has changed, such as the end of a block. */
export function detailPart(key: string, text: string): Part {
  return { ...namePart(key, text), isDetail: true }
}

/** Marks parts as details, which are shown only if they have changed. */
export function asDetails(parts: readonly Part[]): Part[] {
  return parts.map((part) => ({ ...part, isDetail: true }))
}

/** The text of the parts that are always shown. */
export function plainText(parts: readonly Part[]): string {
  return parts
    .filter(({ isDetail }) => isDetail !== true)
    .map(({ text }) => text)
    .join('')
}
