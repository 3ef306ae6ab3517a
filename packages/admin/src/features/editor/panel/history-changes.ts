import type { Field } from '../../../app/session.tsx'
import { isSame } from '../autosave/same.ts'
import { slugKey, type Values } from '../autosave/state.ts'

interface Version {
  readonly slug: string
  readonly data: Values
}

/** The values of a version, its slug among them. */
export function versionValues({ data, slug }: Version): Values {
  return { ...data, [slugKey]: slug }
}

/** The fields that two versions have otherwise. */
export function differingFields(fields: readonly Field[], before: Values, after: Values): readonly Field[] {
  return fields.filter(({ slug }) => !isSame(before[slug], after[slug]))
}

/** Whether a version left the minute that another one left, so that only seconds tell them apart. */
export function sharesMinute(times: readonly string[], index: number): boolean {
  const minuteOf = (time: string | undefined) => time?.slice(0, 'YYYY-MM-DDTHH:MM'.length)
  const minute = minuteOf(times[index])
  return [times[index - 1], times[index + 1]].some((time) => minuteOf(time) === minute)
}
