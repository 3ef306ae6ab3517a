import type { Limits, Scope } from '@octavo/contract/access'
import { hint } from '@octavo/contract/nearest'
import type { WriteContext } from '../../core/context.ts'
import { knownCollections } from '../../core/model/known-collections.ts'
import { invalid, invalidAt } from '../../platform/errors.ts'

/** scopes that concern the whole site, so that a token with limits cannot have them */
const siteWideScopes: readonly Scope[] = ['admin', 'schema:write']

/**
 * Throws VALIDATION_ERROR that names collections and locales that do not exist, and scopes that do not fit a limit
 * (null: no limit).
 */
export function checkLimits(
  context: WriteContext,
  scopes: readonly Scope[],
  { collections, locales }: Limits,
): void {
  const isLimited = collections !== null || locales !== null
  const excess = isLimited ? siteWideScopes.find((scope) => scopes.includes(scope)) : undefined
  if (excess !== undefined)
    throw invalidAt(
      'scopes',
      `a token that is limited to collections or locales cannot hold "${excess}", which concerns the whole site`,
    )
  // It throws if one of them does not exist.
  if (collections !== null) knownCollections(context, collections)
  const known = context.services.config.locales
  const issues = (locales ?? []).flatMap((locale, index) =>
    known.includes(locale)
      ? []
      : [{ path: `locales.${index}`, message: `there is no locale "${locale}"${hint(locale, known)}` }],
  )
  if (issues.length > 0) throw invalid(issues)
}
