import type { Field } from '../../../session/session.tsx'
import { differingFields } from '../difference/history-changes.ts'
import type { Values } from '../autosave/state.ts'

interface Dated {
  readonly createdAt: string
}

interface Version extends Dated {
  readonly data: Values
}

/** The revision that was the newest at a time, of a list with the newest first. */
export function revisionAt<Revision extends Dated>(
  revisions: readonly Revision[],
  time: string,
): Revision | undefined {
  const at = Date.parse(time)
  return revisions.find(({ createdAt }) => Date.parse(createdAt) <= at)
}

/** The slugs of the translatable fields that differ between two versions of a source. */
export function changedFields(fields: readonly Field[], before: Values, now: Values): ReadonlySet<string> {
  const translated = fields.filter(({ translatable }) => translatable)
  return new Set(differingFields(translated, before, now).map(({ slug }) => slug))
}

/**
 * The time at which somebody last wrote a translation. `revisions` are those of the translation, the newest first.
 * Revisions in which only shared values changed do not count, because saving another translation makes them.
 */
export function translatedAt(fields: readonly Field[], revisions: readonly Version[]): string | undefined {
  const shared = fields.filter(({ translatable }) => !translatable)
  const isWritten = ({ data }: Version, index: number): boolean => {
    const before = revisions[index + 1]?.data
    if (before === undefined || changedFields(fields, before, data).size > 0) return true
    return differingFields(shared, before, data).length === 0
  }
  return revisions.find(isWritten)?.createdAt
}
