import { ensurePendingIndexes } from '@octavo/server/content/schema/pending-index-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { hour, inAnHour, makeCollection, makeItem, type State, states } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

interface Shown {
  id: string
  collection: string
  title: string
}

const fields = [{ slug: 'title', type: 'string' }]
const supports = ['drafts', 'revisions', 'scheduling']

describe.each(engines)('the overview on %s', (engine) => {
  let service: TestService
  const made = new Map<State, string>()

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports, fields })
    await makeCollection(service, 'people', { supports, fields: [{ slug: 'name', type: 'string' }] })
    await makeCollection(service, 'notes', { supports })
    for (const state of states) {
      made.set(state, (await makeItem(service, 'posts', { state })).id)
      service.clock.forward(1000)
    }
  })
  afterAll(() => service.close())

  const get = async () => dataOf(await service.ask('GET', '/overview'))
  const idsIn = (items: readonly Shown[]): string[] => items.map(({ id }) => id)
  const idsOf = (...names: readonly State[]): (string | undefined)[] => names.map((name) => made.get(name))

  it('has each item where it belongs, in order', async () => {
    const { changed, scheduled, pending, totals } = await get()
    expect(idsIn(changed)).toEqual(idsOf(...states.filter((name) => name !== 'trash').toReversed()))
    expect(idsIn(scheduled)).toEqual(idsOf('scheduled+time', 'published+draft+time', 'scheduled+draft+time'))
    expect(idsIn(pending)).toEqual(idsOf('draft+draft', 'published+draft', 'draft'))
    expect(totals).toEqual([
      { collection: 'notes', draft: 0, published: 0, scheduled: 0, trashed: 0 },
      { collection: 'people', draft: 0, published: 0, scheduled: 0, trashed: 0 },
      { collection: 'posts', draft: 2, published: 3, scheduled: 2, trashed: 1 },
    ])
  })

  it('shows items as their editors see them', async () => {
    const { changed } = await get()
    const { userId } = { userId: dataOf(await service.ask('GET', '/auth/me')).item.id as string }
    const id = made.get('published+draft+time')
    const { item } = dataOf(await service.ask('GET', `/content/posts/${id}`))
    expect((changed as Shown[]).find((one) => one.id === id)).toEqual({
      collection: 'posts',
      id,
      slug: item.slug,
      title: 'Second',
      status: 'published',
      hasPendingDraft: true,
      locale: 'en',
      authorId: userId,
      updatedAt: item.updatedAt,
      scheduledAt: item.scheduledAt,
    })
  })

  it('knows items of all collections by their title, their name or their slug', async () => {
    const bodies: [collection: string, body: object][] = [
      ['people', { data: { name: 'Ada "Countess" 日本' }, slug: 'ada' }],
      ['people', { data: {}, slug: 'nameless' }],
      ['notes', { slug: 'only-a-slug' }],
    ]
    for (const [collection, body] of bodies) {
      service.clock.forward(1000)
      dataOf(await service.ask('POST', `/content/${collection}`, { body }), 201)
    }
    const { changed } = await get()
    expect((changed as Shown[]).slice(0, 3).map(({ collection, title }) => [collection, title])).toEqual([
      ['notes', 'only-a-slug'],
      ['people', 'nameless'],
      ['people', 'Ada "Countess" 日本'],
    ])
  })

  it('shows ten of each, over the borders of collections, and counts no further than it says', async () => {
    for (let count = 0; count < 8; count++) {
      for (const collection of ['posts', 'people']) {
        service.clock.forward(1000)
        const body = { data: collection === 'posts' ? { title: `${count}` } : { name: `${count}` } }
        const { item } = dataOf(await service.ask('POST', `/content/${collection}`, { body }), 201)
        const scheduledAt = new Date(service.clock.now.getTime() + hour / 2 - count * 60_000).toISOString()
        const path = `/content/${collection}/${item.id}/schedule`
        if (count % 2 === 0) dataOf(await service.ask('POST', path, { body: { scheduledAt } }))
      }
    }
    const { changed, scheduled, pending } = await get()
    expect([changed, scheduled, pending].map((items) => items.length)).toEqual([10, 10, 10])
    expect((changed as Shown[]).slice(0, 4).map(({ collection, title }) => `${collection} ${title}`)).toEqual(
      ['people 7', 'posts 7', 'people 6', 'posts 6'],
    )
    const times = (scheduled as { scheduledAt: string }[]).map(({ scheduledAt }) => scheduledAt)
    expect(times).toEqual(times.toSorted())
    expect(times.every((time) => time <= inAnHour(service))).toBe(true)
  })

  it('gives collections that are older than its index that index, once', async () => {
    const { database, schema } = service.services
    const index = `"${schema.current.collections.get('posts')?.id.toLowerCase()}_pending"`
    const change = (sql: string) => database.transaction('schema', (tx) => tx.define(sql))
    await change(`DROP INDEX ${index}`)
    await ensurePendingIndexes(service.services)
    await expect(change(`DROP INDEX ${index}`)).rejects.toThrow(/no such index|does not exist/)
    await change(`UPDATE counters SET value = 0 WHERE name = 'pending_indexes'`)
    await ensurePendingIndexes(service.services)
    await change(`DROP INDEX ${index}`)
  })

  const rights: [role: number, scopes: readonly string[], expected: string][] = [
    [10, ['content:read'], '403 FORBIDDEN'],
    [20, ['content:read'], '200'],
    [30, ['media:read'], '403 FORBIDDEN'],
  ]

  it.each(rights)('role %s with %j gets %s', async (role, scopes, expected) => {
    const { token } = await service.person(role, scopes)
    expect(outcome(await service.ask('GET', '/overview', { token }))).toBe(expected)
  })

  it('refuses what it does not know', async () => {
    expectFailure(await service.ask('GET', '/overview?limit=5'), '400 VALIDATION_ERROR', 'limit')
    expectFailure(await service.ask('GET', '/overview', { token: null }), '401 UNAUTHORIZED')
  })
})
