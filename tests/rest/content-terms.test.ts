import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

type Body = Record<string, unknown>

const fields = [{ slug: 'title', type: 'string', searchable: true }]

describe.each(engines)('terms of items on %s', (engine) => {
  let service: TestService
  let reader: string
  let count = 0
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    const collections = ['posts', 'bare', 'direct']
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions', 'search'], fields })
    await makeCollection(service, 'bare', { supports: ['drafts'], fields })
    await makeCollection(service, 'direct', { supports: ['revisions'], fields })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections })
    await make(service, '/taxonomies', { name: 'tags', label: 'Tags', collections })
    for (const [taxonomy, label] of [
      ['topics', 'Clay'],
      ['topics', 'Wood'],
      ['tags', 'Old'],
    ])
      ids[label ?? ''] = (await make(service, `/taxonomies/${taxonomy}/terms`, { label })).id
    reader = (await service.person(10, ['content:read'])).token
  })
  afterAll(() => service.close())

  const termIds = (...labels: string[]): string[] => labels.map((label) => ids[label] ?? label)

  async function publish(collection = 'posts', body: Body = {}): Promise<string> {
    const sent = { data: { title: `Item ${++count}` }, status: 'published', ...body }
    return dataOf(await service.ask('POST', `/content/${collection}`, { body: sent }), 201).item.id
  }

  const read = async (id: string, query = '', token = service.token) =>
    dataOf(await service.ask('GET', `/content/posts/${id}?include=terms${query}`, { token }))

  const set = (id: string, labels: readonly string[], more: Body = {}): Promise<Answer> => {
    service.clock.forward(1000)
    const body = { termIds: termIds(...labels), ...more }
    return service.ask('POST', `/content/posts/${id}/terms/topics`, { body })
  }

  it('count as a change of the item', async () => {
    const id = await publish()
    const before = await read(id)
    const answer = dataOf(await set(id, ['Clay']))
    const after = await read(id)
    expect(answer.items).toMatchObject([{ slug: 'clay' }])
    expect(after.item.updatedAt).toBe(service.clock.now.toISOString())
    expect(after.item).toMatchObject({ hasPendingDraft: true, terms: { topics: [ids['Clay']], tags: [] } })
    expect(after._rev).not.toBe(before._rev)
    expectFailure(await set(id, ['Wood'], { _rev: before._rev }), '409 CONFLICT')
    expectFailure(
      await service.ask('POST', `/content/posts/${id}/terms/topics`, {
        body: { termIds: [] },
        headers: { 'if-match': `"${before._rev}"` },
      }),
      '412 PRECONDITION_FAILED',
    )
    dataOf(await set(id, ['Wood'], { _rev: answer._rev }))
    expect((await read(id)).item.terms.topics).toEqual(termIds('Wood'))
  })

  it('are not changed by the same again', async () => {
    const id = await publish('posts', { terms: { topics: termIds('Clay', 'Wood') } })
    const before = await read(id)
    const revisions = async () => dataOf(await service.ask('GET', `/content/posts/${id}/revisions`)).total
    expect(dataOf(await set(id, ['Wood', 'Clay']))._rev.split('-')[0]).toBe(before._rev.split('-')[0])
    const body = { data: { title: before.item.data.title }, terms: { topics: termIds('Wood', 'Clay') } }
    dataOf(await service.ask('PUT', `/content/posts/${id}`, { body }))
    expect([await read(id), await revisions()]).toEqual([before, 1])
  })

  it('of a published item go live with it, alone or with values', async () => {
    const id = await publish('posts', { terms: { topics: termIds('Clay'), tags: termIds('Old') } })
    const data = { title: 'Changed' }
    const changed = dataOf(
      await service.ask('PUT', `/content/posts/${id}`, {
        body: { data, terms: { topics: termIds('Wood') }, include: ['terms'] },
      }),
    )
    expect(changed.item.terms).toEqual({ topics: termIds('Wood'), tags: termIds('Old') })
    const ofItem = async (query: string, token = service.token) =>
      dataOf(await service.ask('GET', `/content/posts/${id}/terms/topics${query}`, { token })).items.map(
        (term: { id: string }) => term.id,
      )
    expect([
      await ofItem(''),
      await ofItem('?view=live'),
      await ofItem('', reader),
      await ofItem('?view=latest', reader),
      (await read(id, '&view=live')).item.terms.topics,
      (await read(id, '', reader)).item.terms.topics,
    ]).toEqual([
      termIds('Wood'),
      termIds('Clay'),
      termIds('Clay'),
      termIds('Clay'),
      termIds('Clay'),
      termIds('Clay'),
    ])
    const { terms, hasChanges } = dataOf(await service.ask('GET', `/content/posts/${id}/compare`))
    expect([hasChanges, terms]).toEqual([
      true,
      {
        live: { topics: termIds('Clay'), tags: termIds('Old') },
        draft: { topics: termIds('Wood'), tags: termIds('Old') },
      },
    ])
    dataOf(await service.ask('POST', `/content/posts/${id}/publish`, { body: {} }))
    expect(await ofItem('', reader)).toEqual(termIds('Wood'))
    dataOf(await set(id, []))
    dataOf(await service.ask('POST', `/content/posts/${id}/discard-draft`, { body: {} }))
    expect(await ofItem('')).toEqual(termIds('Wood'))
  })

  it('are live at once without drafts, and leave a revision', async () => {
    const id = await publish('direct')
    const tag = async () =>
      (await service.ask('GET', `/content/direct/${id}`, { token: reader })).headers['etag']
    const before = await tag()
    service.clock.forward(1000)
    const body = { termIds: termIds('Clay') }
    dataOf(await service.ask('POST', `/content/direct/${id}/terms/topics`, { body }))
    const live = dataOf(await service.ask('GET', `/content/direct/${id}?include=terms`, { token: reader }))
    expect(live.item).toMatchObject({
      updatedAt: service.clock.now.toISOString(),
      terms: { topics: termIds('Clay') },
    })
    expect(await tag()).not.toBe(before)
    const [latest] = dataOf(await service.ask('GET', `/content/direct/${id}/revisions`)).items
    expect(latest).toMatchObject({ kind: 'publish', terms: { topics: termIds('Clay') } })
  })

  it('come back with a revision, without those that were deleted since', async () => {
    const gone = await make(service, '/taxonomies/topics/terms', { label: 'Gone' })
    const id = await publish('posts', { terms: { topics: [...termIds('Clay'), gone.id] } })
    dataOf(await set(id, ['Wood']))
    const before = await read(id)
    const live = await read(id, '&view=live')
    dataOf(await service.ask('DELETE', '/taxonomies/topics/terms/gone'))
    const after = await read(id, '&view=live')
    expect([live.item.terms.topics, after.item.terms.topics]).toEqual([
      [...termIds('Clay'), gone.id],
      termIds('Clay'),
    ])
    expect([after._rev === live._rev, (await read(id))._rev === before._rev]).toEqual([false, true])
    const { items } = dataOf(await service.ask('GET', `/content/posts/${id}/revisions`))
    expect(items.map(({ terms }: { terms: Body }) => terms['topics'])).toEqual([
      termIds('Wood'),
      termIds('Clay'),
    ])
    const restored = dataOf(await service.ask('POST', `/revisions/${items[1].id}/restore`, { body: {} }))
    expect(restored.notice).toBe('1 term of the revision was deleted since, and left out.')
    // Exactly what is live.
    expect(restored.item.hasPendingDraft).toBe(false)
  })

  it.each(['posts', 'bare'])('leave a draft of %s when they are deleted', async (collection) => {
    const label = `Lost ${collection}`
    const lost = await make(service, '/taxonomies/topics/terms', { label })
    const id = await publish(collection)
    const path = `/content/${collection}/${id}`
    const body = { termIds: [...termIds('Clay'), lost.id] }
    dataOf(await service.ask('POST', `${path}/terms/topics`, { body }))
    dataOf(await service.ask('DELETE', `/taxonomies/topics/terms/lost-${collection}`))
    const topics = async () =>
      dataOf(await service.ask('GET', `${path}?include=terms`)).item.terms.topics as string[]
    expect(await topics()).toEqual(termIds('Clay'))
    dataOf(await service.ask('POST', `${path}/publish`, { body: {} }))
    expect(await topics()).toEqual(termIds('Clay'))
    dataOf(await service.ask('POST', `${path}/terms/topics`, { body: { termIds: termIds('Clay') } }))
    expect(dataOf(await service.ask('GET', path)).item.hasPendingDraft).toBe(false)
  })

  it('are the own ones of each translation, which begins with a copy', async () => {
    const id = await publish('posts', { terms: { topics: termIds('Clay'), tags: termIds('Old') } })
    dataOf(await set(id, ['Wood']))
    const translate = (more: Body) => publish('posts', { translationOf: id, locale: 'de', ...more })
    const copy = await translate({})
    expect((await read(copy, '', reader)).item.terms).toEqual({
      topics: termIds('Wood'),
      tags: termIds('Old'),
    })
    dataOf(await set(copy, []))
    expect((await read(id)).item.terms.topics).toEqual(termIds('Wood'))
    dataOf(await service.ask('DELETE', `/content/posts/${copy}`))
    dataOf(await service.ask('DELETE', `/content/posts/${copy}/permanent`))
    const given = await translate({ terms: { topics: [] } })
    expect((await read(given)).item.terms).toEqual({ topics: [], tags: termIds('Old') })
  })

  it('are copied with an item', async () => {
    const id = await publish()
    dataOf(await set(id, ['Clay']))
    const copy = dataOf(
      await service.ask('POST', `/content/posts/${id}/duplicate`, { body: { include: ['terms'] } }),
      201,
    )
    expect(copy.item.terms.topics).toEqual(termIds('Clay'))
  })

  it.each([
    [{ topic: [] }, 'terms.topic'],
    [{ topics: ['nothing'] }, 'terms.topics.0'],
    [{ tags: ['Clay'] }, 'terms.tags.0'],
    [{ topics: ['Clay', 'Clay'] }, 'terms.topics'],
  ])('that are not right are refused: %j', async (given, path) => {
    const terms = Object.fromEntries(
      Object.entries(given).map(([name, labels]) => [name, termIds(...(labels as string[]))]),
    )
    const id = await publish()
    const refused = [
      await service.ask('POST', '/content/posts', { body: { terms } }),
      await service.ask('PUT', `/content/posts/${id}`, { body: { terms } }),
    ]
    expect(refused.map(issuePaths)).toEqual([[path], [path]])
  })

  it('are set and read over MCP', async () => {
    const made = await resultOf(service, 'content_create', {
      collection: 'posts',
      data: { title: 'Over MCP' },
      terms: { topics: termIds('Clay') },
    })
    const { id } = made.item
    const update = { collection: 'posts', id, terms: { tags: termIds('Old') } }
    await resultOf(service, 'content_update', update)
    const got = await resultOf(service, 'content_get', { collection: 'posts', id, include: ['terms'] })
    expect(got.item.terms).toEqual({
      topics: termIds('Clay'),
      tags: termIds('Old'),
    })
  })

  it('are in the audit log', async () => {
    const id = await publish('posts', { terms: { topics: termIds('Clay') } })
    dataOf(await set(id, ['Wood']))
    const { items } = dataOf(await service.ask('GET', `/admin/audit?targetId=${id}`))
    expect(items.map(({ action, before, after }: Body) => [action, before, after])).toMatchObject([
      ['terms.setOfItem', { 'terms.topics': ['clay'] }, { 'terms.topics': ['wood'] }],
      ['content.create', null, { 'terms.topics': ['clay'] }],
    ])
  })
})
