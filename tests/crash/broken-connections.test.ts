// @module-tag long
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patience } from '../setup/patience.ts'
import { makeSite, type Running, type Site } from './service-process.ts'

const writes = 3

describe('a service whose connections to PostgreSQL break', () => {
  let site: Site
  let service: Running
  let admin: Client

  beforeAll(async () => {
    site = await makeSite('postgres')
    admin = new Client({ connectionString: site.databaseUrl ?? '' })
    await admin.connect()
    service = await site.start()
    expect((await service.ask('POST', '/schema/collections', { slug: 'posts', label: 'Posts' })).status).toBe(
      201,
    )
  })
  afterAll(async () => {
    await admin.end()
    await site.remove()
  })

  const write = () => service.ask('POST', '/content/posts', {})

  /** process ids of the connections that wait for the table in an open transaction */
  async function waiting(): Promise<number[]> {
    const { rows } = await admin.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'content_posts'::regclass`,
    )
    return rows.map(({ pid }) => pid)
  }

  it('goes on when they are terminated in open transactions', async () => {
    await admin.query('BEGIN; LOCK TABLE content_posts')
    const answers = Promise.allSettled(Array.from({ length: writes }, write))
    const backends = await vi.waitFor(
      async () => {
        const found = await waiting()
        expect(found).toHaveLength(writes)
        return found
      },
      { timeout: patience, interval: 20 },
    )
    await admin.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [backends])
    const outcomes = (await answers).map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.status : 'the process has ended',
    )
    await admin.query('ROLLBACK')
    expect(outcomes).toEqual(Array.from({ length: writes }, () => 503))
    expect((await write()).status).toBe(201)
    const list = await service.ask('GET', '/content/posts')
    expect(list.body.data.items).toHaveLength(1)
  })
})
