import type { Issue } from '@octavo/contract/errors'
import { broken } from '@octavo/contract/rules'
import type { WriteContext } from '../../core/context.ts'
import { invalid } from '../../platform/errors.ts'
import { bytesOf, refuseTooLarge } from '../../core/item-size.ts'
import { type Data, noData } from '../../core/model/data.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { dataOf } from './hooks.ts'
import type { Values } from './values.ts'

/** Throws VALIDATION_ERROR for values of a new item that are too long, or take too many bytes together. */
export function refuseOversized(context: WriteContext, collection: CollectionModel, values: Values): void {
  const issues = longIssues(longOf(values), noData)
  if (issues.length > 0) throw invalid(issues)
  refuseGrown(context, collection, { values, before: noData, after: dataOf(values) })
}

/**
 * Throws VALIDATION_ERROR for values that are too long, except those that replace a value at least as long. The size of
 * the whole item is checked when it is stored (`refuseGrown`).
 */
export function refuseLonger(values: Values, before: Data): void {
  const issues = longIssues(longOf(values), before)
  if (issues.length > 0) throw invalid(issues)
}

interface Growth {
  /** the given values, of which the largest is named */
  readonly values: Values
  /** what all fields of the item held, and hold now */
  readonly before: Data
  readonly after: Data
}

/** Throws VALIDATION_ERROR if a change has made an item larger than the limit of bytes. */
export function refuseGrown(
  context: WriteContext,
  { fields }: CollectionModel,
  { values, before, after }: Growth,
): void {
  const bytes = (data: Data): number => fields.reduce((sum, { slug }) => sum + bytesOf(data[slug]), 0)
  const path = (): string => `data.${largest(values)}`
  refuseTooLarge(context, { path, has: bytes(after), had: bytes(before) })
}

type Long = readonly (readonly [field: FieldModel, value: unknown])[]

function longOf(values: Values): Long {
  return [...values].filter(([field, value]) => isTooLong(field, value))
}

function longIssues(long: Long, before: Data): Issue[] {
  return long
    .filter(([{ slug }, value]) => charactersOf(value) > charactersOf(before[slug]))
    .map(([{ slug, type }, value]) => ({
      path: `data.${slug}`,
      ...broken('tooLong', { most: type.mostCharacters ?? 0, has: charactersOf(value) }),
    }))
}

/** A field with a `maxLength` has that limit instead, which its schema checks. */
function isTooLong({ type, validation }: FieldModel, value: unknown): boolean {
  const most = type.mostCharacters
  if (most === undefined || typeof value !== 'string' || validation['maxLength'] !== undefined) return false
  return value.length > most && charactersOf(value) > most
}

function charactersOf(value: unknown): number {
  let count = 0
  if (typeof value === 'string') for (const _ of value) count++
  return count
}

function largest(values: Values): string {
  const [[field] = []] = [...values].toSorted(([, one], [, other]) => bytesOf(other) - bytesOf(one))
  return field?.slug ?? ''
}
