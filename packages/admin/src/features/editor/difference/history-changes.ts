import type { Field } from '../../../session/session.tsx'
import { isSame } from '../autosave/same.ts'
import { slugKey, taxonomyOfKey, termValues, type Values } from '../autosave/state.ts'

interface Version {
  readonly slug: string
  readonly data: Values
  /** null for revisions without recorded terms */
  readonly terms: Readonly<Record<string, readonly string[]>> | null
}

/** The values of a revision, including its slug and terms. */
export function versionValues({ data, slug, terms }: Version): Values {
  return { ...data, [slugKey]: slug, ...termValues(terms ?? {}) }
}

/** The fields that differ between two versions; terms are ignored if one of them has none recorded. */
export function differingFields(fields: readonly Field[], before: Values, after: Values): readonly Field[] {
  return fields.filter(
    ({ slug }) =>
      !isSame(before[slug], after[slug]) &&
      (taxonomyOfKey(slug) === undefined || (slug in before && slug in after)),
  )
}

/** Whether the time before or after is in the same minute, so that only seconds distinguish them. */
export function sharesMinute(times: readonly string[], index: number): boolean {
  const minuteOf = (time: string | undefined) => time?.slice(0, 'YYYY-MM-DDTHH:MM'.length)
  const minute = minuteOf(times[index])
  return [times[index - 1], times[index + 1]].some((time) => minuteOf(time) === minute)
}
