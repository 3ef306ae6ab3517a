import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import { unpublishAllDue } from '@octavo/server/maintenance/jobs/unpublisher'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { hour, inAnHour, makeCollection, makeItem, type State } from '../setup/content.ts'
import { awaitEvents } from '../setup/events.ts'
import { callTool, expectFailed, expectRefused, resultOf } from '../setup/mcp.ts'
import { type Answer, engines, rowsFor, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

const fields = [{ slug: 'title', type: 'string' }]
const supports = ['drafts', 'revisions', 'scheduling']

interface Case {
  readonly from: State
  readonly step: string
  readonly body: Record<string, unknown>
  /** status, and which of the two times are set; or how it fails, and what it names */
  readonly to: readonly [string, ...string[]]
}

const both = { scheduledAt: '+1', unpublishAt: '+2' }
const end = { unpublishAt: '+2' }

const cases: readonly Case[] = [
  { from: 'published', step: 'schedule', body: end, to: ['published', 'unpublishAt'] },
  { from: 'published+draft', step: 'schedule', body: end, to: ['published', 'unpublishAt'] },
  { from: 'published+draft', step: 'schedule', body: both, to: ['published', 'scheduledAt', 'unpublishAt'] },
  { from: 'draft', step: 'schedule', body: both, to: ['scheduled', 'scheduledAt', 'unpublishAt'] },
  { from: 'scheduled+time', step: 'schedule', body: end, to: ['scheduled', 'scheduledAt', 'unpublishAt'] },
  { from: 'draft', step: 'schedule', body: { unpublishAt: null }, to: ['draft'] },
  { from: 'published', step: 'publish', body: end, to: ['published', 'unpublishAt'] },
  { from: 'published+draft', step: 'publish', body: end, to: ['published', 'unpublishAt'] },
  { from: 'draft', step: 'publish', body: end, to: ['published', 'unpublishAt'] },
  { from: 'draft', step: 'publish', body: { unpublishAt: null }, to: ['published'] },
  { from: 'draft', step: 'schedule', body: end, to: ['409 CONFLICT', 'nothing to unpublish'] },
  { from: 'published', step: 'schedule', body: both, to: ['409 CONFLICT', 'nothing to schedule'] },
  {
    from: 'published',
    step: 'schedule',
    body: { scheduledAt: null, ...end },
    to: ['published', 'unpublishAt'],
  },
  { from: 'scheduled+time', step: 'schedule', body: { scheduledAt: null }, to: ['draft'] },
  { from: 'draft', step: 'schedule', body: { scheduledAt: null }, to: ['draft'] },
  {
    from: 'draft',
    step: 'schedule',
    body: { scheduledAt: null, ...end },
    to: ['409 CONFLICT', 'nothing to unpublish'],
  },
  { from: 'draft', step: 'schedule', body: {}, to: ['400 VALIDATION_ERROR', 'scheduledAt'] },
  {
    from: 'published',
    step: 'schedule',
    body: { unpublishAt: '-1' },
    to: ['400 VALIDATION_ERROR', 'unpublishAt'],
  },
  {
    from: 'published',
    step: 'publish',
    body: { unpublishAt: '-1' },
    to: ['400 VALIDATION_ERROR', 'unpublishAt'],
  },
  {
    from: 'published',
    step: 'schedule',
    body: { unpublishAt: 'soon' },
    to: ['400 VALIDATION_ERROR', 'unpublishAt'],
  },
  {
    from: 'draft',
    step: 'schedule',
    body: { scheduledAt: '+2', unpublishAt: '+1' },
    to: ['400 VALIDATION_ERROR', 'unpublishAt'],
  },
  {
    from: 'draft',
    step: 'schedule',
    body: { scheduledAt: '+1', unpublishAt: '+1' },
    to: ['400 VALIDATION_ERROR', 'unpublishAt'],
  },
]

describe.each(engines)('scheduled unpublishing on %s', (engine) => {
  let service: TestService
  let reader: string
  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports, fields })
    await makeCollection(service, 'plain', { supports: ['drafts'], fields })
    reader = (await service.person(10, ['content:read'])).token
  })
  afterAll(() => service.close())

  const post = (path: string, body: object = {}, token = service.token): Promise<Answer> =>
    service.ask('POST', `/content/posts/${path}`, { body, token })
  const itemOf = async (id: string, query = ''): Promise<Record<string, unknown>> =>
    dataOf(await service.ask('GET', `/content/posts/${id}${query}`)).item
  const after = (hours: number): string => new Date(service.clock.now.getTime() + hours * hour).toISOString()
  /** `+2` is in two hours. */
  const timed = (body: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(body).map(([key, value]) => [
        key,
        typeof value === 'string' && /^[+-]\d/.test(value) ? after(Number(value)) : value,
      ]),
    )
  async function pass(hours: number): Promise<void> {
    service.clock.forward(hours * hour)
    // The jobs of the service itself may hold an item at this moment.
    const due = `SELECT entry_id FROM schedules WHERE try_at <= '${after(0)}'
      UNION ALL SELECT entry_id FROM unpublish_schedules WHERE try_at <= '${after(0)}'`
    do {
      await publishAllDue(service.services)
      await unpublishAllDue(service.services)
    } while ((await rowsOf(service, due)).length > 0)
  }

  it.each(rowsFor(engine, cases))(
    '$step of what is $from with $body: $to',
    async ({ from, step, body, to }) => {
      const { id } = await makeItem(service, 'posts', { state: from })
      const before = await itemOf(id)
      const sent = timed(body)
      const answer = await post(`${id}/${step}`, sent)
      const [status, ...named] = to
      if (/^\d/.test(status)) {
        expectFailure(answer, status, ...named)
        return expect(await itemOf(id)).toEqual(before)
      }
      const { item } = dataOf(answer)
      const set = ['scheduledAt', 'unpublishAt'].filter((key) => typeof item[key] === 'string')
      expect([item.status, ...set]).toEqual(to)
      for (const key of set.filter((name) => name in sent)) expect(item[key]).toBe(sent[key])
      expect(await itemOf(id)).toEqual(item)
    },
  )

  it('takes an item off the site at its time, once, with its event and its audit entry', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published+draft' })
    const at = after(2)
    dataOf(await post(`${id}/schedule`, { unpublishAt: at }))
    const seen = await service.ask('GET', `/content/posts/${id}`, { token: reader })
    expect(dataOf(seen).item).not.toHaveProperty('unpublishAt')
    await pass(1)
    expect(await itemOf(id)).toMatchObject({ status: 'published', unpublishAt: at })
    await pass(1)
    const item = await itemOf(id)
    expect(item).toMatchObject({ status: 'draft', hasPendingDraft: true, data: { title: 'Second' } })
    expect(item).not.toHaveProperty('unpublishAt')
    expect((await service.ask('GET', `/content/posts/${id}`, { token: reader })).status).toBe(404)
    await pass(1)
    const entries = dataOf(await service.ask('GET', `/admin/audit?targetId=${id}`)).items
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'content.unpublish', interface: 'job', before: { unpublishAt: at, status: 'published' } },
      { action: 'content.schedule', interface: 'rest', after: { unpublishAt: at } },
    ])
    expect(entries.filter(({ action }: { action: string }) => action === 'content.unpublish')).toHaveLength(1)
    await awaitEvents(service)
    const events = dataOf(await service.ask('GET', '/events?limit=1000')).items
    const types = events.filter(({ itemId }: { itemId: string }) => itemId === id)
    expect(types.slice(-2)).toMatchObject([
      { type: 'content.scheduled', isLive: false },
      { type: 'content.unpublished', isLive: true },
    ])
  })

  it('publishes and unpublishes at the times of one item; a window that passed is not opened', async () => {
    const [open, passed] = [await makeItem(service, 'posts'), await makeItem(service, 'posts')]
    for (const { id } of [open, passed]) dataOf(await post(`${id}/schedule`, timed(both)))
    dataOf(await post(`${passed.id}/schedule`, { scheduledAt: after(1.5) }))
    await pass(1)
    expect(await itemOf(open.id)).toMatchObject({ status: 'published', scheduledAt: null })
    await pass(1)
    expect(await itemOf(open.id)).toMatchObject({ status: 'draft' })
    expect(await itemOf(passed.id)).toMatchObject({ status: 'draft', publishedAt: null, scheduledAt: null })
  })

  it.each(['unschedule', 'unpublish', 'cancel', 'update', 'trash'])('is cancelled by %s', async (how) => {
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    dataOf(await post(`${id}/schedule`, { unpublishAt: after(1) }))
    const steps: Record<string, () => Promise<Answer>> = {
      unschedule: () => post(`${id}/unschedule`),
      unpublish: () => post(`${id}/unpublish`),
      cancel: () => post(`${id}/schedule`, { unpublishAt: null }),
      update: () => service.ask('PUT', `/content/posts/${id}`, { body: { status: 'draft' } }),
      trash: () => service.ask('DELETE', `/content/posts/${id}`),
    }
    dataOf(await (steps[how] as () => Promise<Answer>)())
    const rows = await rowsOf(service, `SELECT entry_id FROM unpublish_schedules WHERE entry_id = '${id}'`)
    expect(rows).toEqual([])
    if (how !== 'trash') expect(await itemOf(id)).not.toHaveProperty('unpublishAt')
  })

  it('stays while the item is edited, published again and its draft discarded', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    const at = after(1)
    dataOf(await post(`${id}/schedule`, { unpublishAt: at }))
    for (const step of ['save', 'publish', 'save', 'discard-draft']) {
      const body = { data: { title: `After ${step}` } }
      dataOf(
        step === 'save'
          ? await service.ask('PUT', `/content/posts/${id}`, { body })
          : await post(`${id}/${step}`),
      )
      expect(await itemOf(id)).toMatchObject({ status: 'published', unpublishAt: at })
    }
    const copy = dataOf(await post(`${id}/duplicate`), 201).item
    expect(copy).not.toHaveProperty('unpublishAt')
  })

  it('comes back from the trash with its time, and as a draft where that has passed', async () => {
    const early = await makeItem(service, 'posts', { state: 'published' })
    const late = await makeItem(service, 'posts', { state: 'published' })
    dataOf(await post(`${early.id}/schedule`, { unpublishAt: after(1) }))
    const at = after(3)
    dataOf(await post(`${late.id}/schedule`, { unpublishAt: at }))
    for (const { id } of [early, late]) dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    await pass(2)
    for (const { id } of [early, late]) dataOf(await post(`${id}/restore`))
    const { unpublishAt, status } = await itemOf(early.id)
    expect([status, unpublishAt]).toEqual(['draft', undefined])
    expect(await itemOf(late.id)).toMatchObject({ status: 'published', unpublishAt: at })
    await pass(1)
    expect(await itemOf(late.id)).toMatchObject({ status: 'draft' })
  })

  it('stays when only the start is cancelled, and goes with it where the item is not live', async () => {
    const live = await makeItem(service, 'posts', { state: 'published+draft' })
    const waiting = await makeItem(service, 'posts')
    for (const { id } of [live, waiting]) {
      dataOf(await post(`${id}/schedule`, timed(both)))
      dataOf(await post(`${id}/schedule`, { scheduledAt: null }))
    }
    expect(await itemOf(live.id)).toMatchObject({
      status: 'published',
      scheduledAt: null,
      unpublishAt: after(2),
    })
    const item = await itemOf(waiting.id)
    expect(item).toMatchObject({ status: 'draft', scheduledAt: null })
    expect(item).not.toHaveProperty('unpublishAt')
    await pass(1)
    expect(await itemOf(live.id)).toMatchObject({ status: 'published', hasPendingDraft: true })
  })

  it('comes back when unpublishing is undone', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    const unpublishAt = after(1)
    dataOf(await post(`${id}/schedule`, { unpublishAt }))
    const { live, slug, terms } = dataOf(await service.ask('GET', `/content/posts/${id}/compare`))
    dataOf(await post(`${id}/unpublish`))
    const before = { data: live, slug: slug.live, terms: terms.live }
    dataOf(await post(`${id}/undo-publication`, { live: before, unpublishAt }))
    expect(await itemOf(id)).toMatchObject({ status: 'published', unpublishAt })
  })

  it('needs the right to publish, and a collection that supports scheduling', async () => {
    const author = await service.person(30, ['content:read', 'content:write'])
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    const body = { unpublishAt: inAnHour(service) }
    expectFailure(await post(`${id}/schedule`, body, author.token), '403 FORBIDDEN')
    const plain = await makeItem(service, 'plain', { state: 'published' })
    for (const step of ['schedule', 'publish'])
      expectFailure(
        await service.ask('POST', `/content/plain/${plain.id}/${step}`, { body }),
        '400 VALIDATION_ERROR',
        'scheduling',
      )
    dataOf(await post(`${id}/schedule`, body))
    const change = { body: { supports: ['drafts'] } }
    expectFailure(
      await service.ask('PATCH', '/schema/collections/posts', change),
      '400 SCHEMA_ERROR',
      'scheduled',
    )
  })

  it('is offered over MCP as over REST', async () => {
    const { id } = await makeItem(service, 'posts')
    const target = { collection: 'posts', id }
    const times = { scheduledAt: after(1), unpublishAt: after(2) }
    expect((await resultOf(service, 'content_schedule', { ...target, ...times })).item).toMatchObject(times)
    const published = await resultOf(service, 'content_publish', { ...target, unpublishAt: after(3) })
    expect(published.item).toMatchObject({ status: 'published', unpublishAt: after(3) })
    expectFailed(
      await callTool(service, 'content_publish', { ...target, unpublishAt: after(-1) }),
      'unpublishAt',
    )
    const cancelled = await resultOf(service, 'content_publish', { ...target, unpublishAt: null })
    expect(cancelled.item).not.toHaveProperty('unpublishAt')
    const args = { ...target, unpublishAt: after(3) }
    const refused = await callTool(service, 'content_publish', args, { token: reader })
    expectRefused(refused, 'content:write', 'role 30 needed, yours is 10')
  })
})
