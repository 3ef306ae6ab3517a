import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { uploaded } from '../setup/media.ts'
import { fullScans, plansDuring } from '../setup/plans.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

/** The plans are those of large tables; more items would only take more time to make. */
const itemCount = 5000
const linkCount = 100_000

/** Copies one item many times, and its two links. */
async function multiply({ services, engine }: TestService): Promise<void> {
  const { database } = services
  const columns = Object.keys(
    (await database.reader.rows<object>('SELECT * FROM content_posts', []))[0] ?? {},
  )
  const own = new Set(['id', 'slug', 'translation_group'])
  const values = columns
    .map((column) => (own.has(column) ? `c."${column}" || n.n` : `c."${column}"`))
    .join(', ')
  const numbersTo = (count: number): string =>
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`
  await database.transaction('schema', async (tx) => {
    const names = columns.map((column) => `"${column}"`).join(', ')
    await tx.run(
      `${numbersTo(itemCount)} INSERT INTO content_posts (${names}) SELECT ${values} FROM content_posts c, n`,
      [],
    )
    await tx.run(
      `${numbersTo(linkCount / 2)} INSERT INTO links (target, source, field, source_type, is_live, is_latest)
       SELECT CASE WHEN n.n < 1000 THEN l.target ELSE l.target || n.n END, l.source || n.n, field, source_type, is_live, is_latest
       FROM links l, n`,
      [],
    )
    if (engine === 'postgres') await tx.define('ANALYZE')
  })
}

describe.each(engines)('100,000 links on %s', (engine) => {
  let service: TestService
  let id: string

  beforeAll(async () => {
    service = await startService(engine)
    const fields = [{ slug: 'cover', type: 'image' }]
    await makeCollection(service, 'posts', { supports: [], fields })
    const file = await uploaded(service, { content: 'used' })
    id = file.id
    dataOf(
      await service.ask('POST', '/content/posts', { body: { data: { cover: { id, url: file.url } } } }),
      201,
    )
    await multiply(service)
  })
  afterAll(() => service.close())

  it('say what refers to a file without reading a whole table', async () => {
    const plans = await plansDuring(service, async () => {
      const { items, isComplete } = dataOf(await service.ask('GET', `/media/${id}/usage`))
      expect([items.length, isComplete]).toEqual([200, false])
    })
    expect(plans.filter(({ sql }) => sql.includes('FROM links')).length).toBeGreaterThan(1)
    expect(fullScans(plans, ['links', 'content_posts', 'c'])).toEqual([])
  })
})
