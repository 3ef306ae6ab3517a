import type { Stats } from 'node:fs'
import { chmod, lstat, opendir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** the permission bits of groups and other users */
const others = 0o077

/**
 * Removes permissions of other users that an earlier release left on the data directory and on these folders with
 * their content. A folder is restricted after its content, so the content of a restricted folder need not be checked
 * again.
 */
export async function makePrivate(dataDir: string, folders: readonly string[]): Promise<void> {
  for (const name of folders) await restrictFolder(join(dataDir, name))
  const facts = await factsOf(dataDir)
  // With a database server and an object store there may be no data directory.
  if (facts !== null) await restrict(dataDir, facts, 0o700)
}

/** Removes the permissions of other users on single files; of a symbolic link, on the file that it points to. */
export async function makeFilesPrivate(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const file = await realpath(path).catch(ifGone)
    if (file !== null) await restrictEntry(file)
  }
}

async function restrictFolder(path: string): Promise<void> {
  const facts = await factsOf(path)
  if (facts === null || !facts.isDirectory() || (facts.mode & others) === 0) return
  for await (const { name } of await opendir(path)) await restrictEntry(join(path, name))
  await restrict(path, facts, 0o700)
}

async function restrictEntry(path: string): Promise<void> {
  const facts = await factsOf(path)
  if (facts?.isDirectory() === true) return restrictFolder(path)
  // Symbolic links are skipped because their target may belong to something else.
  if (facts?.isFile() === true && (facts.mode & others) !== 0) await restrict(path, facts, 0o600)
}

/** A file of another user keeps its mode, because the person who set up the site that way decided who reads it. */
async function restrict(path: string, { uid }: Stats, mode: number): Promise<void> {
  if (uid === process.getuid?.()) await chmod(path, mode).catch(ifGone)
}

/** Files can disappear while the service runs. */
function factsOf(path: string): Promise<Stats | null> {
  return lstat(path).catch(ifGone)
}

function ifGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
