import { utimes } from 'node:fs/promises'

/**
 * Milliseconds between two touches of a local copy in use. A copy that is not touched for an hour counts as left by a
 * killed process and is removed (`Incoming.removeOld`).
 */
export const freshInterval = 600_000

/** Marks a local copy as still in use. */
export async function keepFresh(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now).catch(() => undefined)
}
