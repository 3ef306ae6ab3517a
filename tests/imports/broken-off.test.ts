// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { exportText } from '../../bench/exports/export-text.ts'
import { childEnvironment, program } from '../setup/child-environment.ts'
import { formOf } from '../setup/media.ts'
import { engines } from '../setup/service.ts'
import { makeSite, type Running, type Site } from '../crash/service-process.ts'
import type { Any } from '../setup/json.ts'

const exportOf = (posts: number): string => [...exportText({ posts, length: 1500 })].join('')

// Most of the time is spent waiting: for leases that expire, and for processes that start.
describe.each(engines)('an import that is broken off on %s', { concurrent: true }, (engine) => {
  const posts = 1000
  const content = exportOf(posts)

  const newSite = async ({ onTestFinished }: TestContext): Promise<Site> => {
    const site = await makeSite(engine)
    onTestFinished(() => site.remove())
    return site
  }

  const countOf = async (service: Running, slug: string): Promise<number> => {
    let count = 0
    for (let cursor = ''; ;) {
      const { body } = await service.ask('GET', `/content/${slug}?limit=100${cursor}`)
      count += body.data?.items.length ?? 0
      if (body.data?.nextCursor === undefined) return count
      cursor = `&cursor=${body.data.nextCursor}`
    }
  }

  const jobOf = async (service: Running, id: string): Promise<Any> =>
    (await service.ask('GET', `/import/external/${id}`)).body.data.job

  /** Begins an import, and comes back when some of it is there. */
  const beginImport = async (
    service: Running,
    { token }: Site,
  ): Promise<{ analysisId: string; begun: Promise<unknown> }> => {
    const form = formOf([{ name: 'file', filename: 'export.xml', content }])
    const answer = await fetch(`http://127.0.0.1:${service.port}/_cms/api/import/external/analyze`, {
      method: 'POST',
      headers: { ...form.headers, authorization: `Bearer ${token}` },
      body: new Uint8Array(form.body),
    })
    const { analysisId } = ((await answer.json()) as Any).data
    const begun = service.ask('POST', '/import/external/execute', { analysisId }).catch(() => null)
    while (!((await countOf(service, 'posts')) > 50)) await new Promise((done) => setTimeout(done, 20))
    expect((await jobOf(service, analysisId)).state).toBe('running')
    return { analysisId, begun }
  }

  const untilDone = async (service: Running, id: string): Promise<void> => {
    while ((await jobOf(service, id)).state !== 'done') await new Promise((done) => setTimeout(done, 200))
  }

  it(
    'goes on by itself after kill -9, and loses and doubles nothing',
    { timeout: 400_000 },
    async (context) => {
      const site = await newSite(context)
      const first = await site.start()
      const { analysisId, begun } = await beginImport(first, site)
      first.kill('SIGKILL')
      await first.ended
      await begun

      const second = await site.start()
      expect((await jobOf(second, analysisId)).state).toBe('running')
      await untilDone(second, analysisId)
      const job = await jobOf(second, analysisId)
      expect(job).toMatchObject({ error: null, counts: { post: { created: posts } } })
      expect(await countOf(second, 'posts')).toBe(posts)
      second.kill('SIGTERM')
      expect(await second.ended).toBe(0)
    },
  )

  it('by a stop of the service, waits for the next start', { timeout: 400_000 }, async (context) => {
    const site = await newSite(context)
    const first = await site.start()
    const { analysisId, begun } = await beginImport(first, site)
    first.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    await begun
    const second = await site.start()
    await untilDone(second, analysisId)
    expect(await countOf(second, 'posts')).toBe(posts)
  })
})

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

describe('octavo import', { concurrent: true }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-import-'))
  const file = join(folder, 'export.xml')
  const posts = 100
  const content = exportOf(posts)

  const run = (...args: string[]): Promise<Ended> =>
    runWith({ OCTAVO_DATA_DIR: join(folder, 'data') }, ...args)

  async function runWith(env: Record<string, string>, ...args: string[]): Promise<Ended> {
    const child = spawn(process.execPath, [program, 'import', ...args], {
      env: { ...childEnvironment, ...env },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const [code] = (await once(child, 'close')) as [number]
    return { code, stdout, stderr }
  }

  it('says why something failed', { timeout: 400_000 }, async () => {
    const site = mkdtempSync(join(tmpdir(), 'octavo-import-failures-'))
    try {
      mkdirSync(join(site, 'pages'))
      const broken = Array.from({ length: 11 }, (_, index) => `broken-${index}.md`)
      for (const name of broken) writeFileSync(join(site, 'pages', name), '---\ntitle: [open\n---\nText\n')
      writeFileSync(join(site, 'pages', 'good.md'), '---\ntitle: Good\n---\nText\n')
      const env = { OCTAVO_DATA_DIR: join(site, 'data') }
      const many = await runWith(env, join(site, 'pages'), '--dry-run')
      expect(many.code, many.stderr).toBe(0)
      expect(many.stdout).toMatch(/1 to be created, 11 failed/)
      expect(many.stdout.match(/^ {2}\w+ .*broken-\d+\.md: .*front matter .*cannot be read/gm)).toHaveLength(
        10,
      )
      expect(many.stdout).toMatch(/^ {2}…\n\nAll outcomes: --report <file>$/m)
      for (const name of broken) rmSync(join(site, 'pages', name))
      const good = await runWith(env, join(site, 'pages'), '--dry-run')
      expect(good.stdout).not.toContain('Failed')
    } finally {
      rmSync(site, { recursive: true, force: true })
    }
  })

  it(
    'shows its progress, imports, and finds everything there the second time',
    { timeout: 400_000 },
    async () => {
      // A repeated test finds it removed.
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, content)
      try {
        const rehearsal = await run(file, '--dry-run', '--report', join(folder, 'report.csv'))
        expect(rehearsal.stdout).toContain(`${posts} to be created`)
        const first = await run(file)
        expect(first).toMatchObject({ code: 0 })
        expect(first.stdout).toContain(`${posts} created`)
        expect(first.stderr).toMatch(/^\w+ +[\d.]+ %/m)
        const second = await run(file)
        expect(second.stdout).toContain(`${posts} here already`)
        expect(second.stdout).not.toContain('created')
        const left = await run(file, '--no-taxonomies', '--no-menus')
        expect(left.stdout).toMatch(/term +150 skipped/)
        const absent = await run(join(folder, 'nothing.xml'))
        expect(absent).toMatchObject({ code: 1, stdout: '' })
        expect(absent.stderr).toContain('cannot be read')
        writeFileSync(file, content.slice(0, 5000))
        const broken = await run(file)
        expect(broken).toMatchObject({ code: 1, stdout: '' })
        expect(broken.stderr).toMatch(/Line \d+, column \d+/)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
})
