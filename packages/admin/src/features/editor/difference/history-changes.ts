import type { Field } from '../../../session/session.tsx'
import { isSame } from '../autosave/same.ts'
import { slugKey, taxonomyOfKey, termValues, type Values } from '../autosave/state.ts'

interface Version {
  readonly slug: string
  readonly data: Values
  /** null of a version from before versions had terms */
  readonly terms: Readonly<Record<string, readonly string[]>> | null
}

/** The values of a version, its slug and its terms among them. */
export function versionValues({ data, slug, terms }: Version): Values {
  return { ...data, [slugKey]: slug, ...termValues(terms ?? {}) }
}

/** The fields that two versions have otherwise; of terms nothing is said where one of them does not know. */
export function differingFields(fields: readonly Field[], before: Values, after: Values): readonly Field[] {
  return fields.filter(
    ({ slug }) =>
      !isSame(before[slug], after[slug]) &&
      (taxonomyOfKey(slug) === undefined || (slug in before && slug in after)),
  )
}

/** Whether a version left the minute that another one left, so that only the seconds differ. */
export function sharesMinute(times: readonly string[], index: number): boolean {
  const minuteOf = (time: string | undefined) => time?.slice(0, 'YYYY-MM-DDTHH:MM'.length)
  const minute = minuteOf(times[index])
  return [times[index - 1], times[index + 1]].some((time) => minuteOf(time) === minute)
}
