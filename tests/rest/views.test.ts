import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

const both = ['content:read', 'content:write']
const query = {
  status: 'draft',
  locale: 'en',
  q: 'clay',
  filters: [{ key: 'terms.topics', operator: 'eq', value: 'x' }],
  sort: 'title',
  order: 'asc',
  columns: ['image', 'status'],
  density: 'compact',
}

describe.each(engines)('saved views of lists, on %s', (engine) => {
  let service: TestService
  let writer: { token: string; userId: string }
  let editor: { token: string; userId: string }
  let collection: string
  let number = 0
  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'others', { supports: ['drafts'] })
    writer = await service.person(20, both)
    editor = await service.person(40, both)
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    collection = `posts${++number}`
    await makeCollection(service, collection, { supports: ['drafts'] })
  })

  const create = (who: { token: string }, body: object = {}) =>
    service.ask('POST', '/views', {
      token: who.token,
      body: { collection, name: 'Mine', query, ...body },
    })
  const made = async (who: { token: string }, body: object = {}): Promise<Any> =>
    dataOf(await create(who, body), 201).item
  const update = (who: { token: string }, id: string, body: object) =>
    service.ask('PUT', `/views/${id}`, { token: who.token, body })
  const remove = (who: { token: string }, id: string) =>
    service.ask('DELETE', `/views/${id}`, { token: who.token })
  const names = async (who: { token: string }, of = collection): Promise<string[]> =>
    dataOf(await service.ask('GET', `/views?collection=${of}`, { token: who.token })).items.map(
      ({ name }: Any) => name,
    )

  it('come back as they were saved, to their owner alone', async () => {
    const view = await made(writer)
    expect(view).toMatchObject({
      collection,
      name: 'Mine',
      ownerId: writer.userId,
      shared: false,
      query,
      version: 1,
    })
    expect(await names(writer)).toEqual(['Mine'])
    expect(await names(editor)).toEqual([])
    expect(await names(writer, 'others')).toEqual([])
    for (const answer of [await update(editor, view.id, { name: 'Taken' }), await remove(editor, view.id)])
      expectFailure(answer, '404 NOT_FOUND')
    const changed = dataOf(await update(writer, view.id, { name: 'Renamed', version: 1 })).item
    expect(changed).toMatchObject({ name: 'Renamed', query, version: 2 })
    expectFailure(await update(writer, view.id, { query: {}, version: 1 }), '409 CONFLICT')
    dataOf(await remove(writer, view.id))
    expect(await names(writer)).toEqual([])
    expectFailure(await remove(writer, view.id), '404 NOT_FOUND')
  })

  it('are shared by editors, and then changed by editors alone', async () => {
    expectFailure(await create(writer, { shared: true }), '403 FORBIDDEN')
    const own = await made(writer)
    expectFailure(await update(writer, own.id, { shared: true }), '403 FORBIDDEN')
    const { id } = await made(editor, { name: 'For all', shared: true })
    expect(await names(writer)).toEqual(['Mine', 'For all'])
    for (const answer of [await update(writer, id, { name: 'Other' }), await remove(writer, id)])
      expectFailure(answer, '403 FORBIDDEN')
    const other = await service.person(40, both)
    expect(dataOf(await update(other, id, { name: 'For everyone' })).item).toMatchObject({
      ownerId: editor.userId,
      shared: true,
    })
    expect(await names(writer)).toEqual(['Mine', 'For everyone'])
    dataOf(await update(other, id, { shared: false }))
    expect(await names(writer)).toEqual(['Mine'])
    expect(await names(other)).toEqual([])
    expectFailure(await update(other, id, { shared: true }), '404 NOT_FOUND')
    expect(await names(editor)).toEqual(['For everyone'])
  })

  it('are not changed any more by an owner who may not share any more', async () => {
    const former = await service.person(40, both)
    const { id } = await made(former, { shared: true })
    dataOf(await service.ask('PATCH', `/admin/users/${former.userId}`, { body: { role: 20 } }))
    expectFailure(await update(former, id, { name: 'Still mine' }), '403 FORBIDDEN')
  })

  it('have each name once for a person in a collection', async () => {
    const view = await made(writer)
    expectFailure(await create(writer), '409 CONFLICT')
    await made(writer, { name: 'mine' })
    await made(editor)
    await made(writer, { collection: 'others', name: `Mine ${number}` })
    expectFailure(await update(writer, view.id, { name: 'mine' }), '409 CONFLICT')
    dataOf(await update(writer, view.id, { name: 'Mine' }))
    const together = await Promise.all([1, 2, 3].map(() => create(writer, { name: 'At once' })))
    expect(together.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  it('are removed with their collection and with their owner', async () => {
    const gone = await service.person(40, both)
    await made(gone, { shared: true })
    await made(writer, { name: 'Stays' })
    await service.services.database.transaction('write', async (tx) => {
      await tx.run('DELETE FROM users WHERE id = ?', [gone.userId])
    })
    expect(await names(writer)).toEqual(['Stays'])
    dataOf(await service.ask('DELETE', `/schema/collections/${collection}`))
    expectFailure(await service.ask('GET', `/views?collection=${collection}`), '404 NOT_FOUND')
    expect(await rowsOf(service, `SELECT id FROM saved_views WHERE name = 'Stays'`)).toEqual([])
  })

  it('are hidden from tokens that see only a part, or only what is live', async () => {
    await made(editor, { shared: true })
    const hidden = [
      await service.person(40, both, 'latest', { collections: [collection] }),
      await service.person(40, both, 'latest', { locales: ['en'] }),
      await service.person(40, both, 'live'),
    ]
    for (const { token } of hidden) {
      expectFailure(await service.ask('GET', `/views?collection=${collection}`, { token }), '403 FORBIDDEN')
      expectFailure(await create({ token }, { name: 'No' }), '403 FORBIDDEN')
    }
    await made(await service.person(40, both, 'latest', { changeSetsOnly: true }))
  })

  describe('the default of a list', () => {
    const choose = (who: { token: string }, id: string | null, of = collection) =>
      service.ask('POST', '/views/default', { token: who.token, body: { collection: of, id } })
    const defaults = async (who: { token: string }): Promise<string[]> =>
      dataOf(await service.ask('GET', `/views?collection=${collection}`, { token: who.token }))
        .items.filter(({ isDefault }: Any) => isDefault)
        .map(({ name }: Any) => name)

    it('is chosen by each person, among what the person sees in the collection', async () => {
      const { id: own } = await made(writer)
      const { id: shared } = await made(editor, { name: 'For all', shared: true })
      const { id: hidden } = await made(editor, { name: 'Hidden' })
      expect(await defaults(writer)).toEqual([])
      dataOf(await choose(writer, own))
      dataOf(await choose(writer, own))
      expect(await defaults(writer)).toEqual(['Mine'])
      expect(await defaults(editor)).toEqual([])
      dataOf(await choose(writer, shared))
      expect(await defaults(writer)).toEqual(['For all'])
      expectFailure(await choose(writer, hidden), '404 NOT_FOUND')
      expectFailure(await choose(writer, own, 'others'), '404 NOT_FOUND')
      expectFailure(await choose(writer, own, 'nowhere'), '404 NOT_FOUND')
      expectFailure(await choose(await service.person(10, both), null), '403 FORBIDDEN')
      expectFailure(await choose(await service.person(20, ['content:read']), null), '403 FORBIDDEN')
      expect(await defaults(writer)).toEqual(['For all'])
      dataOf(await choose(writer, null))
      expect(await defaults(writer)).toEqual([])
    })

    it('ends when the view is deleted, or no longer shared with the person', async () => {
      const { id } = await made(editor, { name: 'For all', shared: true })
      for (const who of [writer, editor]) dataOf(await choose(who, id))
      dataOf(await update(editor, id, { shared: false }))
      dataOf(await update(editor, id, { shared: true }))
      expect([await defaults(writer), await defaults(editor)]).toEqual([[], ['For all']])
      dataOf(await choose(writer, id))
      dataOf(await remove(editor, id))
      expect([await defaults(writer), await defaults(editor)]).toEqual([[], []])
      dataOf(await choose(writer, null))
    })
  })

  it('are recorded in the audit log', async () => {
    const view = await made(editor)
    await update(editor, view.id, { shared: true })
    await remove(editor, view.id)
    const { items } = dataOf(await service.ask('GET', `/admin/audit?targetId=${view.id}`))
    expect(items.map(({ action }: Any) => action)).toEqual(['views.delete', 'views.update', 'views.create'])
  })

  it('end at the limits of a person and of a collection', async () => {
    const person = await service.person(40, both)
    const first = await made(person, { name: 'v0', shared: true })
    await service.services.database.transaction('write', async (tx) => {
      const copy = (ids: string, shared: number) =>
        tx.run(
          `INSERT INTO saved_views (id, collection_id, owner_id, name, is_shared, query, version, created_at, updated_at)
           WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
           SELECT '${ids}' || n.i, collection_id, ${shared === 1 ? `'${writer.userId}'` : 'owner_id'}, '${ids}' || n.i, ${shared}, query, 1, created_at, updated_at
           FROM saved_views JOIN n ON id = ?`,
          [first.id],
        )
      await copy(`p${number}-`, 0)
      await copy(`s${number}-`, 1)
    })
    expectFailure(await create(person, { name: 'One more' }), '409 CONFLICT')
    const own = await made(editor)
    expectFailure(await update(editor, own.id, { shared: true }), '409 CONFLICT')
    expect(await names(person)).toHaveLength(limits.views.shared + limits.views.ofPerson - 1)
    dataOf(await remove(editor, first.id))
    dataOf(await update(editor, own.id, { shared: true }))
  })
})

describe('a saved view', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService('sqlite')
    await makeCollection(service, 'posts', { supports: ['drafts'] })
  })
  afterAll(() => service.close())

  const filter = { key: 'status', operator: 'eq', value: 'x' }
  it.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(61) }],
    ['name', { name: 'a\u202eb' }],
    ['query', { query: undefined }],
    ['query.unknown', { query: { unknown: 1 } }],
    ['query.status', { query: { status: 'gone' } }],
    ['query.filters', { query: { filters: Array.from({ length: limits.views.filters + 1 }, () => filter) } }],
    ['query.filters.0.operator', { query: { filters: [{ ...filter, operator: 'drop' }] } }],
    ['query.filters.0.value', { query: { filters: [{ ...filter, value: 'x'.repeat(201) }] } }],
    ['query.columns', { query: { columns: Array.from({ length: 101 }, () => 'a') } }],
    ['query', { query: { columns: Array.from({ length: 100 }, () => 'a'.repeat(60)) } }],
    ['shared', { shared: 'yes' }],
    ['collection', { collection: 5 }],
  ])('is refused for its %s, case %#', async (path, body) => {
    const answer = await service.ask('POST', '/views', {
      body: { collection: 'posts', name: 'One', query: {}, ...body },
    })
    expectFailure(answer, '400 VALIDATION_ERROR')
    const { issues } = answer.body.error.details
    expect(issues.map((issue: Any) => issue.path)).toContain(path)
  })

  it('of a collection that there is not is 404', async () => {
    const body = { collection: 'nowhere', name: 'One', query: {} }
    expectFailure(await service.ask('POST', '/views', { body }), '404 NOT_FOUND')
  })
})
