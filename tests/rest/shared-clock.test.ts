import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import type { Reader } from '@octavo/server/platform/database/database'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { hour, makeCollection, makeItem, type State } from '../setup/content.ts'
import { importExport } from '../setup/exports.ts'
import { callTool, expectFailed, resultOf } from '../setup/mcp.ts'
import type { Any } from '../setup/json.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const minute = 60_000
const fields = [{ slug: 'title', type: 'string' }]
const supports = ['drafts', 'revisions', 'scheduling']

interface Case {
  readonly from: State
  readonly step: string
  readonly path: string
  readonly body: (at: string) => object
  readonly isPast?: boolean
}

const cases: readonly Case[] = [
  { from: 'draft', step: 'schedule', path: 'scheduledAt', body: (scheduledAt) => ({ scheduledAt }) },
  {
    from: 'published',
    step: 'schedule',
    path: 'unpublishAt',
    body: (unpublishAt) => ({ scheduledAt: null, unpublishAt }),
  },
  { from: 'draft', step: 'publish', path: 'unpublishAt', body: (unpublishAt) => ({ unpublishAt }) },
  {
    from: 'draft',
    step: 'publish',
    path: 'publishedAt',
    body: (publishedAt) => ({ publishedAt }),
    isPast: true,
  },
]

const clocks = [
  ['ahead', -hour],
  ['behind', hour],
] as const

