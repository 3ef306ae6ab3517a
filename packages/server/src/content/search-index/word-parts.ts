/**
 * Scripts that write words without spaces. Characters shared by several of them, such as the kana prolonged sound mark,
 * are included.
 */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const letter = `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`

const unspaced = new RegExp(letter, 'u')

/**
 * Alternately a run of letters of these scripts (the group of the pattern) and a run of other letters and digits.
 * Combining marks and joiners belong to the run in which they are.
 */
const parts = new RegExp(
  `(${letter}(?:${letter}|[^\\p{L}\\p{N}])*)|(?:(?!${letter})[\\p{L}\\p{N}]|[^\\p{L}\\p{N}])+`,
  'gu',
)

/** Whether a text contains a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text)
}

export interface Part {
  readonly text: string
  readonly index: number
  readonly isUnspaced: boolean
}

/** Splits adjacent letters where a script without spaces begins or ends. */
export function partsOf(letters: string): Part[] {
  if (!unspaced.test(letters)) return [{ text: letters, index: 0, isUnspaced: false }]
  return [...letters.matchAll(parts)].map(({ 0: text, 1: unspacedText, index }) => ({
    text,
    index,
    isUnspaced: unspacedText !== undefined,
  }))
}
