import { allLocales } from '@octavo/contract/operations/item-list'
import type { ReadContext } from '../../core/context.ts'
import { localesFor, namedLocale } from '../../core/locales-for.ts'
import { invalidAt } from '../../platform/errors.ts'
import { allPredicates, type Filter } from '../where/where.ts'

export interface ListedLocale {
  /** the locale of a list; undefined for all locales */
  readonly locale: string | undefined
  /** the locale of the items that are shown where a translation is missing */
  readonly fallback: string | undefined
}

/** The parts of a request that choose the items themselves. */
interface Choosing {
  readonly ids: readonly string[] | undefined
  readonly where: Filter | undefined
  /** whether the list has one item of each translation group */
  readonly isGrouped: boolean
}

type Asked = { readonly [Name in 'locale' | 'fallback']?: string | undefined }

/** The locales that a request names, spelled as in the configuration. */
export function namedLocales(context: ReadContext, { locale, fallback }: Asked): ListedLocale {
  if (locale === allLocales && fallback !== undefined) throw fallbackWithoutLocale()
  return {
    locale: locale === allLocales ? undefined : namedLocale(context, locale),
    fallback: namedLocale(context, fallback, 'fallback'),
  }
}

/**
 * The locale of a list. If the request names none, sites (live tokens and public reads) get the default locale,
 * unless `ids` or `groupTranslations` choose the items, or `where` names a locale.
 */
export function listedLocale(
  context: ReadContext,
  asked: Asked,
  { ids, where, isGrouped, ...named }: ListedLocale & Choosing,
): ListedLocale {
  const isChosenOtherwise = ids !== undefined || isGrouped || namesLocale(where)
  const isUnnamed = asked.locale === undefined && !isChosenOtherwise
  return withFallback({ ...named, locale: isUnnamed ? defaultForSites(context) : named.locale })
}

/** The locales in which the slug of one item is looked up. Without a fallback there is no default locale. */
export function localeOfItem(context: ReadContext, asked: Asked): ListedLocale {
  if (asked.fallback === undefined) return { locale: namedLocale(context, asked.locale), fallback: undefined }
  const named = namedLocales(context, asked)
  return withFallback({ ...named, locale: named.locale ?? defaultForSites(context) })
}

/**
 * The locales in the order in which they decide which item of a translation group is listed; undefined for lists of
 * all items. A list of one locale has at most one item of a group already, so it cannot be grouped.
 */
export function preferredLocales(
  context: ReadContext,
  { groupTranslations, ids }: { groupTranslations: boolean; ids?: readonly string[] | undefined },
  { locale }: ListedLocale,
): readonly string[] | undefined {
  if (!groupTranslations) return undefined
  if (locale !== undefined)
    throw invalidAt('groupTranslations', 'is for lists of all locales: leave `locale` out, or pass `*`')
  if (ids !== undefined) throw invalidAt('groupTranslations', 'must be absent beside `ids`')
  return localesFor(context)
}

function defaultForSites(context: ReadContext): string | undefined {
  const { caller, services } = context
  return caller.isLiveOnly === true && services.config.locales.length > 1 ? localesFor(context)[0] : undefined
}

/** Checks that a fallback has a locale to fill. A locale that is its own fallback has none. */
function withFallback({ locale, fallback }: ListedLocale): ListedLocale {
  if (fallback !== undefined && locale === undefined) throw fallbackWithoutLocale()
  return { locale, fallback: fallback === locale ? undefined : fallback }
}

function fallbackWithoutLocale(): Error {
  return invalidAt(
    'fallback',
    'needs `locale`, one of the site: it is shown where there is no translation in that one',
  )
}

function namesLocale(where: Filter | undefined): boolean {
  if (where === undefined) return false
  return allPredicates(where.group).some(({ key }) => key.of === 'column' && key.name === 'locale')
}
