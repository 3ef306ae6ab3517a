/** Small secrets that we leave with a browser: the session, and what ties the two steps of the setup together. */
export type Keepsake = 'session' | 'setup'

/** What a door knows of the client behind a call, and what it can leave with it. Handlers know nothing of HTTP. */
export interface Visit {
  readonly address: string
  readonly userAgent: string | null
  /** what was left with this client before */
  kept(name: Keepsake): string | undefined
  /** leaves a value with the client once the call has succeeded; null takes it away. To be called after the commit. */
  keep(name: Keepsake, value: string | null): void
}
