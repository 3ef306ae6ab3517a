/** A part of a pattern: an escape, quoted text, a class of characters, a repetition, or a character. */
const part =
  /\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\Q[^]*?(?:\\E|$)|\\[^]|\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[^]/gu

/**
 * About how many instructions a pattern of RE2 syntax compiles to: repetitions with a number are written out, and
 * multiply where they nest. Takes time in proportion to the length of the pattern, while compiling could take
 * seconds.
 */
export function patternSize(source: string): number {
  /** the sizes so far of the groups that contain the current one, from the outside in */
  const outerGroups: number[] = []
  let group = 0
  /** the size of the part before a repetition, which it repeats */
  let last = 0
  for (const [text, least, most] of source.matchAll(part)) {
    if (text === '(') {
      outerGroups.push(group)
      group = 0
    } else if (text === ')') {
      // A group also stores where its match begins and ends: two more instructions.
      last = group + 2
      group = (outerGroups.pop() ?? 0) + last
    } else if (least === undefined) {
      last = text.startsWith('\\Q') ? text.length : 1
      group += last
    } else {
      group += last * (timesOf(Number(least), most) - 1)
    }
  }
  return group + outerGroups.reduce((sum, size) => sum + size, 0)
}

/**
 * The number of copies that a repetition compiles to: `{3}` (`most` is undefined), `{3,}` (empty) or `{3,5}`. Each
 * optional copy needs an additional instruction.
 */
function timesOf(least: number, most: string | undefined): number {
  if (most === undefined) return Math.max(1, least)
  const times = most === '' ? least + 1 : least + 2 * Math.max(0, Number(most) - least)
  return Math.max(1, times)
}
