import { utimes } from 'node:fs/promises'

/** How often local copies in use are touched. Copies that are not touched for an hour are considered abandoned. */
export const freshInterval = 600_000

/** Marks a local copy as still in use. */
export async function keepFresh(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now).catch(() => undefined)
}
