import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import { unpublishAllDue } from '@octavo/server/maintenance/jobs/unpublisher'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { hour, makeCollection, makeItem, type State } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

describe.each(engines)('an end of an item on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
    const supports = ['drafts', 'revisions', 'scheduling']
    await makeCollection(service, 'posts', { supports, fields: [{ slug: 'title', type: 'string' }] })
  })
  afterAll(() => service.close())

  const ask = async (method: string, path: string, body?: object) =>
    dataOf(await service.ask(method, `/content/posts/${path}`, body === undefined ? {} : { body }))
  const itemOf = async (id: string) => (await ask('GET', id)).item
  const after = (hours: number): string => new Date(service.clock.now.getTime() + hours * hour).toISOString()
  const runJobs = async (): Promise<void> => {
    await publishAllDue(service.services)
    await unpublishAllDue(service.services)
  }
  /** A site that was restored from a backup waits like this. */
  const setPaused = (value: 0 | 1): Promise<unknown> =>
    service.services.database.transaction('write', async (tx) => {
      await tx.run(`DELETE FROM counters WHERE name = 'paused'`, [])
      await tx.run(`INSERT INTO counters (name, value) VALUES ('paused', ?)`, [value])
    })

  const ways: Record<string, (id: string) => Promise<unknown>> = {
    'POST publish': (id) => ask('POST', `${id}/publish`),
    'PUT status published': (id) => ask('PUT', id, { status: 'published' }),
    content_publish: (id) => resultOf(service, 'content_publish', { collection: 'posts', id }),
    'content_update status published': (id) =>
      resultOf(service, 'content_update', { collection: 'posts', id, status: 'published' }),
  }
  const standings: readonly State[] = ['published', 'published+draft', 'scheduled+time']

  it.each(Object.keys(ways).flatMap((way) => standings.map((state) => [way, state] as const)))(
    'that has passed is cleared by %s of what is %s',
    async (way, state) => {
      await setPaused(1)
      const { id } = await makeItem(service, 'posts', { state })
      await ask('POST', `${id}/schedule`, { unpublishAt: after(2) })
      service.clock.forward(3 * hour)
      await ways[way]?.(id)
      const waiting = `SELECT entry_id FROM unpublish_schedules WHERE entry_id = '${id}'
        UNION ALL SELECT entry_id FROM schedules WHERE entry_id = '${id}'`
      expect(await rowsOf(service, waiting)).toEqual([])
      await setPaused(0)
      await runJobs()
      const item = await itemOf(id)
      expect(item).toMatchObject({ status: 'published', scheduledAt: null, hasPendingDraft: false })
      expect(item).not.toHaveProperty('unpublishAt')
    },
  )

  it('that has passed is replaced by the one that a publication sets', async () => {
    await setPaused(1)
    const { id } = await makeItem(service, 'posts', { state: 'published+draft' })
    await ask('POST', `${id}/schedule`, { unpublishAt: after(1) })
    service.clock.forward(2 * hour)
    const unpublishAt = after(1)
    await ask('POST', `${id}/publish`, { unpublishAt })
    await setPaused(0)
    await runJobs()
    expect(await itemOf(id)).toMatchObject({ status: 'published', unpublishAt })
  })

  it('that is still to come stays when the item is published again', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published+draft' })
    const unpublishAt = after(1)
    await ask('POST', `${id}/schedule`, { unpublishAt })
    await ask('POST', `${id}/publish`)
    expect(await itemOf(id)).toMatchObject({ status: 'published', unpublishAt })
  })

  it.each([
    ['had none', null, '+2', null],
    ['had another', '+1', '+2', '+1'],
    ['had the same', '+1', undefined, '+1'],
    ['had one that the publication cancelled', '+1', null, '+1'],
  ])('is as before when a publication of what %s is undone', async (_, before, set, expected) => {
    const time = (hours: string | null): string | null => (hours === null ? null : after(Number(hours)))
    for (const state of ['published+draft', 'draft'] as const) {
      const { id } = await makeItem(service, 'posts', { state })
      const [unpublishAt, wanted] = [time(before), state === 'draft' ? null : time(expected)]
      if (state !== 'draft' && before !== null) await ask('POST', `${id}/schedule`, { unpublishAt })
      const { live, slug, terms } = await ask('GET', `${id}/compare`)
      await ask('POST', `${id}/publish`, set === undefined ? {} : { unpublishAt: time(set) })
      const version = live === null ? null : { data: live, slug: slug.live, terms: terms.live }
      await ask('POST', `${id}/undo-publication`, {
        live: version,
        unpublishAt: state === 'draft' ? null : unpublishAt,
      })
      const item = await itemOf(id)
      expect([item.status, item.unpublishAt ?? null]).toEqual([state.split('+')[0], wanted])
      const rows = await rowsOf(
        service,
        `SELECT unpublish_at AS at FROM unpublish_schedules WHERE entry_id = '${id}'`,
      )
      expect(rows).toEqual(wanted === null ? [] : [{ at: wanted }])
    }
  })

  it.each([
    ['publication that moved it', 'publish', { unpublishAt: '+3' }],
    ['publication that cancelled it', 'publish', { unpublishAt: null }],
    ['publication that kept it', 'publish', {}],
    ['unpublication', 'unpublish', {}],
  ] as const)('that has passed when a %s is undone leaves the item off the site', async (_, act, given) => {
    const { id } = await makeItem(service, 'posts', { state: 'published+draft' })
    const unpublishAt = after(1)
    await ask('POST', `${id}/schedule`, { unpublishAt })
    const { live, slug, terms } = await ask('GET', `${id}/compare`)
    await ask(
      'POST',
      `${id}/${act}`,
      'unpublishAt' in given && given.unpublishAt !== null ? { unpublishAt: after(3) } : given,
    )
    service.clock.forward(2 * hour)
    await runJobs()
    await ask('POST', `${id}/undo-publication`, {
      live: { data: live, slug: slug.live, terms: terms.live },
      unpublishAt,
    })
    const item = await itemOf(id)
    expect(item).toMatchObject({ status: 'draft', data: { title: 'Second' } })
    expect(item).not.toHaveProperty('unpublishAt')
    expect(await rowsOf(service, `SELECT 1 FROM unpublish_schedules WHERE entry_id = '${id}'`)).toEqual([])
  })

  it.each([
    ['draft', 'before the end is applied'],
    ['draft', 'after the end is applied'],
    ['scheduled+time', 'before the end is applied'],
    ['scheduled+time', 'after the end is applied'],
  ] as const)(
    'that has passed leaves a draft when a publication of %s is undone %s',
    async (state, moment) => {
      const { id } = await makeItem(service, 'posts', { state })
      const { scheduledAt } = await itemOf(id)
      const unpublishAt = after(2)
      if (state === 'scheduled+time') await ask('POST', `${id}/schedule`, { unpublishAt })
      await ask('POST', `${id}/publish`, { unpublishAt })
      service.clock.forward(3 * hour)
      if (moment === 'after the end is applied') await runJobs()
      await ask('POST', `${id}/undo-publication`, {
        live: null,
        scheduledAt,
        unpublishAt: state === 'draft' ? null : unpublishAt,
      })
      await runJobs()
      const item = await itemOf(id)
      expect(item).toMatchObject({ status: 'draft', scheduledAt: null })
      expect(item).not.toHaveProperty('unpublishAt')
      for (const table of ['schedules', 'unpublish_schedules'])
        expect(await rowsOf(service, `SELECT 1 FROM ${table} WHERE entry_id = '${id}'`)).toEqual([])
    },
  )
})
