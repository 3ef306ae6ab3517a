import type { Words } from '../../platform/database/text-index.ts'
import { isUnspaced } from '../search-index/word-parts.ts'
import { type FoundWord, isPair, longestWord } from '../search-index/words.ts'

/** A range of a text. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** The positions of the matching words in a text, in order and without overlaps. */
export function placesOf(found: readonly FoundWord[], sought: readonly Words[]): Place[] {
  // A single prefix can match any word, so it is compared with each. All others are looked up by their first word,
  // which must be equal.
  const byFirst = Map.groupBy(
    sought.filter(({ words, isPrefix }) => words.length > 1 || !isPrefix),
    ({ words }) => words[0] ?? '',
  )
  const beginnings = sought.filter(({ words, isPrefix }) => words.length === 1 && isPrefix)
  const places: Place[] = []
  for (const [at, { word }] of found.entries()) {
    for (const { words, isPrefix } of [...(byFirst.get(word) ?? []), ...beginnings]) {
      const match = found.slice(at, at + words.length)
      if (isMatch(match, words, isPrefix))
        places.push(...match.map((one, index) => placeOf(one, words[index])))
    }
  }
  return joined(places)
}

/** ASCII, and common dashes and quotation marks */
const plainText = /^[\p{ASCII}\u2010-\u2027]*$/u

/**
 * A faster variant for single words in ASCII text, which needs no tokenizer; null for other texts and for phrases.
 */
export function placesInPlain(text: string, sought: readonly Words[]): Place[] | null {
  // The tokenizer cuts longer words, so they are compared by their first letters only.
  const isSimple = sought.every(
    ({ words: [first = ''], words }) => words.length === 1 && first.length < longestWord,
  )
  if (!isSimple || !plainText.test(text)) return null
  const lower = text.toLowerCase()
  const places: Place[] = []
  for (const {
    words: [word = ''],
    isPrefix,
  } of sought) {
    for (let start = lower.indexOf(word); start !== -1; start = lower.indexOf(word, start + 1)) {
      if (isWordAt(lower, start - 1)) continue
      let end = start + word.length
      if (isPrefix) while (isWordAt(lower, end)) end++
      if (!isWordAt(lower, end)) places.push({ start, end })
    }
  }
  return joined(places)
}

/** Whether a plain text in lower case has a letter or a digit there. */
function isWordAt(lower: string, position: number): boolean {
  const code = lower.charCodeAt(position)
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

function isMatch(match: readonly FoundWord[], words: readonly string[], isPrefix: boolean): boolean {
  return words.every((wanted, index) => {
    const word = match[index]?.word
    return isPrefix && index === words.length - 1 ? word?.startsWith(wanted) : word === wanted
  })
}

/** The position of a word. If the query has only the first letter of a pair, the second one is not highlighted. */
function placeOf({ word, start, end, letterEnd = end }: FoundWord, wanted: string | undefined): Place {
  return { start, end: word === wanted ? end : letterEnd }
}

/** Sorted, with overlapping positions merged. */
function joined(places: Place[]): Place[] {
  if (places.length < 2) return places
  const inOrder: Place[] = []
  for (const place of places.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const last = inOrder.at(-1)
    if (last === undefined || place.start >= last.end) inOrder.push(place)
    else inOrder[inOrder.length - 1] = { start: last.start, end: Math.max(last.end, place.end) }
  }
  return inOrder
}

/** limit of positions of a phrase's first word that are tested */
const maxTried = 1000

/** A fast search that works for most texts: the first literal match, ignoring case. */
export function writtenAt(text: string, sought: readonly Words[]): number | undefined {
  const lower = text.toLowerCase()
  // Few letters change their length in lower case; positions would then be wrong.
  if (lower.length !== text.length) return undefined
  let first: number | undefined
  for (const one of sought) {
    const position = positionOf(lower, one)
    if (position !== -1 && (first === undefined || position < first)) first = position
  }
  return first
}

/** The position of the first match of one text that is searched for; -1 without one. */
function positionOf(lower: string, sought: Words): number {
  const word = sought.words[0] ?? ''
  let from = 0
  for (let tried = 0; tried < maxTried; tried++) {
    const position = lower.indexOf(word, from)
    if (position === -1) return -1
    const pattern = patternOf(sought)
    pattern.lastIndex = position
    if (pattern.test(lower)) return position
    from = position + 1
  }
  return -1
}

/** Cached, because one search tests many texts. */
const patterns = new WeakMap<Words, RegExp>()

function patternOf(sought: Words): RegExp {
  const known = patterns.get(sought)
  if (known !== undefined) return known
  const pattern = patternFor(sought)
  patterns.set(sought, pattern)
  return pattern
}

const letter = '[\\p{L}\\p{N}\\p{M}]'
const nonLetter = '[^\\p{L}\\p{N}\\p{M}]'

/** The pattern of literal words. They contain only letters, digits and marks, so they need no escaping. */
function patternFor({ words, isPrefix }: Words): RegExp {
  let pattern = ''
  for (const [index, word] of words.entries()) {
    const last = words[index - 1] ?? ''
    // Pairs of a script without spaces overlap, so each further one adds only its second letter.
    if (isPair(last) && isUnspaced(word)) pattern += [...word].slice(1).join('')
    else pattern += `${index === 0 ? '' : between(last, word)}${word}`
  }
  // In a script without spaces, a word can begin and end at any letter.
  const start = isUnspaced(words[0] ?? '') ? '' : `(?<!${letter})`
  const end = isPrefix || isUnspaced(words.at(-1) ?? '') ? '' : `(?!${letter})`
  return new RegExp(start + pattern + end, 'uy')
}

/** What is between two words of a phrase: at a change of script there may be nothing. */
function between(last: string, word: string): string {
  return isUnspaced(last) === isUnspaced(word) ? `${nonLetter}+` : `${nonLetter}*`
}
