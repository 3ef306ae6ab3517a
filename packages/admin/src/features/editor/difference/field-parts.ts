import type { Field } from '../../../session/session.tsx'
import { isEmptyValue, isSame } from '../autosave/same.ts'
import { editorOf } from '../fields/registry.ts'
import { type Names, type Part, textParts } from '../parts/parts.ts'

interface Versions {
  readonly before: readonly Part[]
  readonly after: readonly Part[]
}

/**
 * The readable parts of two values of a field. Values whose texts are equal, such as times within a minute, are shown
 * in their stored form.
 */
export function versionsOf(
  field: Field,
  [before, after]: readonly [unknown, unknown],
  names: Names,
): Versions {
  const read = (value: unknown) => partsOf(field, value, names)
  const versions = { before: read(before), after: read(after) }
  const isReported = isSame(before, after) || !areSame(versions)
  if (isReported || editorOf(field).toParts !== undefined) return versions
  return { before: stored(before), after: stored(after) }
}

export function areSame({ before, after }: Versions): boolean {
  return before.length === after.length && before.every(({ key }, index) => key === after[index]?.key)
}

/** A value as readable parts. */
export function partsOf(field: Field, value: unknown, names: Names): readonly Part[] {
  if (isEmptyValue(value)) return []
  const { accepts, toParts, toText } = editorOf(field)
  if (!accepts(value, field)) return stored(value)
  return toParts === undefined ? textParts(toText(value, field)) : toParts(value, field, names)
}

function stored(value: unknown): Part[] {
  return isEmptyValue(value) ? [] : textParts(JSON.stringify(value, null, 2))
}
