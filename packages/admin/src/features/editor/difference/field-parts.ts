import type { Field } from '../../../session/session.tsx'
import { isEmptyValue, isSame } from '../autosave/same.ts'
import { editorOf } from '../fields/registry.ts'
import { type Names, type Part, textParts } from '../parts/parts.ts'

interface Versions {
  readonly before: readonly Part[]
  readonly after: readonly Part[]
}

/**
 * The readable parts of two values of a field. Different values whose texts are equal, such as times within one minute,
 * are shown in their stored form. Values of fields with `toParts`, such as rich text and entries, keep their parts:
 * `PartsDifference` then says that the difference cannot be seen.
 */
export function versionsOf(
  field: Field,
  [before, after]: readonly [unknown, unknown],
  names: Names,
): Versions {
  const read = (value: unknown) => partsOf(field, value, names)
  const versions = { before: read(before), after: read(after) }
  const isDifferenceHidden = !isSame(before, after) && areSame(versions)
  if (!isDifferenceHidden || editorOf(field).toParts !== undefined) return versions
  return { before: storedParts(before), after: storedParts(after) }
}

export function areSame({ before, after }: Versions): boolean {
  return before.length === after.length && before.every(({ key }, index) => key === after[index]?.key)
}

/** A value as readable parts. */
export function partsOf(field: Field, value: unknown, names: Names): readonly Part[] {
  if (isEmptyValue(value)) return []
  const { accepts, toParts, toText } = editorOf(field)
  if (!accepts(value, field)) return storedParts(value)
  return toParts === undefined ? textParts(toText(value, field)) : toParts(value, field, names)
}

function storedParts(value: unknown): Part[] {
  return isEmptyValue(value) ? [] : textParts(JSON.stringify(value, null, 2))
}
