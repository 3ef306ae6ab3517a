import type { Problem } from './unread.ts'

type Reading = { readonly value: number | null } | { readonly problem: Problem }

interface Written {
  readonly isWhole: boolean
  readonly language: string
}

/**
 * Reads a number as people of a language write it: with its decimal separator, and its grouping where that is whole.
 * What could be meant in two ways, or would be stored as another number, is no number: nothing is guessed.
 */
export function readNumber(text: string, { isWhole, language }: Written): Reading {
  const written = text.trim()
  if (written === '') return { value: null }
  const plain = plainOf(written, language)
  if (plain === null) return { problem: isWhole ? 'integer' : 'number' }
  const value = Number(plain)
  if (!isKeptExactly(plain, value)) return { problem: 'digits' }
  if (isWhole && !Number.isInteger(value)) return { problem: 'integer' }
  if (isWhole && !Number.isSafeInteger(value)) return { problem: 'digits' }
  // Minus zero is written, and stored as zero.
  return { value: value === 0 ? 0 : value }
}

/** Whether a number, written in the form of programs, is the value that it was read as. */
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

/** The number one step away, as the arrow keys want it, with as many decimals as before. */
export function steppedNumber(value: number, step: 1 | -1, min = -Infinity, max = Infinity): number {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
  const next = Math.min(Math.max(Number((value + step).toFixed(decimals)), min), max)
  // Beyond this, steps of one get lost; and a limit behind the value is no step that way.
  const isStep = Number.isSafeInteger(Math.trunc(next)) && Math.sign(next - value) === step
  return isStep ? next : value
}

/** The number in the form of programs; null where it is none. */
function plainOf(written: string, language: string): string | null {
  const { decimal, group } = separators(language)
  const grouped = `[1-9]\\d{0,2}(?:[${group}]\\d{3})+`
  const shape = new RegExp(`^([+\\-−]?)(${grouped}|\\d*)(?:[${decimal}](\\d*))?(?:e([+\\-−]?)(\\d+))?$`, 'i')
  const [match, sign = '', whole = '', part = '', powerSign = '', power] = shape.exec(written) ?? []
  if (match === undefined || whole + part === '') return null
  const digits = `${asciiMinus(sign)}${whole.replaceAll(group, '') || '0'}.${part || '0'}`
  return power === undefined ? digits : `${digits}e${asciiMinus(powerSign)}${power}`
}

function asciiMinus(sign: string): string {
  return sign.replace('−', '-')
}

function separators(language: string): { readonly decimal: string; readonly group: string } {
  const parts = new Intl.NumberFormat(language).formatToParts(1234567.5)
  const of = (name: Intl.NumberFormatPartTypes, usual: string): string =>
    parts.find(({ type }) => type === name)?.value ?? usual
  return { decimal: of('decimal', '.'), group: of('group', ',') }
}

/** What a number says, in one form for all ways to write it: its digits, and how far the point is behind them. */
function exactDigits(plain: string): string {
  const [mantissa = '', power = '0'] = plain.toLowerCase().split('e')
  const [whole = '', part = ''] = mantissa.replace(/^[+-]/, '').split('.')
  const digits = (whole + part).replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  return kept === '' ? '0' : `${kept}e${Number(power) - part.length + digits.length - kept.length}`
}
