import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { inAnHour, makeCollection, makeItem, type State } from '../setup/content.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

interface Change {
  name: string
  from: State
  method?: 'PUT' | 'DELETE'
  path?: string
  body?: Record<string, unknown>
}

const changes: readonly Change[] = [
  { name: 'save', from: 'draft', method: 'PUT', body: { data: { title: 'New' } } },
  { name: 'save of a draft', from: 'published', method: 'PUT', body: { data: { title: 'New' } } },
  { name: 'change of slug', from: 'draft', method: 'PUT', body: { slug: 'SLUG' } },
  { name: 'publish', from: 'draft', path: '/publish', body: {} },
  { name: 'publish of a draft', from: 'published+draft', path: '/publish', body: {} },
  { name: 'unpublish', from: 'published', path: '/unpublish', body: {} },
  { name: 'schedule', from: 'draft', path: '/schedule', body: { scheduledAt: 'SOON' } },
  { name: 'unschedule', from: 'scheduled+time', path: '/unschedule', body: {} },
  { name: 'discard', from: 'published+draft', path: '/discard-draft', body: {} },
  { name: 'delete', from: 'draft', method: 'DELETE' },
  { name: 'restore', from: 'trash', path: '/restore', body: {} },
  { name: 'delete permanently', from: 'trash', method: 'DELETE', path: '/permanent' },
  { name: 'restore a revision', from: 'draft', path: 'REVISION', body: {} },
]

