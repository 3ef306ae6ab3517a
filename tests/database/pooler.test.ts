import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '@octavo/server/app'
import { backUp } from '@octavo/server/maintenance/backup/back-up'
import { restore } from '@octavo/server/maintenance/backup/restore'
import { readConfig } from '@octavo/server/config'
import { createLog } from '@octavo/server/platform/log'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { emptySite } from '../setup/archives.ts'
import { makeToken } from '../crash/service-process.ts'
import { type TestDatabase, withPostgres } from '../setup/databases.ts'
import { freePort } from '../setup/free-port.ts'
import { patience } from '../setup/patience.ts'

const program = '/usr/sbin/pgbouncer'

/** A PgBouncer that gives a connection to another client after each transaction. It does not run as root. */
async function startBouncer(folder: string, target: URL): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const { hostname, username, password } = target
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
`,
  )
  chmodSync(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  const nobody = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(isRoot && { uid: nobody('-u'), gid: nobody('-g') }),
  })
  const url = new URL(target)
  url.port = String(port)
  await vi.waitFor(
    async () => {
      const client = new Client(url.href)
      await client.connect()
      await client.end()
    },
    { timeout: patience, interval: 100 },
  )
  return { url: url.href, child }
}

describe.skipIf(!existsSync(program))('behind PgBouncer in transaction mode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-bouncer-'))
  let database: TestDatabase
  let bouncer: { url: string; child: ChildProcess }
  let nodes: App[] = []
  let token: string
  let env: Record<string, string>

  beforeAll(async () => {
    database = await withPostgres()
    bouncer = await startBouncer(folder, new URL(database.url))
    env = {
      OCTAVO_DATA_DIR: folder,
      OCTAVO_DATABASE_URL: bouncer.url,
      OCTAVO_DATABASE_POOLER: 'transaction',
      OCTAVO_SECRET_KEY: 'a-key-of-tests-that-is-long-enough',
    }
    token = await makeToken(env)
    const started = [1, 2].map(() => createApp({ config: readConfig(env), log: createLog('silent') }))
    nodes = await Promise.all(started)
  })
  afterAll(async () => {
    for (const node of nodes) await node.close()
    bouncer.child.kill()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  async function ask(at: number, method: string, path: string, payload?: object) {
    const answer = await nodes[at]?.server.inject({
      method: method as 'GET',
      url: `/_cms/api${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload !== undefined && { payload }),
    })
    return { status: answer?.statusCode, body: JSON.parse(answer?.body ?? '{}') }
  }

  it('migrates, and two nodes read, write and change the content model at once', async () => {
    await ask(0, 'POST', '/schema/collections', { slug: 'posts', label: 'Posts', supports: ['search'] })
    const field = { slug: 'title', label: 'Title', type: 'string', searchable: true }
    expect((await ask(0, 'POST', '/schema/collections/posts/fields', field)).status).toBe(201)
    const statuses = await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        const written = await ask(n % 2, 'POST', '/content/posts', {
          data: { title: `Clay ${n}` },
          status: 'published',
        })
        const read = await ask((n + 1) % 2, 'GET', `/content/posts/${written.body.data?.item.id}`)
        const listed = await ask(n % 2, 'GET', '/content/posts?limit=20')
        return `${written.status} ${read.status} ${listed.status}`
      }),
    )
    expect([...new Set(statuses)]).toEqual(['201 200 200'])
    for (let n = 0; n < 5; n++) {
      const added = { slug: `n${n}`, label: 'N', type: 'integer' }
      const [change, read] = await Promise.all([
        ask(n % 2, 'POST', '/schema/collections/posts/fields', added),
        ask((n + 1) % 2, 'GET', '/content/posts?limit=100'),
      ])
      expect([change.status, read.status]).toEqual([201, 200])
    }
    expect((await ask(1, 'GET', '/search?q=clay&collections=posts')).body.results.length).toBeGreaterThan(0)
  })

  it('keeps the limits of statements within transactions, so that no other client gets them', async () => {
    const client = new Client(bouncer.url)
    await client.connect()
    for (let n = 0; n < 10; n++) {
      const { rows } = await client.query('SHOW statement_timeout')
      expect(rows).toEqual([{ statement_timeout: '0' }])
    }
    await client.end()
    const timeout = await nodes[0]?.services.database.transaction('write', (tx) =>
      tx.rows<{ statement_timeout: string }>('SHOW statement_timeout', []),
    )
    expect(timeout).toEqual([{ statement_timeout: '10s' }])
  })

  it('builds indexes beside writers, and leaves no lock to other clients', async () => {
    const client = new Client(database.url)
    await client.connect()
    const names = ['first_noted', 'second_noted']
    for (const name of names)
      await client.query(
        `INSERT INTO index_builds (name, table_name, definition) VALUES ($1, '"content_posts"', '(version, id)')`,
        [name],
      )
    const signal = new AbortController().signal
    const onBuilt = (): void => undefined
    await Promise.all(
      nodes.map(({ services }) => services.database.buildIndexes({ signal, waits: true, onBuilt })),
    )
    const { rows } = await client.query(
      `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indisvalid AND indexrelid::regclass::text LIKE '%_noted' ORDER BY 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(names)
    const locks = await client.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 7402003`)
    expect(locks.rowCount).toBe(0)
    await client.end()
  })

  it('backs up through it', async () => {
    const path = join(folder, 'site.tar')
    await backUp(path, { config: readConfig(env), log: createLog('silent') })
    const site = await emptySite('sqlite')
    const { summary } = await restore(path, { config: site.config, log: createLog('silent') })
    expect(summary.rows['content_posts']).toBe(120)
    await site.remove()
  })
})
