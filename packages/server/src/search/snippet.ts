import type { Clause, Words } from '../database/text-index.ts'
import { findWords, type FoundWord } from './words.ts'

/** characters shown before the first match, and in all */
const before = 60
const shown = 200

/** how far a text is read for a match that is not written as it was asked for */
const readAtMost = 20_000

/**
 * The part of a text around the first match: HTML in which all is escaped but its own `<mark>`. Empty when none of the
 * words stands in the text.
 */
export function snippetOf(text: string, clauses: readonly Clause[]): string {
  const sought = clauses.flatMap(({ alternatives }) => alternatives)
  const written = asWritten(text, sought)
  // Where words end can depend on what stands around them, so they are found before the piece is cut.
  const all = written === undefined ? findWords(text.slice(0, readAtMost)) : undefined
  const first = written ?? all?.find((found) => isAny(found, sought))?.start
  if (first === undefined) return ''
  const start = wordStart(text, Math.max(0, first - before))
  const end = wordEnd(text, start + shown)
  const words = all ?? findWords(text.slice(start, end)).map((found) => moved(found, start))
  const matches = words.filter((found) => found.start >= start && found.end <= end && isAny(found, sought))
  return `${start > 0 ? '… ' : ''}${marked(text.slice(0, end), start, matches)}${end < text.length ? ' …' : ''}`
}

function moved({ word, start, end }: FoundWord, by: number): FoundWord {
  return { word, start: start + by, end: end + by }
}

/** Quick and right for most texts: a word that stands there letter by letter, capitals apart. */
function asWritten(text: string, sought: readonly Words[]): number | undefined {
  const lower = text.toLowerCase()
  if (lower.length !== text.length) return undefined
  const places = sought.flatMap(({ words, isPrefix }) => {
    const place = indexOfWord(lower, words[0] ?? '', isPrefix && words.length === 1)
    return place === -1 ? [] : [place]
  })
  return places.length === 0 ? undefined : Math.min(...places)
}

const letter = /[\p{L}\p{N}\p{M}]/u

function indexOfWord(lower: string, word: string, isPrefix: boolean): number {
  for (let from = 0; ;) {
    const place = lower.indexOf(word, from)
    if (place === -1) return -1
    const isStart = place === 0 || !letter.test(lower[place - 1] ?? '')
    if (isStart && (isPrefix || !letter.test(lower[place + word.length] ?? ''))) return place
    from = place + 1
  }
}

/** Any word of a phrase counts: that all of it is there, the index has found out. */
function isAny({ word }: FoundWord, sought: readonly Words[]): boolean {
  return sought.some(({ words, isPrefix }) =>
    words.some((wanted, index) =>
      isPrefix && index === words.length - 1 ? word.startsWith(wanted) : word === wanted,
    ),
  )
}

function wordStart(text: string, from: number): number {
  if (from === 0) return 0
  const space = text.slice(from, from + 20).search(/\s/)
  return wellFormed(text, space === -1 ? from : from + space + 1)
}

function wordEnd(text: string, to: number): number {
  if (to >= text.length) return text.length
  const space = text.slice(to - 20, to).search(/\s\S*$/)
  return wellFormed(text, space === -1 ? to : to - 20 + space)
}

/** A place that does not cut a character in two. */
function wellFormed(text: string, place: number): number {
  const code = text.charCodeAt(place)
  return code >= 0xdc00 && code <= 0xdfff ? place - 1 : place
}

function marked(text: string, from: number, matches: readonly FoundWord[]): string {
  let html = ''
  let done = from
  for (const { start, end } of matches) {
    html += `${escaped(text.slice(done, start))}<mark>${escaped(text.slice(start, end))}</mark>`
    done = end
  }
  return (html + escaped(text.slice(done))).replaceAll(/\s+/g, ' ')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
