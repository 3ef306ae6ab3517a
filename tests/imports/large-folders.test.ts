// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnvironment, program } from '../setup/child-environment.ts'

/** bytes that a command has for itself at the most: the start alone takes a third */
const most = 200 * 1024 * 1024

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** bytes that the process had for itself at the most (Linux; elsewhere 0) */
  readonly peak: number
}

function ownBytes(pid: number | undefined): number {
  try {
    return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

describe('octavo import of a folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'octavo-large-folder-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  async function run(folder: string): Promise<Ended> {
    const child = spawn(process.execPath, [program, 'import', folder], {
      env: { ...childEnvironment, OCTAVO_DATA_DIR: join(root, 'data') },
    })
    let [stdout, stderr, peak] = ['', '', 0]
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const watch = setInterval(() => (peak = Math.max(peak, ownBytes(child.pid))), 20)
    const [code] = (await once(child, 'close')) as [number]
    clearInterval(watch)
    return { code, stdout, stderr, peak }
  }

  describe('with 100,000 files', () => {
    const folder = join(root, 'large')

    beforeAll(() => {
      for (let part = 0; part < 100; part++) {
        const at = join(folder, 'content', `part-${part}`)
        mkdirSync(at, { recursive: true })
        writeFileSync(join(at, '0.md'), `---\ntitle: Part ${part}\n---\nText\n`)
        for (let index = 1; index < 1000; index++) linkSync(join(at, '0.md'), join(at, `${index}.md`))
      }
    })

    it('says its limit, in little memory, and leaves nothing behind', { timeout: 400_000 }, async () => {
      const { code, stdout, stderr, peak } = await run(folder)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain('there are more than 50000 files')
      expect(stderr).not.toMatch(/^\s+at /m)
      expect(peak).toBeLessThan(most)
      if (existsSync('/proc/self/status')) expect(peak).toBeGreaterThan(0)
    })
  })

  it(
    'with links in circles reads each file once, and says that it followed none',
    { timeout: 400_000 },
    async () => {
      const folder = join(root, 'circles')
      mkdirSync(join(folder, 'posts', 'below'), { recursive: true })
      writeFileSync(join(folder, 'posts', 'a.md'), 'A')
      symlinkSync('..', join(folder, 'posts', 'up'))
      symlinkSync(folder, join(folder, 'posts', 'below', 'root'))
      symlinkSync('b', join(folder, 'a'))
      symlinkSync('a', join(folder, 'b'))
      symlinkSync(join(folder, 'posts', 'a.md'), join(folder, 'posts', 'second.md'))
      const { code, stdout } = await run(folder)
      expect(code).toBe(0)
      expect(stdout).toMatch(/post +1 created/)
      expect(stdout).toContain('5 links to other files or folders were not followed')
    },
  )
})
