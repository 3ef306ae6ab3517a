// @module-tag long
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRoot } from '../../scripts/launcher/paths.mjs'
import { type Ending, type Running, startScript } from '../setup/command-line.ts'
import { exportOf } from '../setup/exports.ts'
import { freePort } from '../setup/free-port.ts'
import { picture } from '../setup/media.ts'
import { complaintsAbout } from '../setup/typescript.ts'

const run = promisify(execFile)

const plugin = `import { definePlugin, Refusal } from '@octavo/plugin'
export const plugin = definePlugin({
  id: 'short-titles', name: 'Short titles', version: '1.0.0',
  hooks: {
    'content:beforeSave': ({ data }) => {
      if (String(data.title).length > 20) throw new Refusal('is too long', { path: 'data.title' })
    },
  },
})
`

/** Prints the title that was read back, how a title that is too long is refused, and how an upload ends. */
const program = `import { readFileSync } from 'node:fs'
import { createClient, OctavoApiError } from '@octavo/client/full'
const [baseUrl, token] = process.argv.slice(2)
const client = createClient({ baseUrl, token })
const failure = (call) => call.then(() => 'done', (error) => error instanceof OctavoApiError ? error.code + ' ' + error.message : String(error))
const { items } = await client.schema.listCollections()
if (items.length === 0) {
  await client.schema.createCollection({ slug: 'posts', label: 'Posts', supports: [] })
  await client.schema.createField({ collection: 'posts', slug: 'title', label: 'Title', type: 'string' })
  await client.content.create({ collection: 'posts', data: { title: 'From a program' }, slug: 'first' })
}
const { item } = await client.content.get({ collection: 'posts', id: 'first' })
const file = new File([readFileSync('picture.png')], 'picture.png', { type: 'image/png' })
console.log(JSON.stringify([
  item.data.title,
  await failure(client.content.create({ collection: 'posts', data: { title: 'A title that is much too long' } })),
  await failure(client.media.create({}, { file })),
]))
`

/** What is typed by the site's own schema. */
const typedSite = `import { createClient, follow } from '@octavo/client'
import { htmlComponents } from '@octavo/client/portable-text'
import type { Site } from './octavo'
const octavo = createClient<Site>({ url: 'http://127.0.0.1', token: 'x' })
const page = await octavo.posts.list({ where: { title: { startsWith: 'A' } }, include: ['authorId'], fields: ['title'] })
export const names: (string | null | undefined)[] = page.items.map((post) => follow(page, post, 'authorId')?.name)
export const title: string | undefined = page.items[0]?.data.title
export const html: string = htmlComponents((blocks) => String(blocks.length)).types['code']?.({ value: {} }) ?? ''
// @ts-expect-error there is no such field
octavo.posts.list({ where: { titel: 'x' } })
// @ts-expect-error there is no such collection
octavo.pages
`

const reading = `import { createClient } from '@octavo/client'
const [url, token] = process.argv.slice(2)
const { items } = await createClient({ url, token }).posts.list({ where: { title: { startsWith: 'from' } } })
console.log(JSON.stringify(items.map(({ data }) => data.title)))
`

const typed = `import { createClient } from '@octavo/client/full'
import { definePlugin } from '@octavo/plugin'
export const plugin = definePlugin({ id: 'a', name: 'A', version: '1.0.0' })
export const title: string = (await createClient({ baseUrl: '', token: '' }).content.get({ collection: 'a', id: 'b' })).item.slug
// @ts-expect-error there is no such operation
createClient({ baseUrl: '', token: '' }).content.nothing
`

