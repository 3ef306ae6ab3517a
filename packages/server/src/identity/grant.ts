import type { Limits, TokenRight } from '@octavo/contract/access'

/** The rights of a token or a session. It has exactly one of the two ids. */
export interface Grant extends Partial<Readonly<Record<TokenRight, boolean>>> {
  readonly tokenId: string | null
  readonly sessionId: string | null
  /** the app that holds the token; `tokenId` is then the id of the app's grant */
  readonly clientId: string | null
  /** null: a token of the site, which belongs to no person */
  readonly userId: string | null
  readonly role: number
  /** null: everything that the role allows, as for a session */
  readonly scopes: readonly string[] | null
  /** the token reads only live content */
  readonly isLiveOnly: boolean
  readonly changeSetsOnly?: boolean
  readonly confirmDestructive?: boolean
  /** undefined: no limits */
  readonly limits?: Limits | undefined
  /** the resources for which it was granted (RFC 8707); empty means every interface */
  readonly resources: readonly string[]
  /** expiry; each use extends that of a session */
  expiresAt: string | null
  /** for a session: when the person last authenticated, and the latest possible expiry; null for a token */
  readonly session: { readonly authenticatedAt: string; readonly endsAt: string } | null
  readonly isDisabled: boolean
}
