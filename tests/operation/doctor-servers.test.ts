// @module-tag long
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer as createWebServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Engine from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmptySite, emptySite } from '../setup/archives.ts'
import { type Ending, startCommand } from '../setup/command-line.ts'

const sentence = /^[^\n]+\.\n$/
const folder = mkdtempSync(join(tmpdir(), 'octavo-doctor-servers-'))
const octavo = (args: string[], env: Record<string, string>): Promise<Ending> =>
  startCommand(args, { OCTAVO_DATA_DIR: join(folder, 'data'), ...env }).ended()

afterAll(() => rmSync(folder, { recursive: true }))

describe('octavo doctor with a database server', () => {
  let site: EmptySite

  beforeAll(async () => {
    site = await emptySite('postgres')
  })
  afterAll(() => site.remove())

  const urlWith = (change: (url: URL) => void): string => {
    const url = new URL(site.env['OCTAVO_DATABASE_URL'] ?? '')
    change(url)
    return url.href
  }
  const inDatabase = async (sql: string): Promise<void> => {
    const client = new Client(site.env['OCTAVO_DATABASE_URL'])
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  const expectFailure = async (url: string, mention: string): Promise<void> => {
    const { code, stdout, stderr } = await octavo(['doctor'], { OCTAVO_DATABASE_URL: url })
    expect([code, stderr]).toEqual([1, 'One problem prevents the service from working.\n'])
    expect(stdout).toMatch(/^failure +database /m)
    expect(stdout).toContain(mention)
  }

  it.each([
    ['no password', (url: URL) => void (url.password = ''), 'the address has none'],
    [
      'an sslmode that it does not know',
      (url: URL) => url.searchParams.set('sslmode', 'require'),
      'does not speak TLS',
    ],
  ])('says in one sentence that there is %s', async (_, change, mention) => {
    const url = urlWith(change)
    await expectFailure(url, mention)
    const started = await octavo(['migrate'], { OCTAVO_DATABASE_URL: url })
    expect(started).toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) })
    expect(started.stderr).toMatch(/^OCTAVO_DATABASE_URL names /)
  })

  it('exits with 1 where no tables can be made', () =>
    expectFailure(
      urlWith((url) => url.searchParams.set('options', '-c search_path=none')),
      'may not make tables',
    ))

  it('exits with 1 for the database of another program', async () => {
    await inDatabase('CREATE TABLE users (id integer); CREATE TABLE others (id integer)')
    await expectFailure(
      urlWith(() => undefined),
      'has tables of another program (users)',
    )
    await inDatabase('DROP TABLE users')
    expect(await octavo(['doctor'], site.env)).toMatchObject({ code: 0 })
  })
})

it('octavo doctor exits with 1 for an embedded database of another program', async () => {
  const dataDir = join(folder, 'other')
  mkdirSync(dataDir)
  const engine = new Engine(join(dataDir, 'octavo.db'))
  engine.exec('CREATE TABLE users (id)')
  engine.close()
  const { code, stdout } = await octavo(['doctor'], { OCTAVO_DATA_DIR: dataDir })
  expect([code, stdout]).toEqual([1, expect.stringContaining('has tables of another program (users)')])
})

describe('octavo doctor with a server of another kind', () => {
  const servers: Server[] = []
  afterAll(() => servers.map((server) => server.close()))
  const portOf = async (server: Server): Promise<number> => {
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }

  it.each([
    [200, '<html></html>'],
    [404, '<html><body>404<br></body></html>'],
    [403, '<!doctype html><p>Forbidden'],
    [302, ''],
    [400, 'Bad request'],
    [404, '{"error":"not found"}'],
  ])('exits with 1 for a web server in place of the store: %i %s', async (status, page) => {
    const port = await portOf(
      createWebServer((_, response) => response.writeHead(status, { location: '/' }).end(page)),
    )
    const env = {
      OCTAVO_FILES_URL: `s3://bucket?endpoint=http://127.0.0.1:${port}`,
      ...{ AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' },
    }
    const { code, stdout } = await octavo(['doctor'], env)
    expect(code, stdout).toBe(1)
    expect(stdout).toMatch(/^failure +store +.*the server is no file store\.$/m)
    const { code: end, stderr } = await octavo(['serve'], { ...env, PORT: '4499', OCTAVO_LOG_LEVEL: 'warn' })
    expect([end, stderr]).toEqual([1, expect.stringMatching(sentence)])
    expect(stderr).toMatch(/^OCTAVO_FILES_URL names .* the server is no file store\.$/m)
  })

  it('says what a store says', async () => {
    const answer = '<Error><Code>InvalidBucketName</Code><Message>The bucket is not valid.</Message></Error>'
    const port = await portOf(createWebServer((_, response) => response.writeHead(400).end(answer)))
    const { stdout } = await octavo(['doctor'], {
      OCTAVO_FILES_URL: `s3://bucket?endpoint=http://127.0.0.1:${port}`,
      ...{ AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' },
    })
    expect(stdout).toMatch(/^failure +store +.*cannot be used: The bucket is not valid\.$/m)
  })

  it('warns in words of a mail server that speaks no TLS', async () => {
    const port = await portOf(createServer((socket) => void socket.end('220 ready\r\n')))
    const { code, stdout } = await octavo(['doctor'], { OCTAVO_SMTP_URL: `smtps://127.0.0.1:${port}` })
    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(/^warning +mail +The mail server does not take mail: it does not speak TLS there/m)
  })
})
