import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { hour, inAnHour, makeCollection, makeItem, type State } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

interface Entry {
  id: string
  at: string
}

describe.each(engines)('the calendar on %s', (engine) => {
  let service: TestService
  const made = new Map<State, string>()
  const day = 24 * hour
  const from = (days = 0): string => new Date(service.clock.now.getTime() + days * day).toISOString()

  beforeAll(async () => {
    service = await startService(engine)
    const supports = ['drafts', 'revisions', 'scheduling']
    const fields = [{ slug: 'title', type: 'string' }]
    await makeCollection(service, 'posts', { supports, fields })
    await makeCollection(service, 'notes', { supports, fields })
    for (const state of ['scheduled+time', 'published+draft+time', 'published', 'draft'] as const) {
      made.set(state, (await makeItem(service, 'posts', { state })).id)
      service.clock.forward(1000)
    }
    const { id } = await makeItem(service, 'posts', { state: 'scheduled+time' })
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
  })
  afterAll(() => service.close())

  const list = async (query: string): Promise<{ items: Entry[]; isCapped: boolean }> =>
    dataOf(await service.ask('GET', `/calendar?${query}`))

  it('has what goes live, the earliest first, as editors see it', async () => {
    const { items, isCapped } = await list(`from=${from()}&to=${from(42)}`)
    const [first, second] = [made.get('scheduled+time'), made.get('published+draft+time')]
    expect(items.map(({ id }) => id)).toEqual([first, second])
    expect(isCapped).toBe(false)
    const { item } = dataOf(await service.ask('GET', `/content/posts/${second}`))
    expect(items[1]).toEqual({
      at: item.scheduledAt,
      action: 'publish',
      collection: 'posts',
      id: second,
      slug: item.slug,
      title: 'Second',
      status: 'published',
      hasPendingDraft: true,
      locale: 'en',
      authorId: item.authorId,
    })
  })

  it('has what is taken off the site as well, unless that was cancelled', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    const path = `/content/posts/${id}/schedule`
    const unpublishAt = from(2)
    dataOf(await service.ask('POST', path, { body: { unpublishAt } }))
    const span = `from=${from(1)}&to=${from(3)}`
    expect((await list(span)).items).toMatchObject([
      { id, at: unpublishAt, action: 'unpublish', status: 'published', hasPendingDraft: false },
    ])
    dataOf(await service.ask('POST', path, { body: { unpublishAt: null } }))
    expect((await list(span)).items).toEqual([])
    const { id: both } = await makeItem(service, 'posts')
    const times = { scheduledAt: from(1.5), unpublishAt }
    dataOf(await service.ask('POST', `/content/posts/${both}/schedule`, { body: times }))
    expect((await list(span)).items).toMatchObject([
      { id: both, action: 'publish' },
      { id: both, action: 'unpublish' },
    ])
    dataOf(await service.ask('DELETE', `/content/posts/${both}`))
    expect((await list(span)).items).toEqual([])
  })

  it('begins with the first time and ends before the last', async () => {
    const [{ at = '' } = {}] = (await list(`from=${from()}&to=${from(1)}`)).items
    const next = new Date(Date.parse(at) + 1).toISOString()
    expect((await list(`from=${at}&to=${next}`)).items).toHaveLength(1)
    expect((await list(`from=${from(-1)}&to=${at}`)).items).toEqual([])
    // A time without milliseconds comes after no time with them.
    expect((await list(`from=${at.slice(0, 19)}Z&to=${next}`)).items).toHaveLength(1)
  })

  it('has a time that has passed without success where it was set, and not where it is tried again', async () => {
    const item = await makeItem(service, 'posts')
    const path = `/content/posts/${item.id}/schedule`
    const times = { scheduledAt: from(300), unpublishAt: from(301) }
    dataOf(await service.ask('POST', path, { body: times }))
    await service.services.database.transaction('write', async (tx) => {
      for (const table of ['schedules', 'unpublish_schedules'])
        await tx.run(`UPDATE ${table} SET try_at = ?, failures = 3 WHERE entry_id = ?`, [from(302), item.id])
    })
    expect((await list(`from=${from(299)}&to=${from(301.5)}`)).items).toMatchObject([
      { id: item.id, at: times.scheduledAt, action: 'publish' },
      { id: item.id, at: times.unpublishAt, action: 'unpublish' },
    ])
    expect((await list(`from=${from(301.5)}&to=${from(303)}`)).items).toEqual([])
  })

  it('is narrowed to collections', async () => {
    const span = `from=${from()}&to=${from(42)}`
    const { id } = await makeItem(service, 'notes')
    const body = { scheduledAt: inAnHour(service) }
    dataOf(await service.ask('POST', `/content/notes/${id}/schedule`, { body }))
    expect((await list(`${span}&collections=notes`)).items.map((entry) => entry.id)).toEqual([id])
    expect((await list(`${span}&collections=notes,posts,notes`)).items).toHaveLength(3)
  })

  it('says when there is more than it shows', { tags: 'long' }, async () => {
    const body = { scheduledAt: from(200) }
    const make = async (): Promise<void> => {
      const { id } = await makeItem(service, 'posts')
      dataOf(await service.ask('POST', `/content/posts/${id}/schedule`, { body }))
    }
    for (let index = 0; index < 167; index++) await Promise.all([make(), make(), make()])
    const { items, isCapped } = await list(`from=${from(199)}&to=${from(201)}`)
    expect([items.length, isCapped]).toEqual([500, true])
  })

  it('is for those who may read drafts', async () => {
    const reader = await service.person(10, ['content:read'])
    const live = await service.person(40, ['content:read'], 'live')
    for (const { token } of [reader, live])
      expectFailure(
        await service.ask('GET', `/calendar?from=${from()}&to=${from(1)}`, { token }),
        '403 FORBIDDEN',
      )
  })

  it.each([
    ['', '400 VALIDATION_ERROR'],
    ['from=today&to=tomorrow', '400 VALIDATION_ERROR'],
    ['from=2027-01-02T00:00:00Z&to=2027-01-02T00:00:00Z', '400 VALIDATION_ERROR'],
    ['from=2027-01-01T00:00:00Z&to=2027-12-01T00:00:00Z', '400 VALIDATION_ERROR'],
    ['from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z&collections=none', '404 NOT_FOUND'],
    ['from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z&limit=5', '400 VALIDATION_ERROR'],
  ])('refuses %s', async (query, expected) => {
    expectFailure(await service.ask('GET', `/calendar?${query}`), expected)
  })
})
