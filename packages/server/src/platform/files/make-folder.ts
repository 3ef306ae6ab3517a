import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder, and those above it, for this user alone; one that exists stays as it is. Node's `recursive` never
 * ends where a folder exists but has no place for others and the system says ENOENT, as in `/proc`: it creates the
 * folder above again and again.
 */
export async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder)
  try {
    await makeOne(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error
    await makeFolder(parent)
    await makeOne(folder)
  }
}

async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const isThere = await stat(folder).then(
      (facts) => facts.isDirectory(),
      () => false,
    )
    if (!isThere) throw error
  }
}
