/**
 * Marks of preview answers: invisible characters at the end of a text that name the field it comes from. They have the
 * form that `@vercel/stega` reads and writes: four zeros, then JSON, each byte of it as four digits from 0 to 3.
 */

/** `TextEncoder` and `TextDecoder` of browsers and Node; these sources have no types for them. */
declare const TextEncoder: new () => { encode: (text: string) => Uint8Array }
declare const TextDecoder: new () => { decode: (bytes: Uint8Array) => string }

/** The content of a mark. */
export interface SourceMark {
  readonly origin: 'octavo'
  /** the address of the field in the admin */
  readonly href: string
  /** id of the item */
  readonly id: string
  /** slug of the field, or the place of a value within it, such as `faq[2].question` */
  readonly field: string
}

const digits = ['\u{200b}', '\u{200c}', '\u{200d}', '\u{feff}'] as const
const start = digits[0].repeat(4)

/**
 * Runs of the characters that marks consist of, in this form and in an older one. Runs of fewer than four are no marks:
 * other texts, such as emoji, contain them.
 */
const marks = /[\u{200b}-\u{200d}\u{2060}-\u{2063}\u{feff}\u{1d173}-\u{1d17a}]{4,}/gu

/**
 * Any character of a mark; `\ud834` is the first half of the characters beyond U+FFFF. Nearly all texts have none, and
 * this test is much faster than the search for runs.
 */
const markCharacter = /[\u200b-\u200d\u2060-\u2063\ufeff\ud834]/

/** The characters to append to a text. */
export function encodedMark(mark: SourceMark): string {
  let text = start
  for (const byte of new TextEncoder().encode(JSON.stringify(mark)))
    text += `${digit(byte >> 6)}${digit(byte >> 4)}${digit(byte >> 2)}${digit(byte)}`
  return text
}

function digit(value: number): string {
  return digits[(value & 3) as 0 | 1 | 2 | 3]
}

/** Whether a text has a mark, of whatever service. */
export function hasMark(text: string): boolean {
  if (!markCharacter.test(text)) return false
  // A regular expression with the flag `g` would otherwise continue where its last test ended.
  marks.lastIndex = 0
  return marks.test(text)
}

/** The text without the marks of any service. */
export function withoutMarks(text: string): string {
  return markCharacter.test(text) ? text.replace(marks, '') : text
}

/** The marks of this service in a text. */
export function marksIn(text: string): SourceMark[] {
  return [...text.matchAll(marks)].flatMap(([run]) => {
    const at = run.indexOf(start)
    return at === -1 ? [] : decoded(run.slice(at + start.length))
  })
}

/**
 * The marks in one run of digits, after the four zeros of the first mark. The four zeros of each further mark decode to
 * a zero byte, which separates it from the mark before.
 */
function decoded(run: string): SourceMark[] {
  const bytes = new Uint8Array(Math.floor(run.length / 4))
  for (let index = 0; index < bytes.length * 4; index++) {
    const value = digits.findIndex((one) => one === run[index])
    // The run has a character of the older form, which this service does not write.
    if (value === -1) return []
    bytes[index >> 2] = ((bytes[index >> 2] ?? 0) << 2) | value
  }
  return new TextDecoder()
    .decode(bytes)
    .split('\0')
    .flatMap((json) => markOf(json) ?? [])
}

function markOf(json: string): SourceMark | null {
  try {
    const mark = JSON.parse(json) as Partial<SourceMark> | null
    const { origin, href, id, field } = mark ?? {}
    const texts = [href, id, field].every((value) => typeof value === 'string')
    return origin === 'octavo' && texts ? (mark as SourceMark) : null
  } catch {
    return null
  }
}
