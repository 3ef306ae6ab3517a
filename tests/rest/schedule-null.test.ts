import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { hour, makeCollection, makeItem, type State, stateOf } from '../setup/content.ts'
import { callTool, expectFailed, expectRefused } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

type Times = Readonly<Record<string, unknown>>

interface Case {
  readonly from: State
  /** the end that the item has before */
  readonly end?: string
  readonly given: Times
  /** the state, and whether the item has an end; or how it fails, and what it mentions */
  readonly to: readonly [string, string?]
}

const cancel = { scheduledAt: null }

const cases: readonly Case[] = [
  { from: 'draft', given: cancel, to: ['draft'] },
  { from: 'draft', given: { ...cancel, unpublishAt: null }, to: ['draft'] },
  { from: 'draft', given: { ...cancel, unpublishAt: '+2' }, to: ['CONFLICT', 'nothing to unpublish'] },
  { from: 'draft+draft', given: cancel, to: ['draft+draft'] },
  { from: 'scheduled+time', given: cancel, to: ['draft'] },
  { from: 'scheduled+time', end: '+3', given: cancel, to: ['draft'] },
  { from: 'scheduled+time', end: '+3', given: { ...cancel, unpublishAt: null }, to: ['draft'] },
  {
    from: 'scheduled+time',
    given: { ...cancel, unpublishAt: '+2' },
    to: ['CONFLICT', 'nothing to unpublish'],
  },
  { from: 'scheduled+draft+time', given: cancel, to: ['draft+draft'] },
  { from: 'published', given: cancel, to: ['published'] },
  { from: 'published', given: { ...cancel, unpublishAt: '+2' }, to: ['published', 'end'] },
  { from: 'published', given: { ...cancel, unpublishAt: '-1' }, to: ['VALIDATION_ERROR', 'unpublishAt'] },
  { from: 'published', end: '+3', given: { ...cancel, unpublishAt: '+2' }, to: ['published', 'end'] },
  { from: 'published', end: '+3', given: cancel, to: ['published', 'end'] },
  { from: 'published', end: '+3', given: { ...cancel, unpublishAt: null }, to: ['published'] },
  { from: 'published+draft+time', given: cancel, to: ['published+draft'] },
  { from: 'published+draft+time', end: '+3', given: cancel, to: ['published+draft', 'end'] },
  {
    from: 'published+draft+time',
    given: { ...cancel, unpublishAt: '+2' },
    to: ['published+draft', 'end'],
  },
  { from: 'trash', given: cancel, to: ['NOT_FOUND', 'does not exist'] },
]

const interfaces = ['REST', 'MCP'] as const
const rows = cases.flatMap((one) => interfaces.map((via) => ({ ...one, via })))

describe.each(engines)('scheduledAt: null on %s', (engine) => {
  let service: TestService
  let author: string
  let reader: string
  beforeAll(async () => {
    service = await startService(engine)
    const fields = [{ slug: 'title', type: 'string' }]
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions', 'scheduling'], fields })
    await makeCollection(service, 'plain', { supports: ['drafts'], fields })
    author = (await service.person(30, ['content:read', 'content:write'])).token
    reader = (await service.person(10, ['content:read'])).token
  })
  afterAll(() => service.close())

  const after = (hours: string): string =>
    new Date(service.clock.now.getTime() + Number(hours) * hour).toISOString()
  /** `+2` is in two hours. */
  const timed = (given: Times): Times =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, typeof value === 'string' ? after(value) : value]),
    )
  const schedule = (id: string, given: Times) =>
    service.ask('POST', `/content/posts/${id}/schedule`, { body: given })
  const waiting = (id: string) =>
    rowsOf(
      service,
      `SELECT publish_at AS at FROM schedules WHERE entry_id = '${id}'
       UNION ALL SELECT unpublish_at AS at FROM unpublish_schedules WHERE entry_id = '${id}'`,
    )
  async function itemOf(id: string) {
    const answer = await service.ask('GET', `/content/posts/${id}`)
    return answer.status === 404 ? null : dataOf(answer).item
  }

  /** Returns the item as the answer has it; null where the call failed as it should. */
  async function sent(via: (typeof interfaces)[number], id: string, given: Times, failure: string[]) {
    if (via === 'REST') {
      const answer = await schedule(id, given)
      if (failure.length === 0) return dataOf(answer).item
      expect(answer.body.error.code).toBe(failure[0])
      expect(answer.text).toContain(failure[1])
      return null
    }
    const outcome = await callTool(service, 'content_schedule', { collection: 'posts', id, ...given })
    if (failure.length > 0) expectFailed(outcome, ...failure)
    else expect(outcome.kind, JSON.stringify(outcome)).toBe('done')
    return outcome.kind === 'done' ? JSON.parse(outcome.text).item : null
  }

  it.each(rows)(
    'over $via on $from with the end $end, given $given: $to',
    async ({ via, from, end, given, to }) => {
      const { id } = await makeItem(service, 'posts', { state: from })
      if (end !== undefined) dataOf(await schedule(id, { unpublishAt: after(end) }))
      const before = { item: await itemOf(id), waiting: await waiting(id) }
      const times = timed(given)
      const isFailure = /^[A-Z]/.test(to[0])
      const item = await sent(via, id, times, isFailure ? to.map(String) : [])
      const now = { item: await itemOf(id), waiting: await waiting(id) }
      if (isFailure) return expect(now).toEqual(before)
      const [state, hasEnd] = to
      const expected =
        hasEnd === undefined ? undefined : (times['unpublishAt'] ?? before.item?.['unpublishAt'])
      expect([stateOf(item), item.unpublishAt]).toEqual([state, expected])
      expect(now.item).toMatchObject({ status: item.status, scheduledAt: null })
      expect(now.item?.['unpublishAt']).toBe(expected)
      expect(now.waiting).toEqual(expected === undefined ? [] : [{ at: expected }])
    },
  )

  it('needs the right to publish, and a collection that supports scheduling', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'scheduled+time' })
    const target = { collection: 'posts', id, ...cancel }
    for (const token of [author, reader])
      expectFailure(
        await service.ask('POST', `/content/posts/${id}/schedule`, { body: cancel, token }),
        '403 FORBIDDEN',
      )
    expectRefused(
      await callTool(service, 'content_schedule', target, { token: author }),
      'content:write',
      'only your own items',
    )
    expectRefused(
      await callTool(service, 'content_schedule', target, { token: reader }),
      'content:write',
      'role 30 needed, yours is 10',
    )
    expect(await itemOf(id)).toMatchObject({ status: 'scheduled' })
    const plain = await makeItem(service, 'plain', { state: 'published' })
    const path = `/content/plain/${plain.id}/schedule`
    expectFailure(await service.ask('POST', path, { body: cancel }), '400 VALIDATION_ERROR', 'scheduling')
    const onPlain = { collection: 'plain', id: plain.id, ...cancel }
    expectFailed(await callTool(service, 'content_schedule', onPlain), 'VALIDATION_ERROR', 'scheduling')
  })

  it('leaves a time that is given again, so that the end alone changes', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published+draft+time' })
    const { scheduledAt } = await itemOf(id)
    const unpublishAt = after('+2')
    const item = await sent('MCP', id, { scheduledAt, unpublishAt }, [])
    expect(item).toMatchObject({ status: 'published', scheduledAt, unpublishAt })
    const cleared = await sent('MCP', id, { scheduledAt, unpublishAt: null }, [])
    expect([cleared.scheduledAt, cleared.unpublishAt]).toEqual([scheduledAt, undefined])
  })
})
