import type { Limits, TokenRight } from '@octavo/contract/access'

/**
 * The rights of a token or a session, as stored: it has exactly one of the two ids, and may be expired or disabled. The
 * rights of `TokenRight` (to publish, to delete) can be taken from a token: false means that it lacks the right, absent
 * that it has it.
 */
export interface Grant extends Partial<Readonly<Record<TokenRight, boolean>>> {
  readonly tokenId: string | null
  readonly sessionId: string | null
  /** the app that holds the token; `tokenId` is then the id of the app's grant */
  readonly clientId: string | null
  /** null: a token of the site, which belongs to no person */
  readonly userId: string | null
  /** the role of the person, or that of a Subscriber for a token of the site */
  readonly role: number
  /** null: everything that the role allows, as for a session */
  readonly scopes: readonly string[] | null
  /** the token reads only live content */
  readonly isLiveOnly: boolean
  /** the token can change content only in change-sets */
  readonly changeSetsOnly?: boolean
  /** a destructive call with the token takes effect only when it is repeated with a confirmation */
  readonly confirmDestructive?: boolean
  /** undefined: no limits */
  readonly limits?: Limits | undefined
  /** the resources for which it was granted (RFC 8707); empty means every interface */
  readonly resources: readonly string[]
  /** null: never; each use extends that of a session, also here in the cached grant */
  expiresAt: string | null
  /** for a session: when the person last authenticated, and the latest possible expiry; null for a token */
  readonly session: { readonly authenticatedAt: string; readonly endsAt: string } | null
  /** the person is disabled */
  readonly isDisabled: boolean
}
