import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import { unpublishAllDue } from '@octavo/server/maintenance/jobs/unpublisher'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { hour, inAnHour, makeCollection } from '../setup/content.ts'
import { startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'
import { patience } from '../setup/patience.ts'

describe('what is due while a call has its item, on postgres', () => {
  let service: TestService
  let call: Client
  beforeAll(async () => {
    service = await startService('postgres', { env: { OCTAVO_LOCALES: 'en,de' } })
    const supports = ['drafts', 'revisions', 'scheduling']
    const shared = { slug: 'price', type: 'number', translatable: false }
    await makeCollection(service, 'alone', { supports, fields: [{ slug: 'title', type: 'string' }] })
    await makeCollection(service, 'shared', { supports, fields: [shared] })
    call = new Client({ connectionString: service.services.config.databaseUrl ?? '' })
    await call.connect()
  })
  afterAll(async () => {
    await call?.end()
    await service.close()
  })

  const due = {
    publish: { table: 'schedules', run: publishAllDue, status: 'published' },
    unpublish: { table: 'unpublish_schedules', run: unpublishAllDue, status: 'draft' },
  } as const
  type Action = keyof typeof due

  async function make(collection: string, body: object = {}): Promise<string> {
    return dataOf(await service.ask('POST', `/content/${collection}`, { body: { data: {}, ...body } }), 201)
      .item.id
  }
  const post = async (path: string, body: object): Promise<unknown> =>
    dataOf(await service.ask('POST', path, { body }))
  const statusOf = async (collection: string, id: string): Promise<string> =>
    dataOf(await service.ask('GET', `/content/${collection}/${id}`)).item.status

  /** An item of a collection, and an id of its group, that is due; its schedule stays untouched until `run`. */
  async function makeDue(action: Action, collection: string): Promise<{ id: string; translation: string }> {
    const status = action === 'publish' ? 'draft' : 'published'
    const id = await make(collection, { status })
    const translation = await make(collection, { locale: 'de', translationOf: id })
    const at = inAnHour(service)
    await post(`/content/${collection}/${id}/schedule`, {
      [action === 'publish' ? 'scheduledAt' : 'unpublishAt']: at,
    })
    return { id, translation }
  }
  const waiting = (action: Action, id: string): Promise<unknown[]> =>
    rowsOf(service, `SELECT failures FROM ${due[action].table} WHERE entry_id = '${id}'`)
  const deadlocks = (): Promise<unknown[]> =>
    rowsOf(service, 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()')

  it.each([
    ['publish', 'alone', 'id'],
    ['unpublish', 'alone', 'id'],
    ['publish', 'shared', 'id'],
    ['publish', 'shared', 'translation'],
    ['unpublish', 'shared', 'translation'],
  ] as const)('stays due, and the call gets the schedule: %s, %s, %s', async (action, collection, locked) => {
    const before = await deadlocks()
    const made = await makeDue(action, collection)
    const other = await makeDue(action, collection)
    // As a call does: the item first, then its schedule.
    await call.query('BEGIN')
    await call.query(`SELECT id FROM content_${collection} WHERE id = $1 FOR NO KEY UPDATE`, [made[locked]])
    try {
      service.clock.forward(hour)
      await due[action].run(service.services)
      expect(await waiting(action, made.id)).toEqual([{ failures: 0 }])
      await vi.waitFor(async () => expect(await statusOf(collection, other.id)).toBe(due[action].status), {
        timeout: patience,
      })
      await call.query(`UPDATE ${due[action].table} SET failures = failures WHERE entry_id = $1`, [made.id])
    } finally {
      await call.query('COMMIT')
    }
    await vi.waitFor(
      async () => {
        await due[action].run(service.services)
        expect(await waiting(action, made.id)).toEqual([])
      },
      { timeout: patience },
    )
    expect(await statusOf(collection, made.id)).toBe(due[action].status)
    expect(await deadlocks()).toEqual(before)
  })

  it('does not delay others that are due later, however many are busy', { tags: 'long' }, async () => {
    const busy: string[] = []
    for (let count = 0; count < 160; count++) busy.push((await makeDue('publish', 'alone')).id)
    service.clock.forward(1000)
    const later = await makeDue('publish', 'alone')
    await call.query('BEGIN')
    await call.query('SELECT id FROM content_alone WHERE id = ANY($1) FOR NO KEY UPDATE', [busy])
    try {
      service.clock.forward(hour)
      await publishAllDue(service.services)
      // The job of the service may have taken it, and not committed yet.
      await vi.waitFor(async () => expect(await statusOf('alone', later.id)).toBe('published'), {
        timeout: patience,
      })
      expect(await statusOf('alone', busy[0] ?? '')).toBe('scheduled')
    } finally {
      await call.query('COMMIT')
    }
    await vi.waitFor(
      async () => {
        await publishAllDue(service.services)
        expect(await waiting('publish', busy.at(-1) ?? '')).toEqual([])
      },
      { timeout: patience },
    )
  })

  it.each(['40P01', '40001'])('is not put off by a transaction that was broken off with %s', async (code) => {
    const { id } = await makeDue('publish', 'alone')
    const { database } = service.services
    const transaction = database.transaction.bind(database)
    const spy = vi.spyOn(database, 'transaction').mockImplementation((kind, work) =>
      transaction(kind, async (tx) => {
        await work(tx)
        throw Object.assign(new Error('broken off'), { code })
      }),
    )
    service.clock.forward(hour)
    // While the job of the service has the item, nothing else is due: its transaction is broken off as well.
    const codeOfFailure = (): Promise<unknown> =>
      publishAllDue(service.services).then(
        () => undefined,
        (error: { code?: unknown }) => error.code,
      )
    await expect.poll(codeOfFailure).toBe(code)
    expect(await waiting('publish', id)).toEqual([{ failures: 0 }])
    spy.mockRestore()
    await vi.waitFor(
      async () => {
        await publishAllDue(service.services)
        expect(await statusOf('alone', id)).toBe('published')
      },
      { timeout: patience },
    )
  })
})
