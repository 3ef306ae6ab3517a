// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { withMigratedPostgres } from '../setup/databases.ts'
import { type Engine, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'
import type { Watch } from './plans.ts'
import { explainedUrl, watchPostgres } from './postgres-watch.ts'

const copies = 40_000
/** somewhat more than a list looks at one by one */
const mostRead = 12_000
/** of the ids of the copies; their number follows, of five digits */
const idStart = '01J'.padEnd(21, '0')
/** among the first so many, every second one is a translation */
const translated = 24_000

interface Case {
  readonly name: string
  readonly engine: Engine
  /** how the server plans prepared statements */
  readonly plans?: 'force_custom_plan' | 'force_generic_plan'
  /** whether the server has no statistics of the items, as in the first minute after many were written */
  readonly isUnknown?: boolean
}

const cases: readonly Case[] = [
  { name: 'sqlite', engine: 'sqlite' },
  { name: 'postgres, planned for the given values', engine: 'postgres', plans: 'force_custom_plan' },
  { name: 'postgres, planned for all values', engine: 'postgres', plans: 'force_generic_plan' },
  { name: 'postgres without statistics', engine: 'postgres', isUnknown: true },
]

describe.each(cases)('a list of many items on $name', ({ engine, plans, isUnknown = false }) => {
  let service: TestService
  let watch: Watch | null = null
  let remove = async (): Promise<void> => undefined

  beforeAll(async () => {
    const env: Record<string, string> = { OCTAVO_LOCALES: 'en,de' }
    if (engine === 'postgres') {
      const database = await withMigratedPostgres()
      remove = () => database.drop()
      env['OCTAVO_DATABASE_URL'] = explainedUrl(
        database.url,
        plans === undefined ? {} : { plan_cache_mode: plans },
      )
      watch = watchPostgres(() => mostRead)
    }
    service = await startService(engine, { env })
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'rank', type: 'number' },
      // Rows as long as usual, without which the server reads any table as a whole.
      { slug: 'note', type: 'text' },
    ]
    await makeCollection(service, 'posts', { supports: ['drafts'], fields })
    const body = { data: { title: 'one', rank: 0, note: 'note '.repeat(300) }, status: 'published' }
    const { item } = dataOf(await service.ask('POST', '/content/posts', { body }), 201)
    if (isUnknown) await define('ALTER TABLE content_posts SET (autovacuum_enabled = off)')
    await fill(item.id)
    if (engine === 'postgres' && !isUnknown) await rowsOf(service, 'ANALYZE content_posts')
  })
  afterAll(async () => {
    watch?.end()
    await service.close()
    await remove()
  })

  const define = (sql: string): Promise<void> =>
    service.services.database.transaction('schema', (tx) => tx.define(sql))

  /** Copies of an item whose rank is their number, one a second. */
  async function fill(id: string): Promise<void> {
    const [row = {}] = await rowsOf(service, `SELECT * FROM content_posts WHERE id = '${id}'`)
    const own = ['id', 'slug', 'translation_group', 'locale', 'created_at', 'rank']
    const same = Object.keys(row).filter((name) => !own.includes(name))
    const columns = same.map((name) => `"${name}"`).join(', ')
    const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${copies})`
    const number = 'substr(CAST(100000 + n.i AS TEXT), 2)'
    const values = [
      `'${idStart}' || ${number}`,
      `'copy-' || ${number}`,
      `'${idStart}' || ${number}`,
      `CASE WHEN n.i <= ${translated} AND n.i % 2 = 0 THEN 'de' ELSE 'en' END`,
      `'2020-01-01T00:00:' || ${number} || 'Z'`,
      'n.i',
    ]
    await service.services.database.transaction('write', (tx) =>
      tx.run(
        `INSERT INTO content_posts (${own.join(', ')}, ${columns}) ${numbers} SELECT ${values.join(', ')}, ${columns} FROM content_posts, n WHERE id = ? ORDER BY n.i`,
        [id],
      ),
    )
  }

  const ranksOf = async (query: string): Promise<number[]> => {
    const answer = await service.ask('GET', `/content/posts?view=live&limit=20&${query}`)
    return dataOf(answer).items.map(({ data }: { data: { rank: number } }) => data.rank)
  }
  const scans = (): unknown[] => watch?.fullScans(new Set(['content_posts'])) ?? []

  it('of one locale does not read the newer items of another', async () => {
    watch?.setOperation('content.list')
    expect((await ranksOf('locale=de'))[0]).toBe(translated)
    expect((await ranksOf('locale=de&order=asc'))[0]).toBe(2)
    expect((await ranksOf('locale=de&where[rank][gte]=2'))[0]).toBe(translated)
    if (!isUnknown) expect((await ranksOf('locale=de&orderBy=title'))[0]).toBe(translated)
    expect(scans()).toEqual([])
  })

  it('of given ones, and one by its slug, are looked up', async () => {
    watch?.setOperation('content.list')
    const [first, last] = ['00007', '39999']
    const ids = [idStart + first, idStart + last]
    expect(await ranksOf(`ids=${ids.join(',')}&locale=*`)).toEqual([7, 39_999])
    for (const view of ['live', 'latest']) {
      const read = async (locale: string): Promise<unknown> =>
        (await service.ask('GET', `/content/posts/copy-${last}?view=${view}${locale}`)).status
      expect([await read(''), await read('&locale=en'), await read('&locale=de')]).toEqual([200, 200, 404])
    }
    expect(scans()).toEqual([])
  })

  it('with what editors see is looked up by values and drafts', async () => {
    watch?.setOperation('content.list')
    const query = 'where[rank]=39999&count=true&locale=*'
    const { items, total } = dataOf(await service.ask('GET', `/content/posts?view=latest&${query}`))
    expect([items.length, total]).toEqual([1, 1])
    expect(scans()).toEqual([])
  })

  it('by a rare range does not read all items after lists by frequent ones', async () => {
    watch?.setOperation('content.list')
    // The server takes a plan for all values from the sixth time on.
    for (let turn = 0; turn < 8; turn++)
      await ranksOf(`where[rank][gte]=${10_000 + turn}&orderBy=title&locale=*`)
    expect(await ranksOf(`where[rank][gte]=${copies}&orderBy=title&locale=*`)).toEqual([copies])
    expect(scans()).toEqual([])
  })

  it('finds the items between two bounds that are many each', async () => {
    const between = 'where[rank][gte]=11001&where[rank][lt]=11004'
    for (const order of ['orderBy=title&order=asc', 'orderBy=createdAt&order=asc'])
      expect(await ranksOf(`${between}&${order}&locale=*`)).toEqual([11_001, 11_002, 11_003])
  })
})