describe.each(engines)('times that people give, on %s', (engine) => {
  let service: TestService
  let shared = new Date()
  const clock = vi.fn<(db?: Reader) => Promise<Date>>()
  const later = (milliseconds: number): string => new Date(shared.getTime() + milliseconds).toISOString()

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports, fields })
    vi.spyOn(service.services, 'sharedClock').mockImplementation(clock)
  })
  beforeEach(() => void clock.mockReset().mockImplementation(() => Promise.resolve(shared)))
  afterAll(() => service.close())

  describe.each(clocks)('where the clock of the node is %s', (word, difference) => {
    beforeEach(() => void (shared = new Date(service.clock.now.getTime() + difference)))

    it.each(cases)(
      '$step compares $path with the shared clock',
      async ({ from, step, path, body, isPast }) => {
        const [good, bad] = isPast === true ? [-minute, minute] : [minute, -minute]
        const { id } = await makeItem(service, 'posts', { state: from })
        const at = `/content/posts/${id}/${step}`
        expectFailure(await service.ask('POST', at, { body: body(later(bad)) }), '400 VALIDATION_ERROR', path)
        const named = { collection: 'posts', id }
        expectFailed(await callTool(service, `content_${step}`, { ...named, ...body(later(bad)) }), path)
        const { item } = dataOf(await service.ask('POST', at, { body: body(later(good)) }))
        expect(item[path]).toBe(later(good))
        await resultOf(service, `content_${step}`, { ...named, ...body(later(2 * good)) })
      },
    )

    it('a new token expires later', async () => {
      const create = (expiresAt: string) =>
        invoke(service.services, {
          operation: operations.tokens.create,
          caller: serviceCaller('cli'),
          input: { email: 'person1@example.com', name: 'One', scopes: ['content:read'], expiresAt },
        })
      await expect(create(later(-minute))).rejects.toThrow('expiresAt')
      await expect(create(later(minute))).resolves.toHaveProperty('token')
    })

    it('an item that comes back from the trash keeps the times that have not passed', async () => {
      const made = await makeItem(service, 'posts', { state: 'draft' })
      const path = `/content/posts/${made.id}`
      const body = { scheduledAt: later(minute), unpublishAt: later(2 * minute) }
      dataOf(await service.ask('POST', `${path}/schedule`, { body }))
      dataOf(await service.ask('DELETE', path))
      expect(dataOf(await service.ask('POST', `${path}/restore`)).item).toMatchObject(body)
      dataOf(await service.ask('DELETE', path))
      shared = new Date(shared.getTime() + hour)
      expect(dataOf(await service.ask('POST', `${path}/restore`)).item.scheduledAt).toBeNull()
    })

    it('publishing drops an end that has passed, and no other', async () => {
      const { id } = await makeItem(service, 'posts', { state: 'published+draft' })
      const path = `/content/posts/${id}`
      const body = { scheduledAt: null, unpublishAt: later(minute) }
      dataOf(await service.ask('POST', `${path}/schedule`, { body }))
      const published = dataOf(await service.ask('POST', `${path}/publish`))
      expect(published.item.unpublishAt).toBe(body.unpublishAt)
      dataOf(await service.ask('PUT', path, { body: { data: { title: 'Third' } } }))
      shared = new Date(shared.getTime() + 2 * minute)
      expect(dataOf(await service.ask('POST', `${path}/publish`)).item.unpublishAt).toBeUndefined()
    })

    it('taking a publication back restores a time that has not passed', async () => {
      const { id } = await makeItem(service, 'posts', { state: 'published' })
      const body = { live: null, scheduledAt: later(minute), unpublishAt: later(2 * minute) }
      const path = `/content/posts/${id}/undo-publication`
      expect(dataOf(await service.ask('POST', path, { body })).item).toMatchObject({
        status: 'scheduled',
        scheduledAt: body.scheduledAt,
        unpublishAt: body.unpublishAt,
      })
    })

    it('an import schedules what is to be published later, and publishes the other', async () => {
      let id = difference > 0 ? 902 : 900
      const dated = (name: string, milliseconds: number) => ({
        id: ++id,
        title: name,
        name,
        status: 'future',
        date: later(milliseconds).replace('T', ' ').slice(0, 19),
      })
      await importExport(service, { items: [dated(`${word}-soon`, minute), dated(`${word}-now`, -minute)] })
      const statusOf = async (slug: string) =>
        dataOf(await service.ask('GET', `/content/posts/${slug}`)).item.status
      expect([await statusOf(`${word}-soon`), await statusOf(`${word}-now`)]).toEqual([
        'scheduled',
        'published',
      ])
    })

    it('an import puts nothing into the trash before it was created', async () => {
      const comment =
        '<wp:comment><wp:comment_id>7</wp:comment_id><wp:comment_approved>trash</wp:comment_approved></wp:comment>'
      const id = difference > 0 ? 912 : 910
      const post = { id, title: 'Undated', name: `${word}-undated`, status: 'trash', date: '' }
      const page = { id: id + 1, type: 'page', title: 'Commented', name: `${word}-commented`, raw: comment }
      await importExport(service, { items: [post, page] }, { includeComments: true })
      for (const collection of ['posts', 'comments']) {
        const { items } = dataOf(await service.ask('GET', `/content/${collection}/trash`))
        const times = items.map((item: Any) => [item.createdAt, item.deletedAt])
        expect(times).toContainEqual([later(0), later(0)])
      }
    })
  })

  it('are all that the shared clock is asked for', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published+draft' })
    const path = `/content/posts/${id}`
    for (const step of ['publish', 'unpublish', 'unschedule']) await service.ask('POST', `${path}/${step}`)
    dataOf(await service.ask('POST', `${path}/schedule`, { body: { scheduledAt: null } }))
    dataOf(await service.ask('PUT', path, { body: { data: { title: 'New' }, status: 'published' } }))
    dataOf(await service.ask('DELETE', path))
    dataOf(await service.ask('POST', `${path}/restore`))
    // Jobs ask outside of transactions.
    const ofTransactions = () => clock.mock.calls.filter(([db]) => db !== undefined)
    expect(ofTransactions()).toEqual([])
    const body = { scheduledAt: later(hour), unpublishAt: later(2 * hour) }
    await service.ask('POST', `${path}/unpublish`)
    dataOf(await service.ask('POST', `${path}/schedule`, { body }))
    expect(ofTransactions()).toHaveLength(1)
  })
})

describe('times that people give to a node on PostgreSQL', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService('postgres', { isRealTime: true, env: { OCTAVO_DATABASE_POOL: '2' } })
    await makeCollection(service, 'posts', { supports, fields })
  })
  afterAll(() => service.close())

  it('are compared with the clock of the database', async () => {
    const { id } = await makeItem(service, 'posts')
    const at = new Date(Date.now() + minute).toISOString()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour })
    const answer = await service
      .ask('POST', `/content/posts/${id}/schedule`, { body: { scheduledAt: at } })
      .finally(() => vi.useRealTimers())
    expect(dataOf(answer).item.scheduledAt).toBe(at)
  })

  it('are compared without a second connection', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => makeItem(service, 'posts')))
    const body = { scheduledAt: new Date(Date.now() + hour).toISOString() }
    const answers = await Promise.all(
      made.map(({ id }) => service.ask('POST', `/content/posts/${id}/schedule`, { body })),
    )
    expect(answers.map(({ status }) => status)).toEqual(made.map(() => 200))
  })
})