describe.each(engines)('_rev on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine)
    const supports = ['drafts', 'revisions', 'scheduling']
    await makeCollection(service, 'posts', { supports, fields: [{ slug: 'title', type: 'string' }] })
  })
  afterAll(() => service.close())

  const get = (id: string, headers = {}, query = ''): Promise<Answer> =>
    service.ask('GET', `/content/posts/${id}${query}`, { headers })

  async function run(
    { method, path = '', body }: Change,
    id: string,
    rev?: string,
    headers = {},
  ): Promise<Answer> {
    const given: Record<string, unknown> = {
      ...body,
      ...(body?.['slug'] !== undefined && { slug: `slug-${++count}` }),
    }
    if (body?.['scheduledAt'] !== undefined) given['scheduledAt'] = inAnHour(service)
    const newest =
      path === 'REVISION'
        ? dataOf(await service.ask('GET', `/content/posts/${id}/revisions`)).items[0].id
        : ''
    const url = path === 'REVISION' ? `/revisions/${newest}/restore` : `/content/posts/${id}${path}`
    if (method === 'DELETE') {
      return service.ask(method, `${url}${rev === undefined ? '' : `?_rev=${encodeURIComponent(rev)}`}`, {
        headers,
      })
    }
    return service.ask(method ?? 'POST', url, {
      headers,
      body: { ...given, ...(rev !== undefined && { _rev: rev }) },
    })
  }

  /** The current `_rev`, of a trashed item too. */
  async function revOf(id: string): Promise<string> {
    const conflict = await service.ask('PUT', `/content/posts/${id}`, { body: { _rev: 'stale' } })
    if (conflict.status === 409) return conflict.body.error.details._rev
    const trashed = await service.ask('POST', `/content/posts/${id}/restore`, { body: { _rev: 'stale' } })
    return trashed.body.error.details._rev
  }

  it.each(changes)('$name: 409 for a stale one and 412 for If-Match, and nothing changes', async (change) => {
    const { id } = await makeItem(service, 'posts', { state: change.from })
    const current = await revOf(id)
    const version = Number.parseInt(current, 10)
    const stale = current.replace(/^\d+/, String(version - 1))
    for (const rev of [stale, '', 'abc', '*', '0', `${version + 1}`]) {
      const answer = await run(change, id, rev)
      expectFailure(answer, '409 CONFLICT', current)
      expect(answer.body.error.details._rev).toBe(current)
    }
    for (const tag of [`"${stale}"`, '"abc"', 'abc', '""', `W/"${stale}"`]) {
      const answer = await run(change, id, undefined, { 'if-match': tag })
      expectFailure(answer, '412 PRECONDITION_FAILED', current)
      expect(answer.body.error.details._rev).toBe(current)
    }
    expect(await revOf(id)).toBe(current)
  })

  it.each(changes)('$name: the current one is taken, and is another one then', async (change) => {
    for (const form of ['_rev', 'if-match', '*', 'both'] as const) {
      const { id } = await makeItem(service, 'posts', { state: change.from })
      const current = await revOf(id)
      const headers = form === '_rev' ? {} : { 'if-match': form === '*' ? '*' : `"other", "${current}"` }
      const answer = await run(change, id, form === '_rev' || form === 'both' ? current : undefined, headers)
      expect([form, answer.status, answer.text.slice(0, 200)]).toEqual([form, 200, expect.any(String)])
      if (change.path !== '/permanent') expect(await revOf(id)).not.toBe(current)
    }
  })

  it.each(changes.filter(({ body }) => body !== undefined))('$name: a number is no _rev', async (change) => {
    const { id } = await makeItem(service, 'posts', { state: change.from })
    const answer = await run({ ...change, body: { ...change.body, _rev: 1 } }, id)
    expectFailure(answer, '400 VALIDATION_ERROR', '_rev')
  })

  it('If-Match for an item that is not there is 404', async () => {
    const answer = await service.ask('PUT', '/content/posts/nothing', {
      body: {},
      headers: { 'if-match': '"1"' },
    })
    expectFailure(answer, '404 NOT_FOUND')
  })

  it('If-None-Match gives 304 without a body until the item changes, in each view of its own', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published+draft' })
    for (const query of ['', '?view=live']) {
      const etag = (await get(id, {}, query)).headers['etag'] ?? ''
      for (const tag of [etag, '*', `"x", ${etag}`, `W/${etag}`]) {
        const answer = await get(id, { 'if-none-match': tag }, query)
        expect([tag, answer.status, answer.text, answer.headers['etag']]).toEqual([tag, 304, '', etag])
      }
      for (const tag of ['"x"', 'x', ''])
        expect((await get(id, { 'if-none-match': tag }, query)).status).toBe(200)
      dataOf(await service.ask('PUT', `/content/posts/${id}`, { body: { data: { title: `Not ${etag}` } } }))
      if (query !== '') dataOf(await service.ask('POST', `/content/posts/${id}/publish`, { body: {} }))
      expect((await get(id, { 'if-none-match': etag }, query)).status).toBe(200)
    }
    const [latest, live] = [await get(id), await get(id, {}, '?view=live')]
    expect(latest.headers['etag']).not.toBe(live.headers['etag'])
    expect((await get(id, { 'if-none-match': latest.headers['etag'] ?? '' }, '?view=live')).status).toBe(200)
  })

  it('is 404 and not 304 when the item is in the trash', async () => {
    const { id } = await makeItem(service, 'posts')
    const etag = (await get(id)).headers['etag'] ?? ''
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    expectFailure(await get(id, { 'if-none-match': etag }), '404 NOT_FOUND')
  })

  it('is another one when the fields of the collection change', async () => {
    await makeCollection(service, 'growing', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
    const { id } = await makeItem(service, 'growing')
    const path = `/content/growing/${id}`
    const seen = new Set<string | undefined>([(await service.ask('GET', path)).headers['etag']])
    const field = { slug: 'size', label: 'Size', type: 'integer', defaultValue: 7 }
    dataOf(await service.ask('POST', '/schema/collections/growing/fields', { body: field }), 201)
    const grown = await service.ask('GET', path)
    expect(dataOf(grown).item.data).toEqual({ title: 'First', size: 7 })
    seen.add(grown.headers['etag'])
    dataOf(await service.ask('DELETE', '/schema/collections/growing/fields/title'))
    const shrunk = await service.ask('GET', path)
    expect(dataOf(shrunk).item.data).toEqual({ size: 7 })
    seen.add(shrunk.headers['etag'])
    expect(seen.size).toBe(3)
  })

  it('HEAD answers as GET does, without the body', async () => {
    const { id } = await makeItem(service, 'posts')
    const [head, full] = [await service.ask('HEAD', `/content/posts/${id}`), await get(id)]
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', full.headers['etag']])
    expect((await service.ask('HEAD', `/content/posts/${id}`, { token: null })).status).toBe(401)
    expect((await service.ask('HEAD', '/content/posts/nothing')).status).toBe(404)
  })
})
