import type { TFunction } from 'i18next'
import type { Field } from '../../session/session.tsx'
import { isText, limitOf } from './fields/field-editor.ts'
import { numberText } from './fields/number-control.tsx'

/** The length of a text in code points, as the service counts it. */
export function lengthOf(value: unknown): number {
  return isText(value) ? [...value].length : 0
}

/**
 * The problem with the length of a text or the size of a number, found without a request; undefined if there is none.
 */
export function limitProblem(
  field: Field,
  value: unknown,
  t: TFunction<['editor', 'forms']>,
): string | undefined {
  const [most, min, max] = [limitOf(field, 'maxLength'), limitOf(field, 'min'), limitOf(field, 'max')]
  // 0 for a value that is no text.
  const length = lengthOf(value)
  if (most !== undefined && length > most) return t('forms:tooLong', { most, count: length - most })
  if (typeof value !== 'number') return undefined
  if (min !== undefined && value < min) return t('problems.low', { value: numberText(min) })
  return max !== undefined && value > max ? t('problems.high', { value: numberText(max) }) : undefined
}
