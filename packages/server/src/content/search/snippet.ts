import type { Clause, Words } from '../../platform/database/text-index.ts'
import { escapeHtml } from '../../platform/html.ts'
import { type Place, placesInPlain, placesOf, writtenAt } from './places.ts'
import { findWords } from '../search-index/words.ts'

/** characters before the first match, and in total */
const leadCharacters = 60
const snippetCharacters = 200

/** characters within which an end of the snippet moves to the end of a word */
const wordEndWithin = 20

/** characters per step of the search for a match that is not literal */
const readAtOnce = 20_000
/** characters that a step reads beyond its end, for a phrase that begins in it */
const overlap = 2000

/** The part of a text around the first match: escaped HTML with `<mark>`. Empty without a match. */
export function snippetOf(text: string, clauses: readonly Clause[]): string {
  const sought = clauses.flatMap(({ alternatives }) => alternatives)
  const first = writtenAt(text, sought) ?? findMatch(text, sought)
  return first === undefined ? '' : snippetAt(text, first, sought)
}

/** The snippet of a text of which only the beginning was read; null if the rest is needed for it. */
export function snippetOfBeginning(beginning: string, clauses: readonly Clause[]): string | null {
  const sought = clauses.flatMap(({ alternatives }) => alternatives)
  const first = writtenAt(beginning, sought)
  if (first === undefined) return null
  const needed = first + snippetCharacters + phraseLength(sought) + wordEndWithin
  return needed >= beginning.length ? null : snippetAt(beginning, first, sought)
}

function snippetAt(text: string, first: number, sought: readonly Words[]): string {
  const start = wordStart(text, Math.max(0, first - leadCharacters))
  const end = wordEnd(text, start + snippetCharacters)
  const places = placesIn(text, { start, end }, sought)
  return `${start > 0 ? '… ' : ''}${marked(text.slice(0, end), start, places)}${end < text.length ? ' …' : ''}`
}

/** The position of the first match in any spelling. */
function findMatch(text: string, sought: readonly Words[]): number | undefined {
  for (let from = 0; from < text.length; from += readAtOnce) {
    const start = wordStart(text, from)
    const found = findWords(text.slice(start, from + readAtOnce + overlap))
    const [first] = placesOf(found, sought)
    if (first !== undefined) return start + first.start
  }
  return undefined
}

/**
 * The matches within the snippet. More text is searched, because a phrase may continue after the end; it counts only if
 * it ends within the snippet.
 */
function placesIn(text: string, { start, end }: Place, sought: readonly Words[]): Place[] {
  const piece = text.slice(start, end + phraseLength(sought))
  const places = placesInPlain(piece, sought) ?? placesOf(findWords(piece), sought)
  return places
    .map((place) => ({ start: place.start + start, end: place.end + start }))
    .filter((place) => place.end <= end)
}

/** characters after the end of a snippet that a phrase may need: twice its own, because of signs between its words */
function phraseLength(sought: readonly Words[]): number {
  return 2 * Math.max(...sought.map(({ words }) => (words.length > 1 ? words.join(' ').length : 0)))
}

function wordStart(text: string, from: number): number {
  if (from === 0) return 0
  const space = text.slice(from, from + wordEndWithin).search(/\s/)
  return wellFormed(text, space === -1 ? from : from + space + 1)
}

function wordEnd(text: string, to: number): number {
  if (to >= text.length) return text.length
  const from = to - wordEndWithin
  const space = text.slice(from, to).search(/\s\S*$/)
  return wellFormed(text, space === -1 ? to : from + space)
}

/** A position that does not split a surrogate pair. */
function wellFormed(text: string, position: number): number {
  const code = text.charCodeAt(position)
  return code >= 0xdc00 && code <= 0xdfff ? position - 1 : position
}

function marked(text: string, from: number, matches: readonly Place[]): string {
  let html = ''
  let done = from
  for (const { start, end } of matches) {
    html += `${escapeHtml(text.slice(done, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`
    done = end
  }
  // A single space, the usual case, stays as it is.
  return (html + escapeHtml(text.slice(done))).replaceAll(/\s{2,}|[^\S ]/g, ' ')
}
