/**
 * What a word is, for the index and for queries alike. Letters and digits that stand together are one word, and scripts
 * that do not part their words are parted by what Unicode knows of them (Chinese, Japanese, Thai and their like). A
 * word loses its capitals and its diacritics, so that people find what they cannot type.
 */

/** Rises when texts give other words than before: then every index is built anew. */
export const wordsVersion = 1

/** characters of a word that tell it from others */
const longestWord = 64

export interface FoundWord {
  readonly word: string
  /** where it stands in the text */
  readonly start: number
  readonly end: number
}

const run = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

const unparted =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** These scripts are parted by dictionaries that are the same for every language. */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Whether a text is of a script that does not part its words. */
export function isUnparted(text: string): boolean {
  return unparted.test(text)
}

/** The words of a text in order, with the places where they stand. */
export function findWords(text: string): FoundWord[] {
  const found: FoundWord[] = []
  for (const { 0: letters, index } of text.matchAll(run)) {
    for (const part of partsOf(letters)) {
      const word = folded(part.segment)
      const start = index + part.index
      if (word !== '') found.push({ word, start, end: start + part.segment.length })
    }
  }
  return found
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
    for (const { segment } of partsOf(together)) {
      const word = folded(segment)
      if (word !== '') words.push(word)
    }
  }
}

/** Whether a text is ASCII: no sign of it takes more than one byte. */
function isPlain(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}

function partsOf(letters: string): Iterable<{ segment: string; index: number }> {
  return isUnparted(letters) ? segmenter.segment(letters) : [{ segment: letters, index: 0 }]
}

/** Latin letters that Unicode does not take apart into a base letter and a mark. */
const latin: Readonly<Record<string, string>> = {
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
}

/** Marks that only colour a letter: diacritics, and the vowel signs that Arabic and Hebrew can do without. */
const colouring = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g

function folded(text: string): string {
  if (isPlain(text)) return cut(text.toLowerCase())
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(colouring, '')
    .replace(/[ßæœøđðłþħı]/g, (letter) => latin[letter] ?? letter)
    .normalize('NFC')
    // Some signs are taken apart into several with spaces or dots between them.
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
  return cut(plain)
}

function cut(word: string): string {
  return word.length <= longestWord ? word : [...word].slice(0, longestWord).join('')
}
