import { NotExpressible } from './block.ts'
import { escapeText } from './escape.ts'
import { keepsLines } from './footnotes.ts'

/** Where a text is, which decides what would be markup in it. */
export interface LinePlace {
  readonly isInTable?: boolean
  /** in a heading, which a line break would end */
  readonly isOneLine?: boolean
}

/**
 * A part of the Markdown of a line: text to escape, markup, or an end of an emphasis. Both ends of one emphasis have
 * the same object, by which they find each other.
 */
export type Part =
  | { readonly text: string; readonly isInLink: boolean }
  | { readonly markup: string }
  | { readonly em: object }

/** The Markdown of the parts of a line. */
export function joined(parts: readonly Part[], { isInTable = false, isOneLine = false }: LinePlace): string {
  const marked = parts.map((part) => ('em' in part ? emphasis(parts, part.em) : part))
  const unescaped = marked.map((part) => ('text' in part ? part.text : part.markup)).join('')
  // A line end alone would be read as a space, so a line break is written with a backslash, except in containers
  // (`:::`), formulas and footnotes, whose lines mean something to other readers of Markdown. The text is examined
  // before it is escaped, because escaping writes the line breaks.
  const lineBreak = keepsLines(unescaped) ? '\n' : '\\\n'
  return marked
    .map((part, index) => {
      if ('markup' in part) return part.markup
      if ((isInTable || isOneLine) && part.text.includes('\n')) throw new NotExpressible()
      const before = lastOf(marked[index - 1])
      const after = firstOf(marked[index + 1])
      return escapeText(part.text, {
        before,
        after,
        isInLink: part.isInLink,
        isInTable,
        isOneLine,
        lineBreak,
      })
    })
    .join('')
}

/** The sign of an emphasis by the characters around it: within a word, underscores do not mark emphasis. */
function emphasis(parts: readonly Part[], em: object): { markup: string } {
  const isEnd = (part: Part): boolean => 'em' in part && part.em === em
  const start = parts.findIndex(isEnd)
  const end = parts.findLastIndex(isEnd)
  const before = lastOf(parts[start - 1])
  const after = firstOf(parts[end + 1])
  return { markup: /[\p{L}\p{N}_]/u.test(before + after) ? '*' : '_' }
}

function lastOf(part: Part | undefined): string {
  return textOf(part).at(-1) ?? ''
}

function firstOf(part: Part | undefined): string {
  return textOf(part)[0] ?? ''
}

function textOf(part: Part | undefined): string {
  if (part === undefined) return ''
  // The sign of an emphasis is not chosen yet; an asterisk stands for it, so that it does not count as a letter.
  return 'text' in part ? part.text : 'markup' in part ? part.markup : '*'
}
