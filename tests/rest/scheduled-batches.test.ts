// @module-tag long
import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { hour, inAnHour, makeCollection, makeItem } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { countStatements } from '../setup/statements.ts'

const fields = [{ slug: 'title', type: 'string' }]
const supports = ['drafts', 'revisions', 'scheduling']

describe.each(engines)('many items due at once, on %s', (engine) => {
  let service: TestService
  const count = 60

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports, fields })
  })
  afterAll(() => service.close())

  const get = async (path: string): Promise<Record<string, unknown>[]> =>
    dataOf(await service.ask('GET', path)).items

  it('are published in batches, and one that fails stops none of the others', async () => {
    const at = inAnHour(service)
    const schedule = async (id: string): Promise<void> =>
      void dataOf(await service.ask('POST', `/content/posts/${id}/schedule`, { body: { scheduledAt: at } }))
    const ids: string[] = []
    let wanted = ''
    for (let n = 0; n < count; n++) {
      const { id } = await makeItem(service, 'posts', { state: 'draft' })
      ids.push(id)
      await schedule(id)
      if (n === 30) {
        const failing = await makeItem(service, 'posts', { state: 'published' })
        dataOf(await service.ask('PUT', `/content/posts/${failing.id}`, { body: { slug: 'elsewhere' } }))
        await schedule(failing.id)
        wanted = (await makeItem(service, 'posts')).slug
        await service.services.database.transaction('write', (tx) =>
          tx.run('UPDATE content_posts SET draft_slug = ? WHERE id = ?', [wanted, failing.id]),
        )
      }
    }
    service.clock.forward(hour)
    const transactions = vi.spyOn(service.services.database, 'transaction')
    await publishAllDue(service.services)
    const published = async (): Promise<number> =>
      (await get('/content/posts?status=published&limit=100')).filter(({ publishedAt }) => publishedAt === at)
        .length
    // The scheduler of the service itself may have taken some.
    await expect.poll(published).toBe(count)
    expect(transactions.mock.calls.length).toBeLessThan(count)
    transactions.mockRestore()

    const entries = await get('/admin/audit?action=content.publish&limit=100')
    for (const id of ids) {
      expect(entries.filter(({ targetId }) => targetId === id)).toHaveLength(1)
      const revisions = await get(`/content/posts/${id}/revisions`)
      expect(revisions.map(({ kind }) => kind)).toEqual(['publish', 'save'])
    }
    const waiting = await get('/content/posts?hasPendingDraft=true')
    expect(waiting).toMatchObject([{ slug: wanted, status: 'published', scheduledAt: at }])
  })
})

describe.each(engines)('items due at the same time, on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports: [...supports, 'search'], fields: searched })
  })
  afterAll(() => service.close())

  const searched = [{ slug: 'title', type: 'string', required: true, searchable: true }]
  const count = 100

  it.each([
    ['drafts', 'draft', 3],
    ['changes of published items', 'published', 10],
  ] as const)('take few statements: %s', async (_, state, most) => {
    const at = inAnHour(service)
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      const { id } = await makeItem(service, 'posts', { state })
      const path = `/content/posts/${id}`
      dataOf(await service.ask('PUT', path, { body: { data: { title: `New ${state} ${n}` } } }))
      dataOf(await service.ask('POST', `${path}/schedule`, { body: { scheduledAt: at } }))
      ids.push(id)
    }
    service.clock.forward(hour)
    const statements = countStatements(service)
    // A batch on a slow machine takes fewer items, and so more statements for each.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    await publishAllDue(service.services)
    clock.mockRestore()
    const list = async (): Promise<Record<string, unknown>[]> =>
      dataOf(await service.ask('GET', `/content/posts?view=live&ids=${ids.join(',')}`)).items
    await expect.poll(async () => (await list()).length).toBe(count)
    expect(statements()).toBeLessThan(most * count)
    expect(await list()).toMatchObject(
      ids.map((id, n) => ({ id, status: 'published', data: { title: `New ${state} ${n}` } })),
    )
    for (const [query, found] of [
      [`new ${state} 7`, 1],
      ['First', 0],
    ] as const) {
      const { results } = (await service.ask('GET', `/search?q=${encodeURIComponent(query)}`)).body
      expect(
        results.filter(({ title }: { title: string }) => title === `New ${state} 7` || title === 'First'),
      ).toHaveLength(found)
    }
    const { results } = (await service.ask('GET', `/search?q=${state}&status=draft`)).body
    expect(results).toEqual([])
    for (const id of [ids[0], ids.at(-1)]) {
      const revisions = dataOf(await service.ask('GET', `/content/posts/${id}/revisions`)).items
      expect(revisions[0]).toMatchObject({ kind: 'publish', data: { title: expect.stringMatching(/^New/) } })
    }
  })
})

describe('a node on PostgreSQL whose clock is ahead', () => {
  it('publishes when the database says that it is time', async () => {
    const service = await startService('postgres', { isRealTime: true })
    try {
      await makeCollection(service, 'posts', { supports, fields })
      const { id } = await makeItem(service, 'posts')
      const at = new Date(Date.now() + hour / 2).toISOString()
      dataOf(await service.ask('POST', `/content/posts/${id}/schedule`, { body: { scheduledAt: at } }))
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour })
      expect(await publishAllDue(service.services)).toBe(0)
      vi.useRealTimers()
      expect(dataOf(await service.ask('GET', `/content/posts/${id}`)).item.status).toBe('scheduled')
    } finally {
      vi.useRealTimers()
      await service.close()
    }
  })
})
