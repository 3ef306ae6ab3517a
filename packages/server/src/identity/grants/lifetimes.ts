/** Lifetimes in the OAuth server, in seconds. */
export const lifetimes = {
  /** an authorization code: time for the app to exchange it */
  code: 600,
  /** an access token and a refresh token of an app */
  access: 3600,
  refresh: 90 * 24 * 3600,
  /** the lifetimes of a grant that a person can choose */
  chosen: { hour: 3600, day: 24 * 3600 },
  deviceCode: 900,
  /** a registration that no user has authorized */
  unusedClient: 24 * 3600,
  /** a registration after its app was last authorized or last got tokens */
  usedClient: 180 * 24 * 3600,
} as const

/** seconds between two polls of a device, the increase after each early poll, and the limit */
export const polling = { interval: 5, penalty: 5, most: 60 } as const

/** A time plus a number of seconds, in the stored form. */
export function later(now: string, seconds: number): string {
  return new Date(Date.parse(now) + seconds * 1000).toISOString()
}
