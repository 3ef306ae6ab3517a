import { PlaceCache } from '@octavo/server/content/hidden-items/place-cache'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { type Answer, engines, rowsFor, startService, type TestService } from '../setup/service.ts'

/** The limits of tokens, and a collection that each sees. */
const kinds = [
  ['notes', { collections: ['posts', 'notes', 'pages'], locales: ['en'] }],
  ['posts', { locales: ['en'] }],
  ['posts', { collections: ['posts', 'pages'] }],
  ['notes', { collections: ['notes', 'pages'] }],
] as const

describe.each(engines)('references to items that are deleted permanently, on %s', (engine) => {
  let service: TestService
  const ids = { english: '', german: '', posts: '', notes: '' }
  const limited: { slug: 'posts' | 'notes'; token: string }[] = []
  const known: Map<string, Answer>[] = []

  const create = async (collection: string, body: object): Promise<string> => {
    const published = { body: { status: 'published', ...body } }
    return dataOf(await service.ask('POST', `/content/${collection}`, published), 201).item.id
  }

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    const supports = ['drafts']
    await makeCollection(service, 'pages', { supports })
    const options = { collection: 'pages' }
    const fields = [
      { slug: 'to', type: 'reference', options },
      { slug: 'hidden', type: 'reference', options },
      { slug: 'all', type: 'reference', options: { ...options, allowMultiple: true } },
    ]
    await makeCollection(service, 'posts', { supports, fields })
    await makeCollection(service, 'notes', { supports, fields: [...fields, { slug: 'extra', type: 'json' }] })
    ids.english = await create('pages', {})
    ids.german = await create('pages', { locale: 'de' })
    const data = { to: ids.english, hidden: ids.german, all: [ids.german, ids.english] }
    ids.posts = await create('posts', { data })
    ids.notes = await create('notes', { data: { ...data, extra: [ids.english, ids.german] } })
    for (const [slug, limits] of rowsFor(engine, kinds)) {
      const { token } = await service.person(50, ['content:read'], 'live', limits)
      limited.push({ slug, token })
      known.push(await readAll({ slug, token }))
    }
  })
  afterAll(() => service.close())

  async function readAll({ slug, token }: (typeof limited)[number]): Promise<Map<string, Answer>> {
    const list = `/content/${slug}`
    const filters = ['to', 'hidden', 'all'].flatMap((field) => [
      `${list}?where[${field}][exists]=true`,
      `${list}?where[${field}][exists]=false`,
    ])
    const paths = [`${list}/${ids[slug]}`, list, ...filters, `${list}?where[to]=${ids.english}`]
    const answers = paths.map(async (path) => [path, await service.ask('GET', path, { token })] as const)
    return new Map(await Promise.all(answers))
  }

  const removePage = async (id: string): Promise<void> => {
    for (const way of ['', '/permanent']) dataOf(await service.ask('DELETE', `/content/pages/${id}${way}`))
  }

  it.each([
    ['the item', () => removePage(ids.english)],
    ['the item that is hidden', () => removePage(ids.german)],
    ['its collection', () => service.ask('DELETE', '/schema/collections/pages?force=true')],
  ])(
    'look the same to all processes without %s, are filtered by what shows, and no ETag is stale',
    async (what, remove) => {
      await remove()
      for (const [index, kind] of limited.entries()) {
        const texts: string[][] = []
        // The second one is as in a process that has read nothing while the item existed.
        for (const placeCache of [service.services.placeCache, new PlaceCache()]) {
          Object.assign(service.services, { placeCache })
          const answers = await readAll(kind)
          texts.push([...answers.values()].map(({ text }) => text))
          for (const [path, answer] of answers) {
            const before = known[index]?.get(path)
            if (before?.headers['etag'] === answer.headers['etag'])
              expect(answer.text, path).toBe(before?.text)
          }
          known[index] = answers
        }
        expect(texts[1]).toEqual(texts[0])
        const list = `/content/${kind.slug}`
        const shown = dataOf(known[index]?.get(list) as Answer).items[0].data
        for (const field of ['to', 'hidden', 'all'])
          for (const isThere of [true, false]) {
            const found = dataOf(known[index]?.get(`${list}?where[${field}][exists]=${isThere}`) as Answer)
            expect(found.items.length, `${field} ${isThere}`).toBe(Number(field in shown === isThere))
          }
        if (what === 'the item') expect(shown).toMatchObject({ to: ids.english })
      }
    },
  )
})
