import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, opendir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The folder, or the nearest above it that exists. */
export async function nearestExisting(path: string): Promise<string> {
  for (let current = path; ; current = dirname(current)) {
    const facts = await stat(current).catch(() => null)
    if (facts !== null || current === dirname(current)) return current
  }
}

/** Throws unless files can be written in a folder and removed from it. */
export async function probeFolder(folder: string): Promise<void> {
  // Fails for a file in the place of the folder: the checks of rights below would give a misleading reason.
  await (await opendir(folder)).close()
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  const probe = join(folder, `.octavo-doctor-${randomUUID()}`)
  try {
    await writeFile(probe, 'probe', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // On a full disk the file is there, and empty.
    await rm(probe, { force: true })
    throw error
  }
  await rm(probe)
}
