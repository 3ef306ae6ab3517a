import { hint } from '@octavo/contract/nearest'
import { invalidAt } from '../platform/errors.ts'
import type { ReadContext } from './context.ts'

type Limited = Pick<ReadContext, 'caller' | 'services'>

/** The locales of the site that a caller sees, the default one first. */
export function localesFor({ caller, services }: Limited): readonly string[] {
  const { locales } = services.config
  const limit = caller.limits?.locales ?? null
  return limit === null ? locales : locales.filter((locale) => limit.includes(locale))
}

/** The locale that a caller names, as the configuration writes it; undefined when none is said. */
export function namedLocale(
  context: Limited,
  locale: string | undefined,
  place = 'locale',
): string | undefined {
  return locale === undefined ? undefined : configuredLocale(context, locale, place)
}

/** The locale as the configuration writes it, the default one when none is said. */
export function configuredLocale(context: Limited, locale: string | undefined, place = 'locale'): string {
  const locales = localesFor(context)
  const [defaultLocale = 'en'] = locales
  if (locale === undefined) return defaultLocale
  const known = locales.find((name) => name.toLowerCase() === locale.toLowerCase())
  if (known === undefined)
    throw invalidAt(place, `"${locale}" is not a locale of this site${hint(locale, locales)}`)
  return known
}
