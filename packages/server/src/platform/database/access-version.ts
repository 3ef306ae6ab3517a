/** The version has the counter of media in its lower 24 bits, where it wraps around, and that of rights above them. */
const mediaChanges = 2 ** 24

/**
 * One number for both counters that every request compares: that of rights (users, tokens, sessions) and that of
 * media. When it changes, the caches of processes are out of date.
 */
export const accessVersionSql = `SELECT a.value * ${mediaChanges} + m.value % ${mediaChanges} AS value FROM counters a, counters m WHERE a.name = 'access' AND m.name = 'media'`

/** The part of the version that changes with users, tokens and sessions. */
export function rightsIn(version: number): number {
  return Math.floor(version / mediaChanges)
}

/** The part that changes with media. */
export function mediaIn(version: number): number {
  return version % mediaChanges
}

/** SQL for the part that changes with media. */
export const mediaCounterSql = `SELECT value % ${mediaChanges} AS value FROM counters WHERE name = 'media'`

/**
 * The counter that increases when users, tokens or sessions change. Some of these changes lock its row first, so that
 * they happen one after the other.
 */
export const accessCounterSql = `SELECT value FROM counters WHERE name = 'access'`
