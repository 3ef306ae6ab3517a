import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { hour, makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const supports = ['drafts', 'revisions', 'scheduling']
const header = 'x-octavo-change-id'
const long = 'A long text. '.repeat(60)

describe.each(engines)('changes on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de', OCTAVO_RATE_LIMIT: 'off' } })
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'body', type: 'text' },
      { slug: 'code', type: 'string', translatable: false },
    ]
    await makeCollection(service, 'posts', { supports, fields })
    await makeCollection(service, 'notes', { supports: [], fields })
  })
  afterAll(() => service.close())

  async function write(method: string, path: string, body?: object, token?: string): Promise<Any> {
    const answer = await service.ask(method, path, { ...(body && { body }), ...(token && { token }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return { change: answer.headers[header], item: (answer.body as Any).data.item }
  }

  const undo = (change: string, token?: string) =>
    service.ask('POST', `/changes/${change}/undo`, token === undefined ? {} : { token })

  /** What readers and editors see of an item. */
  async function seen(collection: string, id: string): Promise<unknown> {
    const views = ['live', 'latest'].map(async (view) => {
      const { status, body } = await service.ask('GET', `/content/${collection}/${id}?view=${view}`)
      if (status !== 200) return status
      const { updatedAt: _, ...item } = (body as Any).data.item
      return item
    })
    return Promise.all(views)
  }

  it('says who changed what, and undoes it as often as one likes', async () => {
    const made = await write('POST', '/content/posts', { data: { title: 'One', body: long } })
    const { id } = made.item
    const saved = await write('PUT', `/content/posts/${id}`, { data: { body: `${long}!`, title: 'Two' } })
    const [last] = dataOf(await service.ask('GET', `/changes?item=${id}&limit=1`)).items
    expect(last).toMatchObject({
      id: saved.change,
      operation: 'content.update',
      interface: 'rest',
      app: null,
    })
    expect(last.items[0]).toMatchObject({ collection: 'posts', id, before: { 'data.title': 'One' } })
    const after = await seen('posts', id)
    let { change } = saved
    for (const title of ['One', 'Two', 'One']) {
      const undone = await undo(change)
      expect(dataOf(undone).items).toEqual([{ collection: 'posts', id }])
      change = undone.headers[header]
      const { data } = dataOf(await service.ask('GET', `/content/posts/${id}`)).item
      expect(data).toEqual({ title, body: title === 'One' ? long : `${long}!` })
    }
    dataOf(await undo(change))
    expect(await seen('posts', id)).toEqual(after)
  })

  it('refuses when the same fields were edited since, and names them; other fields stay', async () => {
    const { item } = await write('POST', '/content/posts', { data: { title: 'One', body: 'Text' } })
    const path = `/content/posts/${item.id}`
    const first = await write('PUT', path, { data: { title: 'Two' } })
    await write('PUT', path, { data: { body: 'Other' } })
    const third = await write('PUT', path, { data: { title: 'Three' } })
    const refused = await undo(first.change)
    expectFailure(refused, '409 CONFLICT')
    expect((refused.body as Any).error.details).toMatchObject({
      reason: 'undoConflict',
      conflicts: [{ id: item.id, fields: ['title'] }],
    })
    dataOf(await undo(third.change))
    dataOf(await undo(first.change))
    expect(dataOf(await service.ask('GET', path)).item.data).toEqual({ title: 'One', body: 'Other' })
  })

  it('brings back the terms of an item, live and in its draft', async () => {
    dataOf(
      await service.ask('POST', '/taxonomies', {
        body: { name: 'topics', label: 'T', collections: ['posts'] },
      }),
      201,
    )
    const terms: string[] = []
    for (const slug of ['clay', 'glaze']) {
      const term = await service.ask('POST', '/taxonomies/topics/terms', { body: { slug, label: slug } })
      terms.push(dataOf(term, 201).item.id)
    }
    const [clay, glaze] = terms
    const body = { data: { title: 'One' }, terms: { topics: [clay] }, status: 'published' }
    const { item } = await write('POST', '/content/posts', body)
    const termsOf = async (view: string): Promise<unknown> =>
      dataOf(await service.ask('GET', `/content/posts/${item.id}?view=${view}&include=terms`)).item.terms
    const drafted = await write('PUT', `/content/posts/${item.id}`, { terms: { topics: [glaze] } })
    const published = await write('POST', `/content/posts/${item.id}/publish`, {})
    expect([await termsOf('live'), await termsOf('latest')]).toEqual([
      { topics: [glaze] },
      { topics: [glaze] },
    ])
    dataOf(await undo(published.change))
    expect([await termsOf('live'), await termsOf('latest')]).toEqual([
      { topics: [clay] },
      { topics: [glaze] },
    ])
    dataOf(await undo(drafted.change))
    expect([await termsOf('live'), await termsOf('latest')]).toEqual([{ topics: [clay] }, { topics: [clay] }])
  })

  it('asks for the rights of the reverse writes', async () => {
    const author = await service.person(30, ['content:read', 'content:write'])
    const other = await service.person(30, ['content:read', 'content:write'])
    const noPublishing = await service.person(40, ['content:read', 'content:write'], 'latest', {
      canPublish: false,
    })
    const { item, change } = await write('POST', '/content/posts', { data: { title: 'Mine' } }, author.token)
    const published = await write('POST', `/content/posts/${item.id}/publish`, {}, author.token)
    expectFailure(await undo(change, other.token), '403 FORBIDDEN')
    expectFailure(await undo(published.change, noPublishing.token), '403 FORBIDDEN')
    expect(dataOf(await service.ask('GET', '/changes', { token: other.token })).items).toEqual([])
    expectFailure(
      await service.ask('GET', `/changes?userId=${author.userId}`, { token: other.token }),
      '403 FORBIDDEN',
    )
    dataOf(await undo(published.change, author.token))
    dataOf(await undo(change, author.token))
    expectFailure(await service.ask('GET', `/content/posts/${item.id}`), '404 NOT_FOUND')
  })

  it('shows a limited token nothing of other collections', async () => {
    const limits = { collections: ['notes'] }
    const limited = await service.person(40, ['content:read', 'content:write'], 'latest', limits)
    const { change } = await write('POST', '/content/posts', { data: { title: 'Hidden' } })
    const { items } = dataOf(await service.ask('GET', '/changes', { token: limited.token }))
    expect(items.every((one: Any) => one.items.every((item: Any) => item.collection === 'notes'))).toBe(true)
    expectFailure(await undo(change, limited.token), '404 NOT_FOUND')
  })

  it('says why something cannot be undone', async () => {
    const { item } = await write('POST', '/content/posts', { data: { title: 'Gone' } })
    await write('DELETE', `/content/posts/${item.id}`)
    const gone = await service.ask('DELETE', `/content/posts/${item.id}/permanent`)
    const refused = await undo(String(gone.headers[header]))
    expectFailure(refused, '409 CONFLICT')
    expect((refused.body as Any).error.details).toMatchObject({ reason: 'notUndoable' })
    expectFailure(await undo('01M8AFJDTJMQBHXZQHTWSVD86Q'), '404 NOT_FOUND')
  })

  const text = fc.constantFrom('a', 'b', long, `${long}b`)
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('save'),
      data: fc.record({ title: text, body: text, code: text }, { requiredKeys: [] }),
    }),
    fc.record({
      kind: fc.constant('saveLive'),
      data: fc.record({ title: text, body: text }, { requiredKeys: [] }),
    }),
    fc.record({
      kind: fc.constantFrom('publish', 'unpublish', 'discard', 'schedule', 'unschedule', 'delete', 'restore'),
    }),
    fc.record({ kind: fc.constant('slug'), slug: fc.constantFrom('x', 'y') }),
  )

  // A repeated test finds the items of its first run.
  let prefixes = 0

  it.each(['posts', 'notes'])(
    'undoing all changes of %s in reverse order is the identity',
    async (collection) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          const prefix = `p${prefixes++}`
          const made = await write('POST', `/content/${collection}`, {
            data: { title: 't' },
            slug: `${prefix}-0`,
            locale: 'en',
          })
          const source = made.item.id
          const body = { data: { title: 't' }, slug: `${prefix}-0`, locale: 'de', translationOf: source }
          const { item } = await write('POST', `/content/${collection}`, body)
          const look = async () => [await seen(collection, source), await seen(collection, item.id)]
          const states = [await look()]
          const changes: string[] = []
          for (const one of steps) {
            const answer = await perform(`/content/${collection}/${source}`, one as Any, prefix)
            const change = answer.headers[header]
            if (answer.status >= 300 || change === undefined) continue
            changes.push(String(change))
            states.push(await look())
          }
          for (const change of changes.toReversed()) {
            states.pop()
            const undone = await undo(change)
            expect(undone.status, undone.text).toBe(200)
            expect(await look()).toEqual(states.at(-1))
          }
        }),
        { numRuns: engine === 'sqlite' ? 40 : 10 },
      )
    },
  )

  function perform(path: string, { kind, data, slug }: Any, prefix: string) {
    switch (kind) {
      case 'save':
        return service.ask('PUT', path, { body: { data } })
      case 'saveLive':
        return service.ask('PUT', path, { body: { data, status: 'published' } })
      case 'slug':
        return service.ask('PUT', path, { body: { slug: `${prefix}-${slug}` } })
      case 'discard':
        return service.ask('POST', `${path}/discard-draft`, { body: {} })
      case 'schedule':
        return service.ask('POST', `${path}/schedule`, {
          body: { scheduledAt: new Date(service.clock.now.getTime() + hour).toISOString() },
        })
      case 'delete':
        return service.ask('DELETE', path)
      default:
        return service.ask('POST', `${path}/${kind}`, { body: {} })
    }
  }
})
