// @module-tag long
import { appendFile, chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { type App, createApp } from '@octavo/server/app'
import { readConfig } from '@octavo/server/config'
import { createLog } from '@octavo/server/platform/log'
import { makeToken } from '../crash/service-process.ts'
import { usablePrograms } from '../setup/postgres-programs.ts'
import { createCluster, startServer } from '../setup/postgres-server.ts'
import { copyCluster, giveAll, makeFolder } from '../setup/replicated-postgres.ts'

async function ask({ server }: App, token: string, method: string, path: string, payload?: object) {
  const answer = await server.inject({
    method: method as 'GET',
    url: `/_cms/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload !== undefined && { payload }),
  })
  return { status: answer.statusCode, data: JSON.parse(answer.body).data }
}

describe('continuous archiving of PostgreSQL, as the docs describe it', () => {
  it('brings back the moment before a mistake', async () => {
    const folder = await makeFolder()
    const programs = await usablePrograms(folder)
    const cluster = await createCluster(programs, folder)
    const archive = join(folder, 'archive')
    await mkdir(archive)
    await giveAll(archive, programs)
    const primary = await startServer(programs, cluster, {
      settings: {
        wal_level: 'replica',
        max_wal_senders: '2',
        archive_mode: 'on',
        archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
        archive_timeout: '60',
      },
    })
    const settings = (url: string): Record<string, string> => ({
      OCTAVO_DATA_DIR: join(folder, 'octavo'),
      OCTAVO_DATABASE_URL: url,
      OCTAVO_SECRET_KEY: 'a-key-of-tests-that-is-long-enough',
    })
    const token = await makeToken(settings(primary.url))
    const open = (url: string): Promise<App> =>
      createApp({ config: readConfig(settings(url)), log: createLog('silent'), wait: 60_000 })
    const app = await open(primary.url)
    await ask(app, token, 'POST', '/schema/collections', { slug: 'posts', label: 'Posts', supports: [] })
    const base = join(folder, 'base')
    await copyCluster(primary.url, cluster.data, base)
    for (let n = 0; n < 5; n++) await ask(app, token, 'POST', '/content/posts', { data: {} })

    const client = new Client(primary.url)
    await client.connect()
    await delay(50)
    const { rows } = await client.query<{ at: string }>('SELECT now()::text AS at')
    await delay(50)
    await client.query('DELETE FROM content_posts')
    await client.query('SELECT pg_switch_wal()')
    await client.end()
    await app.close()
    await primary.stop()
    expect((await readdir(archive)).length).toBeGreaterThan(0)

    await rm(join(base, 'standby.signal'))
    await writeFile(join(base, 'recovery.signal'), '')
    await appendFile(
      join(base, 'postgresql.auto.conf'),
      `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${rows[0]?.at}'\nrecovery_target_action = 'promote'\n`,
    )
    await giveAll(base, programs)
    await chmod(folder, 0o711)
    const restored = await startServer(
      programs,
      { ...cluster, data: base },
      { settings: { wal_level: 'replica', max_wal_senders: '2' } },
    )
    const again = await open(restored.url)
    const list = await ask(again, token, 'GET', '/content/posts')
    expect([list.status, list.data?.items.length]).toEqual([200, 5])
    await again.close()
    await restored.stop()
    await rm(folder, { recursive: true, force: true })
  })
})
