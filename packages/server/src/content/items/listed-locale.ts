import { roles } from '@octavo/contract/access'
import { allLocales } from '@octavo/contract/operations/item-list'
import type { ReadContext } from '../../core/context.ts'
import { localesFor, namedLocale } from '../../core/locales-for.ts'
import { allPredicates, type Filter } from '../where/where.ts'

/** The locale that a list is asked for; undefined where the request names none, or all. */
export function askedLocale(context: ReadContext, locale: string | undefined): string | undefined {
  return locale === allLocales ? undefined : namedLocale(context, locale)
}

/**
 * The locale of a list that names none: the default one for sites, that is for tokens that read what is live and for
 * public reads; undefined where the list has all.
 */
export function unnamedLocale(
  context: ReadContext,
  { ids, where }: { ids: readonly string[] | undefined; where: Filter | undefined },
): string | undefined {
  const { caller, services } = context
  const isForSite = caller.isLiveOnly === true || caller.role < roles.Subscriber
  if (!isForSite || services.config.locales.length < 2) return undefined
  return ids !== undefined || namesLocale(where) ? undefined : localesFor(context)[0]
}

function namesLocale(where: Filter | undefined): boolean {
  if (where === undefined) return false
  return allPredicates(where.group).some(({ key }) => key.of === 'column' && key.name === 'locale')
}
