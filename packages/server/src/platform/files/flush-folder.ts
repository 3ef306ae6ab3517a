import { type FileHandle, open } from 'node:fs/promises'

/** A new name in a folder is durable only after the folder is flushed. */
export async function flushFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(folder, 'r')
    await handle.sync()
  } finally {
    await handle?.close()
  }
}
