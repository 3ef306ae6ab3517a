// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportText } from '../../bench/exports/export-text.ts'
import { program } from '../setup/child-environment.ts'

const posts = 350

/** bytes; what an export of a gigabyte must stay under as well */
const most = 300 * 1024 * 1024

/** The peak memory of a process, as Linux reports it. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

describe.runIf(existsSync('/proc/self/status'))('an export of 20 MB in long posts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-memory-'))
  const file = join(folder, 'export.xml')

  beforeAll(() => pipeline(Readable.from(exportText({ posts, length: 60_000 })), createWriteStream(file)))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it(
    'is imported with little memory, and says how far it is at least once a second',
    { timeout: 400_000 },
    async () => {
      const child = spawn(process.execPath, [program, 'import', file], {
        env: { PATH: process.env['PATH'], OCTAVO_DATA_DIR: join(folder, 'data') },
      })
      let stdout = ''
      let lines = 0
      let peak = 0
      const begun = performance.now()
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => (lines += text.split('\n').length - 1))
      const watch = setInterval(() => (peak = Math.max(peak, peakOf(child.pid ?? 0))), 50)
      const [code] = (await once(child, 'close')) as [number]
      clearInterval(watch)
      const seconds = (performance.now() - begun) / 1000
      expect(code).toBe(0)
      expect(stdout).toContain(`${posts} created`)
      expect(peak).toBeGreaterThan(0)
      expect(peak).toBeLessThan(most)
      // Its start says nothing yet, and a machine with other work lets it wait now and then.
      expect(lines).toBeGreaterThan(seconds / 4)
    },
  )
})
