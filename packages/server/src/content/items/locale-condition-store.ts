import { textParameter } from '../../platform/database/text-parameter.ts'
import type { Condition } from '../where/condition-store.ts'
import type { ListRequest } from './scan-store.ts'

type Localized = Pick<ListRequest, 'collection' | 'locale' | 'fallback' | 'view'>

/** SQL for the row `c` of an item: whether a list has its locale. Empty for a list of all locales. */
export function localeCondition(request: Localized): Condition {
  const { locale, fallback } = request
  if (locale === undefined) return { sql: '', parameters: [] }
  const isInLocale = `c.locale = ${textParameter}`
  if (fallback === undefined) return { sql: ` AND ${isInLocale}`, parameters: [locale] }
  const isUntranslated = untranslated(request, locale)
  return {
    sql: ` AND (${isInLocale} OR (c.locale = ${textParameter} AND ${isUntranslated.sql}))`,
    parameters: [locale, fallback, ...isUntranslated.parameters],
  }
}

/**
 * Whether an item has no translation in a locale, in the view of the list: a draft does not hide the live item of the
 * fallback from visitors. A group has at most one item in a locale. It is looked up by its group and locale alone,
 * because a server without statistics would take any other index that fits, or join all items of the locale.
 */
export function untranslated({ collection, view }: Localized, locale: string): Condition {
  const seen = view === 'live' ? ` AND o.status = 'published'` : ''
  return {
    sql: `(SELECT CASE WHEN o.deleted_at IS NULL${seen} THEN 1 END FROM ${collection.table} o WHERE o.translation_group = c.translation_group AND o.locale = ${textParameter}) IS NULL`,
    parameters: [locale],
  }
}
