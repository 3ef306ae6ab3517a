import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectFailure } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

describe.each(engines)('the number of items with a time, on %s', (engine) => {
  let service: TestService
  const supports = ['drafts', 'scheduling']
  beforeAll(async () => {
    service = await startService(engine)
    for (const slug of ['posts', 'others'])
      await makeCollection(service, slug, { supports, fields: [{ slug: 'title', type: 'string' }] })
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    await fill(id)
    const body = { unpublishAt: '2999-01-01T00:00:00Z' }
    await service.ask('POST', `/content/posts/${id}/schedule`, { body })
    await makeItem(service, 'posts', { state: 'scheduled+time' })
    const trashed = await makeItem(service, 'posts', { state: 'scheduled+time' })
    await service.ask('DELETE', `/content/posts/${trashed.id}`)
    if (engine === 'postgres') await rowsOf(service, 'ANALYZE content_posts')
  })
  afterAll(() => service.close())

  /** Enough copies of an item for PostgreSQL to prefer an index. */
  async function fill(id: string): Promise<void> {
    const [row = {}] = await rowsOf(service, `SELECT * FROM content_posts WHERE id = '${id}'`)
    const { id: _id, slug: _slug, translation_group: _group, ...same } = row
    const columns = Object.keys(same)
      .map((name) => `"${name}"`)
      .join(', ')
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)'
    const unique = `'copy-' || n.i, 'copy-' || n.i, 'copy-' || n.i`
    await service.services.database.transaction('write', (tx) =>
      tx.run(
        `INSERT INTO content_posts (id, slug, translation_group, ${columns}) ${numbers} SELECT ${unique}, ${columns} FROM content_posts, n WHERE id = ?`,
        [id],
      ),
    )
  }

  /** The statements about the table that a request runs in its transaction. */
  async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
    const { database } = service.services
    const found: string[] = []
    const transaction = database.transaction.bind(database)
    const spy = vi.spyOn(database, 'transaction').mockImplementation((kind, work) =>
      transaction(kind, (tx) => {
        const rows = vi.spyOn(tx, 'rows')
        return work(tx).finally(() => found.push(...rows.mock.calls.map(([sql]) => sql)))
      }),
    )
    await request().finally(() => spy.mockRestore())
    return found.filter((sql) => sql.includes('FROM "content_posts"'))
  }

  it('is read from an index alone, where scheduling is disabled', async () => {
    const statements = await statementsOf(async () =>
      expectFailure(
        await service.ask('PATCH', '/schema/collections/posts', { body: { supports: ['drafts'] } }),
        '400 SCHEMA_ERROR',
        '3 ',
      ),
    )
    const counting = statements.filter((sql) => sql.includes('_unpublish_at'))
    expect(counting).toHaveLength(1)
    const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
    const plan = JSON.stringify(await rowsOf(service, `${explain} ${counting[0]}`))
    expect(plan).toMatch(
      engine === 'sqlite' ? /USING COVERING INDEX \w+_timed/ : /Index Only Scan using \S*_timed/,
    )
  })

  it('is none of a collection without such items', async () => {
    const body = { supports: ['drafts'] }
    expect((await service.ask('PATCH', '/schema/collections/others', { body })).status).toBe(200)
  })
})
