import { limits } from '@octavo/contract/limits'
import { broken } from '@octavo/contract/rules'
import { JsonText } from './facts.ts'
import type { WriteContext } from './context.ts'
import { invalid } from '../platform/errors.ts'
import { jsonText } from './model/data.ts'

export interface ItemSize {
  /** the path of the issue; computed only if there is one */
  readonly path: () => string
  /** bytes of the values after and before the change; 0 before a creation */
  readonly has: number
  readonly had: number
}

/**
 * Throws VALIDATION_ERROR if an item, a section or a widget exceeds the size limit. One that exceeded it before, such
 * as one stored when the limit was higher, can be edited: a change may make it a little larger.
 */
export function refuseTooLarge({ services }: WriteContext, { path, has, had }: ItemSize): void {
  const most = services.config.maxItemBytes
  const room = had > most ? had + limits.itemGrowth : most
  if (has > room) throw invalid([{ path: path(), ...broken('itemTooLarge', { most, has }) }])
}

/**
 * The size of a value in bytes, as columns store it: text as it is, everything else as JSON, 1 for a boolean, 0 without
 * a value.
 */
export function bytesOf(value: unknown): number {
  if (value === null || value === undefined) return 0
  if (typeof value === 'boolean') return 1
  if (value instanceof JsonText) return Buffer.byteLength(value.text)
  return Buffer.byteLength(typeof value === 'string' ? value : jsonText(value))
}
