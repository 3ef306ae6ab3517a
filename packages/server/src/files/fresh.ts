import { utimes } from 'node:fs/promises'

/** Local copies that nobody touches for an hour are taken for left behind: how often those in use are touched. */
export const freshInterval = 600_000

/** Says of a local copy that it is still in use. */
export async function keepFresh(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now).catch(() => undefined)
}
