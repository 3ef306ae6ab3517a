import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { availableMemory } from 'node:process'

const memory = '/dev/shm'
const gigabyte = 2 ** 30

/**
 * Where tests put what they throw away: in memory where Linux offers enough of it, since hundreds of databases that live
 * for a second keep a disk busier than their tests. Containers often have but little there, or run no programs of it.
 */
export function temporaryFolder(): string {
  return process.env['TMPDIR'] === undefined && hasRoom() && runsPrograms() ? memory : tmpdir()
}

function hasRoom(): boolean {
  if (availableMemory() < 6 * gigabyte) return false
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 3 * gigabyte
  } catch {
    return false
  }
}

function runsPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.map((line) => line.split(' ')).find(([, path]) => path === memory)?.[3]
  return options?.split(',').includes('noexec') === false
}
