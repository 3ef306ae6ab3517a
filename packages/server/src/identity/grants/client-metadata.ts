import type { Scope } from '@octavo/contract/access'
import { limits } from '@octavo/contract/limits'
import { deviceGrantType, grantTypes } from '@octavo/contract/oauth'
import { visibleText } from '@octavo/contract/operations/shapes'
import { z } from 'zod'
import { redirectUriProblem } from './redirect-uri.ts'
import { isRefusal, type OAuthErrorCode, type Refusal, refuse } from './refusal.ts'
import { readScopes } from './requested-scopes.ts'

/** The metadata of an app, from its registration or its client document. */
export interface ClientMetadata {
  /** null: not given */
  readonly name: string | null
  /** the home page; null: not given */
  readonly uri: string | null
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly (typeof grantTypes)[number][]
  /** the scopes it may request; null: any, because it has named none */
  readonly scopes: readonly Scope[] | null
}

const webAddress = z
  .string()
  .max(limits.url)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'must be an http or https address')

/** an address that apps may redirect to; the issue says what is required */
const redirectUri = z
  .string()
  .max(limits.url)
  .check((context) => {
    const message = redirectUriProblem(context.value)
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value })
  })

/** The members of RFC 7591 that we use. All others are ignored, as the RFC requires. */
const metadata = z.object({
  redirect_uris: z.array(redirectUri).max(20).optional(),
  client_name: visibleText(100).optional(),
  client_uri: webAddress.optional(),
  grant_types: z.array(z.enum(grantTypes)).max(10).default(['authorization_code']),
  response_types: z.array(z.literal('code')).max(10).optional(),
  scope: z.string().max(1000).optional(),
})

/** Reads the metadata of an app; a refusal lists all issues. */
export function readClientMetadata(given: unknown): ClientMetadata | Refusal {
  const { success, data, error } = metadata.safeParse(given)
  if (!success) return refuse(errorCodeOf(error), describeIssues(error))
  const { redirect_uris: redirectUris = [], scope } = data
  const usesCodes = data.grant_types.includes('authorization_code')
  if (usesCodes && redirectUris.length === 0)
    return refuse('invalid_redirect_uri', 'redirect_uris must name at least one address')
  if (!usesCodes && !data.grant_types.includes(deviceGrantType))
    return refuse('invalid_client_metadata', `grant_types must hold authorization_code or ${deviceGrantType}`)
  const scopes = scope === undefined ? [] : readScopes(scope)
  if (isRefusal(scopes)) return refuse('invalid_client_metadata', scopes.error_description)
  return {
    name: data.client_name ?? null,
    uri: data.client_uri ?? null,
    redirectUris,
    // Every grant includes a refresh token, so every app may use one.
    grantTypes: grantTypes.filter((type) => type === 'refresh_token' || data.grant_types.includes(type)),
    scopes: scopes.length === 0 ? null : scopes,
  }
}

/** RFC 7591 has a code of its own for redirect addresses, used if there are no other issues. */
function errorCodeOf({ issues }: z.ZodError): OAuthErrorCode {
  return issues.every(({ path }) => path[0] === 'redirect_uris')
    ? 'invalid_redirect_uri'
    : 'invalid_client_metadata'
}

/** The first issues as one text. */
function describeIssues({ issues }: z.ZodError): string {
  return issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
    .join('; ')
}
