import { holdsLock, installIn } from '../../scripts/launcher/dependencies.mjs'

/** npm tries again for longer than a test may wait, where a registry takes connections and does not answer. */
const longest = 240_000

/** Installs what the lock file of a folder says, where that is not there yet. */
export async function installOnce(folder: string): Promise<void> {
  if (!holdsLock(folder)) await installIn(folder, process.execPath, longest)
}
