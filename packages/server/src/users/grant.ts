/** What a token or a session gives to whoever holds it. One of the two ids is there. */
export interface Grant {
  readonly tokenId: string | null
  readonly sessionId: string | null
  /** the app that holds the token; `tokenId` is then the id of what it was granted */
  readonly clientId: string | null
  readonly userId: string
  readonly role: number
  /** null: all that the role may, as a session has it */
  readonly scopes: readonly string[] | null
  /** of a session: put off by each use */
  expiresAt: string | null
  readonly isDisabled: boolean
}
