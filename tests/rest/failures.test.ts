import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { inAnHour, makeCollection, makeItem } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

/** Texts that no error response may contain: SQL, names of tables, paths, stacks, messages of engines. */
const internals =
  /SELECT|UPDATE |INSERT |DELETE FROM|content_|relation|no such|syntax|column|sqlite|SQLITE|[Pp]ostgres|\/work|node_modules|\.ts\b|Error:|stack|pool|connection/

const ways = [
  ['GET', '', 'CONTENT_LIST_ERROR'],
  ['GET', '/trash', 'CONTENT_LIST_ERROR'],
  ['GET', '/ID', 'CONTENT_LIST_ERROR'],
  ['GET', '/ID/compare', 'CONTENT_LIST_ERROR'],
  ['GET', '/ID/translations', 'CONTENT_LIST_ERROR'],
  ['GET', '/ID/revisions', 'CONTENT_LIST_ERROR'],
  ['POST', '', 'CONTENT_CREATE_ERROR'],
  ['POST', '/ID/duplicate', 'CONTENT_CREATE_ERROR'],
  ['PUT', '/ID', 'CONTENT_UPDATE_ERROR'],
  ['POST', '/ID/edit', 'CONTENT_UPDATE_ERROR'],
  ['POST', '/ID/publish', 'CONTENT_UPDATE_ERROR'],
  ['POST', '/ID/unpublish', 'CONTENT_UPDATE_ERROR'],
  ['POST', '/ID/schedule', 'CONTENT_UPDATE_ERROR'],
  ['POST', '/ID/discard-draft', 'CONTENT_UPDATE_ERROR'],
  ['POST', '/ID/undo-publication', 'CONTENT_UPDATE_ERROR'],
  ['POST', '/ID/restore', 'CONTENT_UPDATE_ERROR'],
  ['DELETE', '/ID', 'CONTENT_DELETE_ERROR'],
  ['DELETE', '/ID/permanent', 'CONTENT_DELETE_ERROR'],
] as const

describe.each(engines)('a broken database on %s', (engine) => {
  let service: TestService
  let id: string

  beforeAll(async () => {
    service = await startService(engine)
    const supports = ['drafts', 'revisions', 'scheduling']
    for (const slug of ['posts', 'fine'])
      await makeCollection(service, slug, { supports, fields: [{ slug: 'title', type: 'string' }] })
    id = (await makeItem(service, 'posts', { state: 'published+draft' })).id
    await service.services.database.transaction('schema', (tx) =>
      tx.define('ALTER TABLE content_posts RENAME TO hidden_away'),
    )
  })
  afterAll(() => service.close())

  it.each(ways)('%s %s ends with %s and tells nothing of the inside', async (method, path, code) => {
    const bodies: Readonly<Record<string, object>> = {
      '': { data: { title: 'Lost' } },
      '/ID': { data: { title: 'Lost' } },
      '/ID/schedule': { scheduledAt: inAnHour(service) },
      '/ID/edit': { field: 'title', edits: [{ find: 'a', replace: 'b' }] },
      '/ID/undo-publication': { live: null },
    }
    const answer = await service.ask(method, `/content/posts${path.replace('ID', id)}`, {
      ...((method === 'POST' || method === 'PUT') && { body: bodies[path] ?? {} }),
    })
    expectFailure(answer, `500 ${code}`, answer.headers['x-request-id'] ?? 'no request id')
    expect(answer.text).not.toMatch(internals)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.body.error.details).toEqual({})
  })

  it('leaves the rest as it was: other collections work, and so does this one when it is back', async () => {
    const made = await makeItem(service, 'fine', { state: 'published' })
    expect(dataOf(await service.ask('GET', `/content/fine/${made.id}`)).item.status).toBe('published')
    await service.services.database.transaction('schema', (tx) =>
      tx.define('ALTER TABLE hidden_away RENAME TO content_posts'),
    )
    const { item } = dataOf(await service.ask('GET', `/content/posts/${id}`))
    expect(item).toMatchObject({ data: { title: 'Second' }, hasPendingDraft: true })
    expect(dataOf(await service.ask('GET', `/content/posts/${id}/revisions`)).total).toBe(3)
    dataOf(await service.ask('POST', `/content/posts/${id}/publish`, { body: {} }))
  })
})

describe.each(engines)('a column that is gone behind the back of %s', (engine) => {
  it('fails reads and writes without telling why', async () => {
    const service = await startService(engine)
    try {
      await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'meta', type: 'json' }] })
      const { id } = dataOf(await service.ask('POST', '/content/posts', { body: {} }), 201).item
      await service.services.database.transaction('schema', (tx) =>
        tx.define('ALTER TABLE content_posts DROP COLUMN meta'),
      )
      for (const [method, path, code] of [
        ['GET', '', 'CONTENT_LIST_ERROR'],
        ['GET', `/${id}`, 'CONTENT_LIST_ERROR'],
        ['POST', '', 'CONTENT_CREATE_ERROR'],
        ['PUT', `/${id}`, 'CONTENT_UPDATE_ERROR'],
      ] as const) {
        const answer = await service.ask(
          method,
          `/content/posts${path}`,
          method === 'GET' ? {} : { body: { data: { meta: 1 } } },
        )
        expectFailure(answer, `500 ${code}`)
        expect(answer.text).not.toMatch(internals)
      }
    } finally {
      await service.close()
    }
  })
})

describe.each(engines)('a database that is closed on %s', (engine) => {
  it('answers in the envelope, tokens that it knows and those that it does not', async () => {
    const service = await startService(engine)
    await makeCollection(service, 'posts', { supports: [] })
    dataOf(await service.ask('GET', '/content/posts'))
    await service.services.database.close()
    for (const token of [service.token, 'cms_pat_unknown']) {
      for (const [method, path] of [
        ['GET', '/content/posts'],
        ['POST', '/content/posts'],
      ] as const) {
        const answer = await service.ask(method, path, { token, ...(method === 'POST' && { body: {} }) })
        expect(answer.status).toBeGreaterThanOrEqual(500)
        expect(answer.body).toMatchObject({
          success: false,
          error: { code: expect.any(String), details: {} },
        })
        expect(answer.text).not.toMatch(internals)
      }
    }
    await service.close().catch(() => undefined)
  })
})
