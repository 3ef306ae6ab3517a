/** Scripts that do not part their words. Signs that several of them share, as the long stroke of kana, belong to them. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const letter = `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`

const unparted = new RegExp(letter, 'u')

/** In turn: letters of these scripts, and others, each with the marks that are put on them. */
const parts = new RegExp(
  `(${letter}(?:${letter}|[^\\p{L}\\p{N}])*)|(?:(?!${letter})[\\p{L}\\p{N}]|[^\\p{L}\\p{N}])+`,
  'gu',
)

/** Whether a text has letters of a script that does not part its words. */
export function isUnparted(text: string): boolean {
  return unparted.test(text)
}

export interface Part {
  readonly text: string
  readonly index: number
  readonly isUnparted: boolean
}

/** Parts letters that stand together where a script that does not part its words begins or ends. */
export function partsOf(letters: string): Part[] {
  if (!unparted.test(letters)) return [{ text: letters, index: 0, isUnparted: false }]
  return [...letters.matchAll(parts)].map(({ 0: text, 1: own, index }) => ({
    text,
    index,
    isUnparted: own !== undefined,
  }))
}
