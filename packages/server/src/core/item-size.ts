import { broken } from '@octavo/contract/rules'
import { JsonText } from './facts.ts'
import type { WriteContext } from './context.ts'
import { invalid } from '../platform/errors.ts'
import { jsonText } from './model/data.ts'

export interface ItemSize {
  /** where the problem is said to be; found only when there is one */
  readonly path: () => string
  /** bytes that the values take with the change, and took before it; 0 for what is new */
  readonly has: number
  readonly had: number
}

/**
 * Throws VALIDATION_ERROR when an item, a section or a widget takes more bytes than one may. What is too large already
 * may stay so, if it does not grow.
 */
export function refuseTooLarge({ services }: WriteContext, { path, has, had }: ItemSize): void {
  const most = services.config.maxItemBytes
  if (has > most && has > had) throw invalid([{ path: path(), ...broken('itemTooLarge', { most, has }) }])
}

/** How many bytes a value takes: text as it is, all else as JSON, and 1 for either boolean, as columns hold them. */
export function bytesOf(value: unknown): number {
  if (value === null || value === undefined) return 0
  if (typeof value === 'boolean') return 1
  if (value instanceof JsonText) return Buffer.byteLength(value.text)
  return Buffer.byteLength(typeof value === 'string' ? value : jsonText(value))
}
