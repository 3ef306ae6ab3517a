import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate file system with little space. */
export interface SmallDisk {
  readonly path: string
  /** leaves no free byte */
  fill(): void
  free(): void
  close(): void
}

/** Mounts a small disk; null where this machine does not allow that. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'octavo-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmSync(path, { recursive: true })
    return null
  }
  const filler = join(path, 'filler')
  return {
    path,
    fill: () => {
      for (const size of [1024 * 1024, 4096]) {
        try {
          for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    close: () => {
      execFileSync('umount', [path])
      rmSync(path, { recursive: true })
    },
  }
}
