import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { withMigratedPostgres } from '../setup/databases.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'
import type { Watch } from './plans.ts'
import { explainedUrl, watchPostgres } from './postgres-watch.ts'

const copies = 40_000
/** somewhat more than a list looks at one by one */
const mostRead = 12_000
/** among the first so many, every second one is a translation */
const translated = 24_000

describe.each(engines)('a list of many items on %s', (engine) => {
  let service: TestService
  let watch: Watch | null = null
  let remove = async (): Promise<void> => undefined

  beforeAll(async () => {
    const env: Record<string, string> = { OCTAVO_LOCALES: 'en,de' }
    if (engine === 'postgres') {
      const database = await withMigratedPostgres()
      remove = () => database.drop()
      env['OCTAVO_DATABASE_URL'] = explainedUrl(database.url)
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
    await fill(item.id)
    if (engine === 'postgres') await rowsOf(service, 'ANALYZE content_posts')
  }, 120_000)
  afterAll(async () => {
    watch?.end()
    await service.close()
    await remove()
  })

  /** Copies of an item whose rank is their number, one a second. */
  async function fill(id: string): Promise<void> {
    const [row = {}] = await rowsOf(service, `SELECT * FROM content_posts WHERE id = '${id}'`)
    const own = ['id', 'slug', 'translation_group', 'locale', 'created_at', 'rank']
    const same = Object.keys(row).filter((name) => !own.includes(name))
    const columns = same.map((name) => `"${name}"`).join(', ')
    const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${copies})`
    const number = 'substr(CAST(100000 + n.i AS TEXT), 2)'
    const values = [
      ...Array.from({ length: 3 }, () => `'copy-' || ${number}`),
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