function childrenOf(pid: number): number[] {
  const lists = readdirSync(`/proc/${pid}/task`).map((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'),
  )
  return lists.join(' ').split(' ').filter(Boolean).map(Number)
}

/** kilobytes */
function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

describe('the packages, installed in an empty folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-packages-'))
  const home = join(folder, 'home')
  const site = join(folder, 'site')
  const packages = join(folder, 'packages')
  const octavo = join(site, 'node_modules', 'octavo', 'bin', 'octavo.mjs')
  const env = { HOME: home, OCTAVO_PLUGINS: './short-titles.mjs', OCTAVO_LOG_LEVEL: 'warn' }
  let token: string

  beforeAll(async () => {
    for (const path of [home, site]) mkdirSync(path)
    await run(process.execPath, [inRoot('scripts', 'pack.ts'), packages])
    writeFileSync(join(site, 'package.json'), '{"private":true,"type":"module"}')
    writeFileSync(join(site, 'short-titles.mjs'), plugin)
    writeFileSync(join(site, 'program.js'), program)
    writeFileSync(join(site, 'reading.js'), reading)
    writeFileSync(join(site, 'picture.png'), await picture())
    const archives = readdirSync(packages).map((name) => join(packages, name))
    // As an empty HOME has it, but for how this machine reaches the registry and what it has read from it.
    const { stdout: cache } = await run('npm', ['config', 'get', 'cache'])
    const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', '--cache', cache.trim()]
    const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
    const surroundings = { ...process.env, HOME: home, PATH: path }
    await run('npm', ['install', ...flags, ...archives], { cwd: site, env: surroundings, timeout: 240_000 })
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const command = (args: readonly string[], more: Record<string, string> = {}): Promise<Ending> =>
    startScript([octavo, ...args], { cwd: site, env: { ...env, ...more } }).ended()

  /** Serves from a folder of data while `work` goes on. */
  async function serving<Result>(
    data: string,
    work: (baseUrl: string, pid: number) => Promise<Result>,
    more: Record<string, string> = {},
  ): Promise<Result> {
    const port = await freePort()
    const baseUrl = `http://127.0.0.1:${port}`
    const place = { PORT: String(port), HOST: '127.0.0.1', OCTAVO_DATA_DIR: data }
    const service: Running = startScript([octavo, 'serve'], { cwd: site, env: { ...env, ...place, ...more } })
    const ended = service.ended()
    try {
      await expect
        .poll(() => fetch(`${baseUrl}/_cms/health/ready`).then(({ status }) => status, String))
        .toBe(200)
      return await work(baseUrl, service.child.pid ?? 0)
    } finally {
      service.child.kill('SIGTERM')
      expect((await ended).code).toBe(0)
    }
  }

  async function printed(baseUrl: string): Promise<unknown> {
    const { code, stdout, stderr } = await startScript(['program.js', baseUrl, token], {
      cwd: site,
      env,
    }).ended()
    expect([code, stderr]).toEqual([0, ''])
    return JSON.parse(stdout)
  }

  it('are a command, a service with its admin, a client and plugins', async () => {
    const { version } = JSON.parse(readFileSync(inRoot('packages', 'cli', 'package.json'), 'utf8'))
    expect((await command(['--version'])).stdout).toBe(`${version}\n`)
    await serving('data', async (baseUrl) => {
      const page = await fetch(`${baseUrl}/_cms/admin`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')])
      const who = ['--email', 'ada@example.com', '--name']
      await command(['user', 'create', ...who, 'Ada', '--role', '50'])
      const made = await command(['token', 'create', ...who, 'program', '--scopes', 'admin'])
      token = made.stdout.trim()
      expect(await printed(baseUrl)).toEqual([
        'From a program',
        'VALIDATION_ERROR The plugin "short-titles" refuses this: is too long',
        'done',
      ])
    })
  })

  it('read a site with a token of the site', async () => {
    await serving('data', async (baseUrl) => {
      const client = ['content', 'posts', 'first', 'publish'].join('/')
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      await fetch(`${baseUrl}/_cms/api/${client}`, { method: 'POST', headers, body: '{}' })
      const made = await command(['token', 'create', '--for', 'site', '--name', 'web'])
      const reader = startScript(['reading.js', baseUrl, made.stdout.trim()], { cwd: site, env })
      expect(await reader.ended()).toEqual({ code: 0, stdout: '["From a program"]\n', stderr: '' })
    })
  })

  it('restore a backup that they wrote, and serve it', async () => {
    const archive = join(folder, 'site.tar')
    expect((await command(['backup', archive])).code).toBe(0)
    const restored = await command(['restore', archive], { OCTAVO_DATA_DIR: 'restored' })
    expect(restored).toMatchObject({ code: 0 })
    await serving('restored', async (baseUrl) => {
      expect(await printed(baseUrl)).toEqual(['From a program', expect.any(String), 'done'])
    })
  })

  it('serve with several workers, beside a process that loads no service', async () => {
    const more = { OCTAVO_WORKERS: '2' }
    await serving(
      'data',
      async (baseUrl, pid) => {
        expect(await printed(baseUrl)).toEqual(['From a program', expect.any(String), 'done'])
        if (process.platform !== 'linux') return
        // A worker that begins takes little yet.
        await expect
          .poll(() => childrenOf(pid).map((worker) => residentOf(pid) < 0.9 * residentOf(worker)))
          .toEqual([true, true])
      },
      more,
    )
  })

  it('run threads and processes of their own', async () => {
    const place = { OCTAVO_DATA_DIR: 'sample', OCTAVO_PLUGINS: '' }
    const backups = join(folder, 'backups')
    writeFileSync(join(site, 'export.xml'), exportOf({ items: [{ title: 'Imported' }] }))
    expect(await command(['demo'], place)).toMatchObject({ code: 0 })
    const more = { OCTAVO_PLUGINS: '', OCTAVO_BACKUP_URL: pathToFileURL(backups).href }
    await serving(
      'sample',
      async (baseUrl) => {
        const imported = await command(['import', 'export.xml'], place)
        expect([imported.code, imported.stdout]).toEqual([0, expect.stringContaining('1')])
        const who = ['--email', 'demo@example.com', '--name', 'Demo']
        await command(['user', 'create', ...who, '--role', '50'], place)
        const made = await command(
          ['token', 'create', ...who.slice(0, 2), '--name', 'a', '--scopes', 'admin'],
          place,
        )
        const first = async (path: string): Promise<Record<string, unknown>> => {
          const headers = { authorization: `Bearer ${made.stdout.trim()}` }
          const response = await fetch(`${baseUrl}/_cms/api${path}&limit=1`, { headers })
          const { data } = (await response.json()) as { data: { items: Record<string, unknown>[] } }
          return data.items[0] ?? {}
        }
        const article = await first('/content/articles?format=markdown')
        expect(article['data']).toMatchObject({ body: expect.any(String) })
        const image = await first('/media?mimeType=image/')
        const variant = await fetch(`${String(image['url'])}?w=160`)
        expect([variant.status, variant.headers.get('content-type')]).toEqual([200, 'image/webp'])
        await expect.poll(() => readdirSync(backups).filter((name) => name.endsWith('.tar'))).toHaveLength(1)
      },
      more,
    )
  })

  it('have their types, and those of the site', async () => {
    const { code, stdout } = await command(['types'], { OCTAVO_DATA_DIR: 'data' })
    expect(code).toBe(0)
    const files = { 'typed.ts': typed, 'octavo.d.ts': stdout, 'site.ts': typedSite }
    expect(await complaintsAbout(files, { parent: site, lib: ['ES2024', 'DOM'] })).toBe('')
  })

  it('say what is missing where the optional ones are left out', async () => {
    const modules = join(site, 'node_modules')
    for (const name of ['sharp', '@img', '@aws-sdk']) rmSync(join(modules, name), { recursive: true })
    await serving('data', async (baseUrl) => {
      const [title, , upload] = (await printed(baseUrl)) as string[]
      expect([title, upload]).toEqual([
        'From a program',
        expect.stringMatching(/^UNAVAILABLE .*npm install sharp$/),
      ])
    })
    const files = { OCTAVO_FILES_URL: 's3://key:secret@127.0.0.1:1/bucket' }
    const { code, stderr } = await command(['serve'], files)
    expect([code, stderr]).toEqual([1, expect.stringContaining('npm install @aws-sdk/client-s3')])
  })
})
