import { isUnparted, partsOf } from './word-parts.ts'

/**
 * What a word is, for the index and for queries alike. Letters and digits that stand together are one word. Of scripts
 * that do not part their words (Chinese, Japanese, Thai and their like) each letter with the one behind it is a word,
 * and the last letter is one alone: whatever stands in such a text is found, wherever a dictionary would part it. A
 * word loses its capitals and its diacritics, so that people find what they cannot type.
 */

/** Rises when texts give other words than before: then every index is built anew. */
export const wordsVersion = 2

/** characters of a word that tell it from others */
const longestWord = 64

export interface FoundWord {
  readonly word: string
  /** where it stands in the text */
  readonly start: number
  readonly end: number
  /** where its first letter ends, of a word of two that follow each other in a text without words */
  readonly letterEnd?: number
}

/** Signs that nobody sees and that part no words: they say where a line may break, or that two letters join. */
const unseen = '\\u00ad\\u200b\\u200d\\u2060\\ufeff'
const run = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}${unseen}]*`, 'gu')

/** The words of a text in order, with the places where they stand. */
export function findWords(text: string): FoundWord[] {
  const found: FoundWord[] = []
  for (const { 0: letters, index } of text.matchAll(run)) {
    for (const part of partsOf(letters)) {
      const from = index + part.index
      if (part.isUnparted) found.push(...pairsOf(lettersOf(part.text, from)))
      else found.push({ word: folded(part.text), start: from, end: from + part.text.length })
    }
  }
  return found.filter(({ word }) => word !== '')
}

/** A letter in the form of the index, with its place. */
interface Letter {
  readonly letter: string
  readonly start: number
  readonly end: number
}

/** a letter with what is put on it, half-width sound marks included */
const unit = new RegExp(`[\\p{L}\\p{N}](?:[\\p{M}${unseen}\\uff9e\\uff9f])*`, 'gu')

function lettersOf(part: string, from: number): Letter[] {
  const letters: Letter[] = []
  for (const { 0: written, index } of part.matchAll(unit)) {
    const place = { start: from + index, end: from + index + written.length }
    for (const letter of folded(written)) letters.push({ letter, ...place })
  }
  return letters
}

function pairsOf(letters: readonly Letter[]): FoundWord[] {
  return letters.map(({ letter, start, end }, index) => {
    const next = letters[index + 1]
    if (next === undefined) return { word: letter, start, end }
    return { word: letter + next.letter, start, end: next.end, letterEnd: end }
  })
}

/** The words of a text in order. */
export function wordsOf(text: string): string[] {
  // Capitals are lowered at once. Most words are plain letters then; only what else there is, Unicode is asked about.
  const lower = text.toLowerCase()
  const words: string[] = []
  let start = -1
  let isPlainPiece = true
  const end = (place: number): void => {
    if (start === -1) return
    const piece = lower.slice(start, place)
    if (isPlainPiece) words.push(cut(piece))
    else addWords(words, piece)
    start = -1
    isPlainPiece = true
  }
  for (let place = 0; place < lower.length; place++) {
    const code = lower.charCodeAt(place)
    const isLetter = (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
    if (isLetter || isForUnicode(code)) {
      if (start === -1) start = place
      if (!isLetter) isPlainPiece = false
    } else end(place)
  }
  end(lower.length)
  return words
}

/** Outside ASCII, but for the dashes and quotation marks that most texts have. */
function isForUnicode(code: number): boolean {
  return code >= 128 && (code < 0x2010 || code > 0x2027)
}

function addWords(words: string[], letters: string): void {
  for (const together of letters.match(run) ?? []) {
    for (const part of partsOf(together)) {
      if (part.isUnparted) addPairs(words, part.text)
      else {
        const word = folded(part.text)
        if (word !== '') words.push(word)
      }
    }
  }
}

/** letters that have only one form */
const settled =
  /^[\u0e01-\u0e32\u0e34-\u0e3a\u0e40-\u0e4e\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]+$/

function addPairs(words: string[], part: string): void {
  if (settled.test(part)) {
    for (let place = 0; place < part.length; place++) words.push(part.slice(place, place + 2))
    return
  }
  for (const { word } of pairsOf(lettersOf(part, 0))) words.push(word)
}

/** Whether a text is ASCII: no sign of it takes more than one byte. */
function isPlain(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}

/** Letters that Unicode does not take apart into a base letter and a mark. */
const bases: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  // Whether a sigma is the last of its word depends on what stands behind.
  ς: 'σ',
}

/** Marks that only colour a letter: diacritics, the vowel signs that Arabic and Hebrew can do without, the long stroke. */
const colouring = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g

function folded(text: string): string {
  if (isPlain(text)) return cut(text.toLowerCase())
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(colouring, '')
    .replace(/[ßæœøđðłþħıς]/g, (letter) => bases[letter] ?? letter)
    .normalize('NFC')
    // Some signs are taken apart into several with spaces or dots between them.
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
  return cut(plain)
}

function cut(word: string): string {
  return word.length <= longestWord ? word : [...word].slice(0, longestWord).join('')
}

/** What a word takes of the room for the words of a document. */
export function roomOf(word: string): number {
  // Each letter is in two words; to take both for whole would leave room for a third of the text.
  return word.charCodeAt(0) >= firstUnparted && isUnparted(word) ? 2 : word.length + 1
}

const firstUnparted = 0xe00

/**
 * The words of what somebody looks for. The last may be only the beginning of one, where a letter of a script without
 * words stands alone: it is found wherever another follows it.
 */
export function soughtWords(text: string): { words: readonly string[]; isBeginning: boolean } {
  const words = wordsOf(text)
  const last = words.at(-1) ?? ''
  if (!isUnparted(last) || isPair(last)) return { words, isBeginning: false }
  // Behind others it says that the text ends here, which is not meant.
  const before = words.at(-2) ?? ''
  const isEnd = isUnparted(before) && isPair(before)
  return isEnd ? { words: words.slice(0, -1), isBeginning: false } : { words, isBeginning: true }
}

/** Whether a word is two letters of a script that does not part its words. */
export function isPair(word: string): boolean {
  return [...word].length === 2 && isUnparted(word)
}
