import type { Stats } from 'node:fs'
import { chmod, lstat, opendir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** the permission bits of groups and other users */
const others = 0o077

/**
 * Removes permissions of other users that an earlier release left on the data directory and on these folders with their
 * content. A folder is closed after its content, so the content of a closed folder need not be checked again.
 */
export async function makePrivate(dataDir: string, folders: readonly string[]): Promise<void> {
  for (const name of folders) await closeFolder(join(dataDir, name))
  const facts = await factsOf(dataDir)
  // With a database server and an object store there may be no data directory.
  if (facts !== null) await close(dataDir, facts, 0o700)
}

/** The same of single files, and of what they lead to where they are links. */
export async function makeFilesPrivate(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const file = await realpath(path).catch(ifGone)
    if (file !== null) await closePart(file)
  }
}

async function closeFolder(path: string): Promise<void> {
  const facts = await factsOf(path)
  if (facts === null || !facts.isDirectory() || (facts.mode & others) === 0) return
  for await (const { name } of await opendir(path)) await closePart(join(path, name))
  await close(path, facts, 0o700)
}

async function closePart(path: string): Promise<void> {
  const facts = await factsOf(path)
  if (facts?.isDirectory() === true) return closeFolder(path)
  // Symbolic links are skipped because their target may belong to something else.
  if (facts?.isFile() === true && (facts.mode & others) !== 0) await close(path, facts, 0o600)
}

/** A file of another user keeps its mode, because the person who set up the site that way decided who reads it. */
async function close(path: string, { uid }: Stats, mode: number): Promise<void> {
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
