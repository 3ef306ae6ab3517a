import { allLocales } from '@octavo/contract/operations/item-list'
import type { ReadContext } from '../../core/context.ts'
import { localesFor, namedLocale } from '../../core/locales-for.ts'
import { invalidAt } from '../../platform/errors.ts'
import { allPredicates, type Filter } from '../where/where.ts'

/** The locale of a list; undefined for all locales. `fallback` is the locale of the items shown for missing translations. */
export interface ListedLocale {
  readonly locale: string | undefined
  readonly fallback: string | undefined
}

type Asked = { readonly [Name in 'locale' | 'fallback']?: string | undefined }

/** The locales that a request names, spelled as in the configuration. */
export function namedLocales(context: ReadContext, { locale, fallback }: Asked): ListedLocale {
  if (locale === allLocales && fallback !== undefined) throw withoutLocale('fallback')
  return {
    locale: locale === allLocales ? undefined : namedLocale(context, locale),
    fallback: namedLocale(context, fallback, 'fallback'),
  }
}

/**
 * The locale of a list. If the request names none, sites (live tokens and public reads) get the default locale, unless
 * `ids` or `where` choose the items.
 */
export function listedLocale(
  context: ReadContext,
  asked: Asked,
  { ids, where, ...named }: ListedLocale & { ids: readonly string[] | undefined; where: Filter | undefined },
): ListedLocale {
  const isLifted = ids !== undefined || namesLocale(where)
  const isUnnamed = asked.locale === undefined && !isLifted
  return withFallback({ ...named, locale: isUnnamed ? defaultForSites(context) : named.locale })
}

/** The same for one item. */
export function localeOfItem(context: ReadContext, asked: Asked): ListedLocale {
  if (asked.fallback === undefined) return { locale: namedLocale(context, asked.locale), fallback: undefined }
  const named = namedLocales(context, asked)
  return withFallback({ ...named, locale: named.locale ?? defaultForSites(context) })
}

function defaultForSites(context: ReadContext): string | undefined {
  const { caller, services } = context
  return caller.isLiveOnly === true && services.config.locales.length > 1 ? localesFor(context)[0] : undefined
}

/** A locale that is its own fallback has none. */
function withFallback({ locale, fallback }: ListedLocale): ListedLocale {
  if (fallback !== undefined && locale === undefined) throw withoutLocale('fallback')
  return { locale, fallback: fallback === locale ? undefined : fallback }
}

function withoutLocale(place: string): Error {
  return invalidAt(
    place,
    'needs `locale`, one of the site: it is shown where there is no translation in that one',
  )
}

function namesLocale(where: Filter | undefined): boolean {
  if (where === undefined) return false
  return allPredicates(where.group).some(({ key }) => key.of === 'column' && key.name === 'locale')
}
