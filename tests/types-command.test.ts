import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from '@octavo/server/http/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from './setup/answers.ts'
import { startCommand } from './setup/command-line.ts'
import { makeCollection } from './setup/content.ts'
import { patience } from './setup/patience.ts'
import { engines, startService, type TestService } from './setup/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-types-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(engines)('octavo types on %s', (engine) => {
  let service: TestService
  let server: Awaited<ReturnType<typeof createServer>>
  let url: string
  let env: Record<string, string>
  const out = join(folder, `${engine}.d.ts`)

  beforeAll(async () => {
    service = await startService(engine)
    server = await createServer(service.services)
    await server.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    const { dataDir, databaseUrl } = service.services.config
    env = { OCTAVO_DATA_DIR: dataDir, ...(databaseUrl !== null && { OCTAVO_DATABASE_URL: databaseUrl }) }
    await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
  })
  afterAll(async () => {
    await server.close()
    await service.close()
  })

  const exported = async (): Promise<string> => (await service.ask('GET', '/schema?format=typescript')).text

  it('prints what the service exports', async () => {
    const { code, stdout, stderr } = await startCommand(['types'], env).ended()
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(await exported())
    expect(stdout).toContain('export interface Site {')
  })

  it('asks a running service with a token, as an option or a variable', async () => {
    const { token } = await service.person(50, ['schema:read'])
    const nowhere = { OCTAVO_DATA_DIR: join(folder, 'nowhere') }
    const asked = await startCommand(['types', '--url', url, '--token', token], nowhere).ended()
    expect(asked).toEqual({ code: 0, stdout: await exported(), stderr: '' })
    const silent = await startCommand(['types', '--url', `${url}/`], {
      ...nowhere,
      OCTAVO_TOKEN: token,
    }).ended()
    expect(silent).toEqual(asked)
    expect(readdirSync(folder)).not.toContain('nowhere')
  })

  it('writes a file again when the schema changes, until it is stopped', { tags: 'long' }, async () => {
    const watching = startCommand(['types', '--watch', '--out', out], env)
    await watching.reported(/Wrote .*\.d\.ts\./)
    expect(readFileSync(out, 'utf8')).toBe(await exported())
    await makeCollection(service, 'pages', { supports: [] })
    await expect.poll(() => readFileSync(out, 'utf8')).toContain('export interface Page extends')
    dataOf(await service.ask('POST', '/plugins/embeds/enable', { body: {} }))
    await expect.poll(async () => readFileSync(out, 'utf8') === (await exported())).toBe(true)
    watching.child.kill('SIGTERM')
    expect(await watching.ended()).toMatchObject({ code: 0, stdout: '' })
    expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([])
  })

  it('watches a running service, and goes on after it was away', { tags: 'long' }, async () => {
    const { token } = await service.person(50, ['schema:read'])
    const file = join(folder, `${engine}-remote.d.ts`)
    const args = ['types', '--watch', '--out', file, '--url', url]
    const watching = startCommand(args, { OCTAVO_TOKEN: token })
    await watching.reported(/Wrote/)
    const { port } = new URL(url)
    await server.close()
    await watching.reported(/cannot be reached. Trying again/)
    server = await createServer(service.services)
    await server.listen({ port: Number(port), host: '127.0.0.1' })
    await makeCollection(service, 'books', { supports: [] })
    await expect
      .poll(() => readFileSync(file, 'utf8'), { timeout: 2 * patience })
      .toContain('export interface Book ')
    watching.child.kill('SIGTERM')
    expect((await watching.ended()).code).toBe(0)
  })
})

describe('octavo types says what is wrong', () => {
  const nowhere = { OCTAVO_DATA_DIR: join(folder, 'none') }
  it.each<[why: string, args: string[], says: RegExp]>([
    ['without a database', [], /There is no site in .*none yet.*--url/],
    ['without a file to watch', ['--watch'], /--out/],
    ['with a token for nothing', ['--token', 'x'], /--url/],
    ['with no address', ['--url', 'nonsense'], /--url takes the address/],
    ['where nothing answers', ['--url', 'http://127.0.0.1:9', '--token', 'x'], /cannot be reached/],
    ['with nobody signed in', ['--url', 'http://127.0.0.1:9'], /not signed in/],
  ])('%s', { tags: 'long' }, async (_, args, says) => {
    const { code, stdout, stderr } = await startCommand(['types', ...args], nowhere).ended()
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(says)
    expect(readdirSync(folder)).not.toContain('none')
  })
})
