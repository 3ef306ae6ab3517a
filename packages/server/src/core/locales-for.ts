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

/**
 * The locale that a caller names, in the spelling of the configuration; undefined if none is given. `place` is the key
 * of the input that names it, for the message.
 */
export function namedLocale(
  context: Limited,
  locale: string | undefined,
  place = 'locale',
): string | undefined {
  return locale === undefined ? undefined : configuredLocale(context, locale, place)
}

/**
 * The locale in the spelling of the configuration. If none is given, the default locale, or the first one that the
 * caller sees if a token is not for the default locale.
 */
export function configuredLocale(context: Limited, locale: string | undefined, place = 'locale'): string {
  const locales = localesFor(context)
  const [defaultLocale = 'en'] = locales
  if (locale === undefined) return defaultLocale
  const configured = locales.find((name) => name.toLowerCase() === locale.toLowerCase())
  if (configured === undefined)
    throw invalidAt(place, `"${locale}" is not a locale of this site${hint(locale, locales)}`)
  return configured
}
