import type { ReadContext } from './context.ts'

/** The locales of the site that a caller sees, the default one first. */
export function localesFor({
  caller,
  services,
}: Pick<ReadContext, 'caller' | 'services'>): readonly string[] {
  const { locales } = services.config
  const limit = caller.limits?.locales ?? null
  return limit === null ? locales : locales.filter((locale) => limit.includes(locale))
}
