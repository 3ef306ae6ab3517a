import { limits } from '@octavo/contract/limits'

/** Whether a value is too long for the unique index. */
export function isTooLongToBeUnique(value: unknown): boolean {
  return typeof value === 'string' && value.length > limits.uniqueValue
}
