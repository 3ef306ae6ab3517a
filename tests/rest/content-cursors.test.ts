import { encodeCursor } from '@octavo/server/platform/cursor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const keys = [
  { slug: 'title', type: 'string' },
  { slug: 'views', type: 'integer' },
  { slug: 'price', type: 'number' },
  { slug: 'is_hot', type: 'boolean' },
  { slug: 'starts', type: 'datetime' },
]

const garbage = [
  '',
  ' ',
  'abc',
  'null',
  '%00',
  '7B7D',
  '00',
  'FFFEFD',
  conceal(['x', 'y']),
  conceal(['x', 'y', '']),
  conceal(['x', 'y', 'null']),
  'A'.repeat(4096),
  'A'.repeat(4097),
  "'; DROP TABLE content_posts; --",
]

/** The parts of a cursor: the digest of its list, the id and the key as JSON. */
function reveal(cursor: string): string[] {
  return /^(\w+) (\w+) (.*)$/s.exec(Buffer.from(cursor, 'hex').toString())?.slice(1) ?? []
}

function conceal(parts: readonly string[]): string {
  return Buffer.from(parts.join(' ')).toString('hex').toUpperCase()
}

/** What a forger could put in the place of the key and the id of a cursor. */
const forgedKeys: readonly unknown[] = [
  null,
  1.5,
  -1e300,
  1e19,
  2 ** 63,
  '\0',
  'a\0b',
  '\ud800',
  "' OR 1=1 --",
  'x'.repeat(2000),
  true,
  {},
  [],
  { toString: 'x' },
]
/** What is no JSON, or JSON that a number does not come from. */
const forgedTexts = ['', '1e999', '-1e999', 'NaN', '1 OR 1=1', '"\\ud800"', '"open', '9'.repeat(400), '-0']
const forgedIds = ['\0', '', '\ufffd', "' OR 1=1 --", 'x'.repeat(2000), 'null']

describe.each(engines)('cursors on %s', (engine) => {
  let service: TestService
  let revised: string

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields: keys })
    for (const views of [1, 2]) {
      const data = {
        title: `t${views}`,
        views,
        price: views / 2,
        is_hot: views === 1,
        starts: `202${views}-01-01T00:00:00Z`,
      }
      dataOf(await service.ask('POST', '/content/posts', { body: { data } }), 201)
    }
    for (let count = 0; count < 2; count++) {
      await makeItem(service, 'posts', { state: 'trash' })
      await makeItem(service, 'posts', { state: 'published' })
    }
    revised = (await makeItem(service, 'posts', { state: 'published+draft' })).id
  })
  afterAll(() => service.close())

  const lists = (): string[] => [
    ...['createdAt', ...keys.map(({ slug }) => slug)].map(
      (key) => `/content/posts?limit=1&order=asc&orderBy=${key}`,
    ),
    '/content/posts?limit=1&orderBy=publishedAt&status=published',
    '/content/posts?limit=1&orderBy=publishedAt&status=draft',
    '/content/posts?limit=1&orderBy=scheduledAt&view=live',
    '/content/posts/trash?limit=1',
    `/content/posts/${revised}/revisions?limit=1`,
  ]

  it('says so of a cursor from the time when text was sorted by bytes', async () => {
    const { id } = service.services.schema.current.collections.get('posts') ?? { id: '' }
    const oldList = `${id} latest title asc draft+published+scheduled * +`
    const cursor = encodeCursor(oldList, { key: 't1', id: revised })
    const answer = await service.ask('GET', `/content/posts?orderBy=title&order=asc&cursor=${cursor}`)
    expectFailure(answer, '400 VALIDATION_ERROR', 'cursor: belongs to another list, or to an older version')
  })

  it.each(garbage)('refuses %j everywhere', async (cursor) => {
    for (const path of lists()) {
      expectFailure(
        await service.ask('GET', `${path}&cursor=${encodeURIComponent(cursor)}`),
        '400 VALIDATION_ERROR',
        'cursor',
      )
    }
  })

  const forgeries = [
    ...forgedKeys.map((key) => ({ part: 2, text: JSON.stringify(key) })),
    ...forgedTexts.map((text) => ({ part: 2, text })),
    ...forgedIds.map((text) => ({ part: 1, text })),
    { part: 3, text: 'one more' },
  ]

  it.each(forgeries)('a forged part $part ($text) is refused or harmless', async ({ part, text }) => {
    for (const path of lists()) {
      const parts = reveal(dataOf(await service.ask('GET', path)).nextCursor)
      expect(parts).toHaveLength(3)
      parts[part] = text
      const answer = await service.ask('GET', `${path}&cursor=${conceal(parts)}`)
      expect([path, outcome(answer)]).toEqual([path, answer.status === 200 ? '200' : '400 VALIDATION_ERROR'])
      expect(answer.text).not.toMatch(/syntax|content_posts/)
    }
  })

  it.each([
    ['?orderBy=publishedAt&status=published', 'null'],
    ['?orderBy=scheduledAt&view=live', '"2026-01-01T00:00:00.000Z"'],
    ['?orderBy=createdAt', 'null'],
  ])('%s never gave the key %s', async (query, key) => {
    const path = `/content/posts${query}&limit=1`
    const [list = '', id = ''] = reveal(dataOf(await service.ask('GET', path)).nextCursor)
    expectFailure(
      await service.ask('GET', `${path}&cursor=${conceal([list, id, key])}`),
      '400 VALIDATION_ERROR',
      'cursor',
    )
  })

  it.each(keys)('a forged $slug of another type is refused', async ({ slug, type }) => {
    const path = `/content/posts?limit=1&order=asc&orderBy=${slug}`
    const parts = reveal(dataOf(await service.ask('GET', path)).nextCursor)
    parts[2] = type === 'string' || type === 'datetime' ? '5' : '"5"'
    const answer = await service.ask('GET', `${path}&cursor=${conceal(parts)}`)
    expectFailure(answer, '400 VALIDATION_ERROR', 'cursor')
  })
})
