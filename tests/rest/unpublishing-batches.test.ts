// @module-tag long
import { unpublishAllDue } from '@octavo/server/maintenance/jobs/unpublisher'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { hour, inAnHour, makeCollection, makeItem } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { countStatements } from '../setup/statements.ts'
import { rowsOf } from '../setup/tables.ts'

const fields = [{ slug: 'title', type: 'string', required: true, searchable: true }]
const supports = ['drafts', 'revisions', 'scheduling', 'search']
const count = 100

describe.each(engines)('many ends due at once, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports, fields })
  })
  afterAll(() => service.close())

  const list = async (path: string): Promise<Record<string, unknown>[]> =>
    dataOf(await service.ask('GET', path)).items
  const isLeft = (): Promise<unknown[]> => rowsOf(service, 'SELECT entry_id FROM unpublish_schedules')

  /** Published items with a title of their own and an end; with `published+draft` each has a pending draft. */
  async function makeItems(state: 'published' | 'published+draft', word: string): Promise<string[]> {
    const unpublishAt = inAnHour(service)
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      const { id } = await makeItem(service, 'posts', { state: 'published' })
      const path = `/content/posts/${id}`
      const body = { data: { title: `${word} ${n}` }, ...(state === 'published' && { status: state }) }
      dataOf(await service.ask('PUT', path, { body }))
      dataOf(await service.ask('POST', `${path}/schedule`, { body: { unpublishAt } }))
      ids.push(id)
    }
    return ids
  }

  it.each([
    ['published', 3],
    ['published+draft', 4],
  ] as const)('take few statements: %s', async (state, most) => {
    const word = state === 'published' ? 'Alone' : 'Waiting'
    const ids = await makeItems(state, word)
    // A batch on a slow machine takes fewer items, and so more statements for each. Time stands still for the job of the
    // service as well, which may take some of the items.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const statements = countStatements(service)
    service.clock.forward(hour)
    await unpublishAllDue(service.services)
    clock.mockRestore()
    await expect.poll(isLeft).toEqual([])
    expect(statements()).toBeLessThan(most * count)
    const items = await list(`/content/posts?limit=100&ids=${ids.join(',')}`)
    const hasPendingDraft = state === 'published+draft'
    expect(items).toMatchObject(
      ids.map((id, n) => ({ id, status: 'draft', hasPendingDraft, data: { title: `${word} ${n}` } })),
    )
    for (const item of items) expect(item).not.toHaveProperty('unpublishAt')
    expect(await list(`/content/posts?view=live&ids=${ids.join(',')}`)).toEqual([])
    const search = async (query: string): Promise<unknown[]> =>
      (await service.ask('GET', `/search?q=${encodeURIComponent(query)}`)).body.results
    expect(await search(word)).toEqual([])

    const drafts = (await service.ask('GET', `/search?q=${word}+7&status=draft`)).body.results
    expect(drafts.map(({ title }: { title: string }) => title)).toContain(`${word} 7`)
    const entries = await list('/admin/audit?action=content.unpublish&limit=100')
    expect(entries.map(({ targetId }) => targetId).toSorted()).toEqual(ids.toSorted())
  })

  it('are few transactions, and an item that fails stops none of the others', async () => {
    const ids = await makeItems('published+draft', 'Several')
    service.clock.forward(hour)
    const failing = ids[30] ?? ''
    // An unreadable draft cannot be put into the search index.
    await service.services.database.transaction('write', (tx) =>
      tx.run(`UPDATE revisions SET data = '{' WHERE entry_id = ? AND kind = 'save'`, [failing]),
    )
    const transactions = vi.spyOn(service.services.database, 'transaction')
    await unpublishAllDue(service.services)
    await expect.poll(isLeft).toEqual([{ entry_id: failing }])
    expect(transactions.mock.calls.length).toBeLessThan(count / 2)
    transactions.mockRestore()
    const statuses = await rowsOf(
      service,
      `SELECT id, status, _unpublish_at FROM content_posts WHERE id IN ('${ids.join("', '")}') ORDER BY id`,
    )
    expect(statuses).toMatchObject(
      ids.toSorted().map((id) => ({ id, status: id === failing ? 'published' : 'draft' })),
    )
    const [schedule] = await rowsOf(service, 'SELECT failures, try_at FROM unpublish_schedules')
    expect(Number(schedule?.['failures'])).toBe(1)
    for (const id of ids) {
      const entries = await list(`/admin/audit?action=content.unpublish&targetId=${id}`)
      expect(entries, id).toHaveLength(id === failing ? 0 : 1)
    }
  })
})

describe.each(engines)('ends of translations that share values, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    const shared = { slug: 'rank', type: 'integer', translatable: false }
    await makeCollection(service, 'posts', { supports, fields: [...fields, shared] })
  })
  afterAll(() => service.close())

  it('are done in one batch, and leave translations without an end', async () => {
    const unpublishAt = inAnHour(service)
    const [ended, left]: [string[], string[]] = [[], []]
    const create = async (body: object): Promise<string> =>
      dataOf(await service.ask('POST', '/content/posts', { body: { status: 'published', ...body } }), 201)
        .item.id
    for (let n = 0; n < 20; n++) {
      const translationOf = await create({ data: { title: `Shared ${n}`, rank: n } })
      const translation = await create({ data: { title: `Geteilt ${n}` }, locale: 'de', translationOf })
      ended.push(translationOf)
      ;(n % 2 === 0 ? ended : left).push(translation)
    }
    for (const id of ended)
      dataOf(await service.ask('POST', `/content/posts/${id}/schedule`, { body: { unpublishAt } }))
    service.clock.forward(hour)
    const transactions = vi.spyOn(service.services.database, 'transaction')
    await unpublishAllDue(service.services)
    await expect.poll(() => rowsOf(service, 'SELECT entry_id FROM unpublish_schedules')).toEqual([])
    expect(transactions.mock.calls.length).toBeLessThan(ended.length / 2)
    transactions.mockRestore()
    const { items } = dataOf(await service.ask('GET', '/content/posts?limit=100&order=asc'))
    for (const { id, status, data } of items) {
      expect([id, status]).toEqual([id, left.includes(id) ? 'published' : 'draft'])
      expect(data.rank).toBe(Number(data.title.split(' ')[1]))
    }
  })
})
