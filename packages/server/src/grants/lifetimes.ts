/** How long things of the OAuth server last, in seconds (decisions 5). */
export const lifetimes = {
  code: 600,
  access: 3600,
  refresh: 90 * 24 * 3600,
  deviceCode: 900,
  /** a registration that nobody has let in */
  unusedClient: 24 * 3600,
  /** one that somebody has let in, after the last time */
  usedClient: 180 * 24 * 3600,
} as const

/** seconds between two polls of a device, what each hasty one adds, and the most that comes of it */
export const polling = { interval: 5, penalty: 5, most: 60 } as const

/** The time so many seconds later, in the stored form. */
export function later(now: string, seconds: number): string {
  return new Date(Date.parse(now) + seconds * 1000).toISOString()
}
