import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { hour, makeCollection } from '../setup/content.ts'
import { callTool, resultOf } from '../setup/mcp.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const fields = [
  { slug: 'title', type: 'string' },
  { slug: 'excerpt', type: 'text' },
  { slug: 'body', type: 'portableText' },
  { slug: 'rating', type: 'integer', translatable: false },
]

describe.each(engines)('expected changes on %s', (engine) => {
  let service: TestService
  let topics: string[]

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions', 'scheduling'], fields })
    dataOf(
      await service.ask('POST', '/taxonomies', {
        body: { name: 'topics', label: 'Topics', collections: ['posts'] },
      }),
      201,
    )
    topics = []
    for (const slug of ['clay', 'wood']) {
      const body = { slug, label: slug }
      topics.push(dataOf(await service.ask('POST', '/taxonomies/topics/terms', { body }), 201).item.id)
    }
  })
  afterAll(() => service.close())

  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer> =>
    service.ask(method, `/content/posts/${path}`, body === undefined ? {} : { body })
  const live = async (id: string) => dataOf(await ask('GET', `${id}?view=live`)).item
  const compare = async (id: string) => dataOf(await ask('GET', `${id}/compare`))
  const make = async (body: Record<string, unknown> = {}): Promise<string> => {
    const data = { title: 'First', excerpt: 'Short', rating: 3 }
    const given = { data, status: 'published', ...body }
    return dataOf(await service.ask('POST', '/content/posts', { body: given }), 201).item.id
  }
  /** A published item whose excerpt was changed on purpose, and whose title a colleague is typing. */
  const halfTyped = async (): Promise<string> => {
    const id = await make()
    dataOf(await ask('PUT', id, { data: { excerpt: 'Better' } }))
    dataOf(await ask('PUT', id, { data: { title: 'Fir' } }))
    return id
  }

  it('the comparison names each difference with both values, and the _rev', async () => {
    const id = await halfTyped()
    dataOf(await ask('PUT', id, { slug: `new-${id.toLowerCase()}`, terms: { topics: [topics[0]] } }))
    const { changed, _rev, slug } = await compare(id)
    expect(changed).toEqual([
      { field: 'title', from: 'First', to: 'Fir' },
      { field: 'excerpt', from: 'Short', to: 'Better' },
      { field: 'slug', from: slug.live, to: `new-${id.toLowerCase()}` },
      { field: 'terms.topics', from: [], to: [topics[0]] },
    ])
    expect(_rev).toBe(dataOf(await ask('GET', id))._rev)
  })

  it('the comparison of an item that nobody sees names all that it has', async () => {
    const id = await make({ status: 'draft', data: { title: 'First', rating: 0 } })
    const { changed, slug } = await compare(id)
    expect(changed).toEqual([
      { field: 'title', from: null, to: 'First' },
      { field: 'rating', from: null, to: 0 },
      { field: 'slug', from: null, to: slug.draft },
    ])
    expect((await compare(await make())).changed).toEqual([])
  })

  it('rich text in the comparison is Markdown where that is asked for', async () => {
    const id = await make()
    dataOf(await ask('PUT', `${id}?format=markdown`, { data: { body: 'Some *words*' } }))
    const { changed } = dataOf(await ask('GET', `${id}/compare?format=markdown`))
    expect(changed).toEqual([{ field: 'body', from: null, to: 'Some _words_' }])
  })

  const moves: [name: string, call: (id: string, expectChanged: string[]) => Promise<Answer>][] = [
    ['publish', (id, expectChanged) => ask('POST', `${id}/publish`, { expectChanged })],
    ['publish by an update', (id, expectChanged) => ask('PUT', id, { status: 'published', expectChanged })],
    ['unpublish', (id, expectChanged) => ask('POST', `${id}/unpublish`, { expectChanged })],
    ['discard', (id, expectChanged) => ask('POST', `${id}/discard-draft`, { expectChanged })],
    ['delete', (id, expectChanged) => ask('DELETE', `${id}?expectChanged=${expectChanged.join(',')}`)],
    [
      'schedule',
      (id, expectChanged) =>
        ask('POST', `${id}/schedule`, {
          scheduledAt: new Date(service.clock.now.getTime() + hour).toISOString(),
          expectChanged,
        }),
    ],
  ]

  it.each(moves)('%s changes nothing where a colleague has changed more', async (_, move) => {
    const id = await halfTyped()
    const before = [dataOf(await ask('GET', id)), await live(id)]
    const answer = await move(id, ['excerpt'])
    expectFailure(answer, '409 CONFLICT', 'title')
    expect(answer.body.error.details).toMatchObject({
      changed: ['title', 'excerpt'],
      unexpected: ['title'],
      absent: [],
      _rev: before[0]._rev,
    })
    expect([dataOf(await ask('GET', id)), await live(id)]).toEqual(before)
    expect((await move(id, ['excerpt', 'title'])).status).toBe(200)
  })

  it.each(moves)('%s changes nothing where less has changed', async (_, move) => {
    const id = await halfTyped()
    const answer = await move(id, ['body', 'excerpt', 'title'])
    expectFailure(answer, '409 CONFLICT', 'body')
    expect(answer.body.error.details).toMatchObject({ unexpected: [], absent: ['body'] })
  })

  it('restoring from the trash can expect what waits too', async () => {
    const id = await halfTyped()
    dataOf(await ask('DELETE', id))
    expectFailure(await ask('POST', `${id}/restore`, { expectChanged: [] }), '409 CONFLICT', 'title')
    dataOf(await ask('POST', `${id}/restore`, { expectChanged: ['title', 'excerpt'] }))
  })

  it('an update that publishes expects its own changes too', async () => {
    const id = await halfTyped()
    const data = { body: [] }
    const body = { data: { ...data, rating: 5 }, status: 'published' }
    expectFailure(await ask('PUT', id, { ...body, expectChanged: ['rating'] }), '409 CONFLICT', 'title')
    expect((await compare(id)).changed.map(({ field }: { field: string }) => field)).toEqual([
      'title',
      'excerpt',
    ])
    dataOf(await ask('PUT', id, { ...body, expectChanged: ['rating', 'title', 'excerpt', 'body'] }))
    expect((await live(id)).data).toMatchObject({ title: 'Fir', rating: 5 })
  })

  it.each([
    ['without publishing', { data: {}, expectChanged: [] }],
    ['as a number', { status: 'published', expectChanged: 1 }],
    ['as 1,001 names', { status: 'published', expectChanged: Array.from({ length: 1001 }, () => 'a') }],
  ])('refuses expected changes of an update %s', async (_, body) => {
    expectFailure(await ask('PUT', await make(), body), '400 VALIDATION_ERROR', 'expectChanged')
  })

  it('a publication says what went live that the call did not name', async () => {
    const named = await halfTyped()
    const notice = 'Went live, though this call did not name it:'
    const data = { excerpt: 'Best' }
    expect(dataOf(await ask('PUT', named, { data, status: 'published' })).notice).toBe(`${notice} title.`)
    expect(dataOf(await ask('POST', `${await halfTyped()}/publish`, {})).notice).toBe(
      `${notice} title, excerpt.`,
    )
    const expected = { expectChanged: ['title', 'excerpt'] }
    expect(dataOf(await ask('POST', `${await halfTyped()}/publish`, expected)).notice).toBeUndefined()
    expect(dataOf(await ask('POST', `${await make({ status: 'draft' })}/publish`, {})).notice).toBeUndefined()
  })

  it('publishing a translation changes no shared value of a live one that is not expected', async () => {
    const id = await make()
    const german = await make({ status: 'draft', locale: 'de', translationOf: id, data: { title: 'Erster' } })
    dataOf(await ask('PUT', german, { data: { rating: 5 } }))
    const { changed } = await compare(german)
    expect(changed).toContainEqual({ field: 'rating', locale: 'en', from: 3, to: 5 })
    const own = ['title', 'rating', 'slug']
    const refused = await ask('POST', `${german}/publish`, { expectChanged: own })
    expectFailure(refused, '409 CONFLICT', 'translations.en.rating')
    expect((await live(id)).data.rating).toBe(3)
    dataOf(await ask('POST', `${german}/publish`, { expectChanged: [...own, 'translations.en.rating'] }))
    expect((await live(id)).data.rating).toBe(5)
  })

  it('tools for assistants take _rev and expectChanged alike', async () => {
    const id = await halfTyped()
    const at = { collection: 'posts', id }
    const call = (name: string, more: object) => callTool(service, name, { ...at, ...more })
    const { changed, _rev } = await resultOf(service, 'content_compare', at)
    expect(changed.map(({ field }: { field: string }) => field)).toEqual(['title', 'excerpt'])
    for (const name of ['content_publish', 'content_unpublish', 'content_discard_draft', 'content_delete']) {
      expect(await call(name, { expectChanged: ['excerpt'] })).toMatchObject({
        kind: 'failed',
        text: expect.stringContaining('title'),
      })
      expect(await call(name, { _rev: '1-old' })).toMatchObject({
        kind: 'failed',
        text: expect.stringContaining(_rev),
      })
    }
    const published = await resultOf(service, 'content_publish', {
      ...at,
      _rev,
      expectChanged: ['title', 'excerpt'],
    })
    expect(published.item.hasPendingDraft).toBe(false)
  })
})
