import type { FileHandle } from 'node:fs/promises'
import type { Pace } from '../../../platform/pace.ts'

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
      for (let offset = 0; offset < bytes.length;) offset += (await file.write(bytes, offset)).bytesWritten
    },
    flush: () => file.sync(),
  }
}

/** A sink that pauses between writes while other processes need the processors. */
export function pacedSink(sink: ArchiveSink, pace: Pick<Pace, 'rest'>): ArchiveSink {
  return {
    write: async (bytes) => {
      await sink.write(bytes)
      await pace.rest()
    },
    flush: () => sink.flush(),
  }
}
