import type { FileHandle } from 'node:fs/promises'

/** Takes the bytes of an archive, one write after the other. */
export interface ArchiveSink {
  write(bytes: Buffer): Promise<void>
  /** Makes durable what was written. */
  flush(): Promise<void>
}

/** Writes to an open file. */
export function fileSink(file: FileHandle): ArchiveSink {
  return {
    write: async (bytes) => {
      for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten
    },
    flush: () => file.sync(),
  }
}
