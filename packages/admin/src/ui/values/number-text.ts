import type { Problem } from './unread.ts'

/** The value of a text; null if the text is empty. */
type Reading = { readonly value: number | null } | { readonly problem: Problem }

interface NumberFormat {
  readonly isWhole: boolean
  readonly language: string
}

/**
 * Parses a number in the format of a language: with its decimal separator and correct grouping. Ambiguous text, and
 * numbers that cannot be stored exactly, are refused.
 */
export function readNumber(text: string, { isWhole, language }: NumberFormat): Reading {
  const trimmed = text.trim()
  if (trimmed === '') return { value: null }
  const plain = plainOf(trimmed, language)
  if (plain === null) return { problem: isWhole ? 'integer' : 'number' }
  const value = Number(plain)
  if (!isKeptExactly(plain, value)) return { problem: 'digits' }
  if (isWhole && !Number.isInteger(value)) return { problem: 'integer' }
  if (isWhole && !Number.isSafeInteger(value)) return { problem: 'digits' }
  // Minus zero is formatted and stored as zero.
  return { value: value === 0 ? 0 : value }
}

/** Whether a decimal text is exactly the value that it was parsed as. */
export function isKeptExactly(plain: string, value: number): boolean {
  return Number.isFinite(value) && exactDigits(plain) === exactDigits(String(value))
}

/** Formats a number so that it can be parsed again, without grouping. */
export function writtenNumber(value: number, language: string): string {
  return String(value).replace('.', separators(language).decimal)
}

/** An example number in the person's format. */
export function numberExample(isWhole: boolean, language: string): string {
  return new Intl.NumberFormat(language).format(isWhole ? 1234 : 1234.5)
}

/** The number one step away, for the arrow keys, with the same number of decimals. */
export function steppedNumber(value: number, step: 1 | -1, min = -Infinity, max = Infinity): number {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
  const next = Math.min(Math.max(Number((value + step).toFixed(decimals)), min), max)
  // Beyond safe integers, a step of one has no effect. A value beyond a limit is not moved back to it by a step away.
  const isStep = Number.isSafeInteger(Math.trunc(next)) && Math.sign(next - value) === step
  return isStep ? next : value
}

/** The number in JavaScript notation: `1.234,5` becomes `1234.5` in German. Null if it is not a number. */
function plainOf(written: string, language: string): string | null {
  const { decimal, group } = separators(language)
  const grouped = `[1-9]\\d{0,2}(?:[${group}]\\d{3})+`
  const shape = new RegExp(`^([+\\-−]?)(${grouped}|\\d*)(?:[${decimal}](\\d*))?(?:e([+\\-−]?)(\\d+))?$`, 'i')
  const [match, sign = '', whole = '', fraction = '', powerSign = '', power] = shape.exec(written) ?? []
  if (match === undefined || whole + fraction === '') return null
  const digits = `${asciiMinus(sign)}${whole.replaceAll(group, '') || '0'}.${fraction || '0'}`
  return power === undefined ? digits : `${digits}e${asciiMinus(powerSign)}${power}`
}

function asciiMinus(sign: string): string {
  return sign.replace('−', '-')
}

function separators(language: string): { readonly decimal: string; readonly group: string } {
  const parts = new Intl.NumberFormat(language).formatToParts(1234567.5)
  const separator = (name: Intl.NumberFormatPartTypes, usual: string): string =>
    parts.find(({ type }) => type === name)?.value ?? usual
  return { decimal: separator('decimal', '.'), group: separator('group', ',') }
}

/** The canonical form of a number: its digits, and the position of the decimal point. `-012.50` becomes `125e-1`. */
function exactDigits(plain: string): string {
  const [mantissa = '', power = '0'] = plain.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return significant === ''
    ? '0'
    : `${significant}e${Number(power) - fraction.length + digits.length - significant.length}`
}
