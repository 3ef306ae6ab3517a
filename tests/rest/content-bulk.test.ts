import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { awaitEvents } from '../setup/events.ts'
import { callTool, resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

interface Result {
  id: string
  isDone: boolean
  status?: string
  hasPendingDraft?: boolean
  _rev?: string
  error?: { code: string; message: string }
  notice?: string
}

describe.each(engines)('many items at once on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions', 'scheduling'],
      fields: [
        { slug: 'title', type: 'string', required: true },
        { slug: 'rating', type: 'integer', validation: { max: 5 } },
        { slug: 'text', type: 'portableText' },
      ],
    })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts'] })
    for (const slug of ['clay', 'wood', 'iron'])
      await make(service, '/taxonomies/topics/terms', { slug, label: slug.toUpperCase() })
  })
  afterAll(() => service.close())

  let count = 0
  const post = async (status = 'draft', more: object = {}, token = service.token): Promise<string> => {
    const body = { data: { title: `Post ${++count}` }, status, ...more }
    return dataOf(await service.ask('POST', '/content/posts', { body, token }), 201).item.id
  }
  const bulk = (body: object, token = service.token) =>
    service.ask('POST', '/content/posts/bulk', { body, token })
  const read = async (id: string, query = '') =>
    dataOf(await service.ask('GET', `/content/posts/${id}?include=terms${query}`)).item
  const outcomes = (results: readonly Result[]): (string | true)[] =>
    results.map(({ isDone, error }) => isDone || (error?.code ?? ''))

  it('are updated, published and taken back as one change', async () => {
    const ids = [await post(), await post('published'), await post()]
    const updated = await bulk({ ids, action: 'update', data: { rating: 4 } })
    const { results, done, failed } = dataOf(updated)
    expect({ done, failed }).toEqual({ done: 3, failed: 0 })
    expect(results.map(({ id }: Result) => id)).toEqual(ids)
    expect(results[1]).toMatchObject({ status: 'published', hasPendingDraft: true })
    for (const id of ids) expect((await read(id)).data.rating).toBe(4)
    expect((await read(ids[1] ?? '', '&view=live')).data.rating).toBe(undefined)
    const change = updated.headers['x-octavo-change-id']
    const changes = dataOf(await service.ask('GET', '/changes?limit=1')).items
    expect(changes).toMatchObject([{ id: change, operation: 'content.bulk' }])
    expect(changes[0].items).toHaveLength(3)
    dataOf(await service.ask('POST', `/changes/${change}/undo`))
    for (const id of ids) expect((await read(id)).data.rating).toBe(undefined)
  })

  it('answer as a read does that an unpublished item has kept its draft', async () => {
    const id = await post('published')
    dataOf(await bulk({ ids: [id], action: 'update', data: { rating: 2 } }))
    const [unpublished] = dataOf(await bulk({ ids: [id], action: 'unpublish' })).results
    const { status, hasPendingDraft } = await read(id)
    expect(unpublished).toMatchObject({ status, hasPendingDraft })
    const body = { field: 'title', edits: [{ find: 'Post', replace: 'Page' }] }
    const edited = dataOf(await service.ask('POST', `/content/posts/${id}/edit`, { body }))
    expect(edited.item.hasPendingDraft).toBe((await read(id)).hasPendingDraft)
  })

  it('can lack required fields as drafts where the call says so, and say what is wrong where it does not', async () => {
    const ids = [await post()]
    const emptied = { ids, action: 'update', data: { title: null } }
    const [refused] = dataOf(await bulk(emptied)).results
    expect(refused.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: 'data.title' }] },
    })
    const [done] = dataOf(await bulk({ ...emptied, incomplete: true })).results
    expect(done).toMatchObject({ isDone: true })
    expectFailure(await bulk({ ids, action: 'publish', incomplete: true }), '400 VALIDATION_ERROR')
  })

  it('have a result each: one that is refused changes nothing, and the others go on', async () => {
    const [one, two, three] = [await post(), await post(), await post()]
    const { _rev } = dataOf(await service.ask('GET', `/content/posts/${two}`))
    dataOf(await service.ask('PUT', `/content/posts/${two}`, { body: { data: { title: 'Other' } } }))
    await awaitEvents(service)
    const before = dataOf(await service.ask('GET', '/events?limit=1000')).items.length
    const ids = [three, 'no-such-item', two, one]
    const answer = dataOf(await bulk({ ids, action: 'publish', revs: { [two]: _rev } }))
    expect(outcomes(answer.results)).toEqual([true, 'NOT_FOUND', 'CONFLICT', true])
    expect(answer).toMatchObject({ done: 2, failed: 2 })
    expect((await read(two)).status).toBe('draft')
    await awaitEvents(service)
    const events = dataOf(await service.ask('GET', '/events?limit=1000')).items.slice(before)
    expect(events.map(({ itemId }: { itemId: string }) => itemId).toSorted()).toEqual([one, three].toSorted())
    const rejected = dataOf(await bulk({ ids: [one, two], action: 'update', data: { rating: 9 } }))
    expect(rejected).toMatchObject({ done: 0, failed: 2 })
    expect(rejected.results[0].error.message).toContain('rating')
  })

  it('keep the rights of each item', async () => {
    const author = await service.person(30, ['content:read', 'content:write'])
    const [own, other] = [await post('draft', {}, author.token), await post()]
    const answer = dataOf(await bulk({ ids: [own, other], action: 'publish' }, author.token))
    expect(outcomes(answer.results)).toEqual([true, 'FORBIDDEN'])
    const contributor = await service.person(20, ['content:read', 'content:write'])
    const refused = dataOf(await bulk({ ids: [own, other], action: 'delete' }, contributor.token))
    expect(outcomes(refused.results)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    const blindly = { ids: [other], action: 'update', data: { rating: 1 }, revs: { [other]: '7-x' } }
    expect(outcomes(dataOf(await bulk(blindly, contributor.token)).results)).toEqual(['FORBIDDEN'])
    const careful = await service.person(40, ['content:write'], 'latest', { canDelete: false })
    expect((await bulk({ ids: [own], action: 'delete' }, careful.token)).status).toBe(403)
    const held = await service.person(40, ['content:write'], 'latest', { canPublish: false })
    const unpublished = dataOf(await bulk({ ids: [own], action: 'unpublish' }, held.token))
    expect(outcomes(unpublished.results)).toEqual(['FORBIDDEN'])
    expect((await read(own)).status).toBe('published')
    const blind = await service.person(40, ['content:write'])
    expect((await bulk({ where: { rating: 1 }, action: 'delete' }, blind.token)).status).toBe(403)
  })

  it('publish what is expected alone', async () => {
    const [clean, dirty] = [await post('published'), await post('published')]
    dataOf(await service.ask('PUT', `/content/posts/${dirty}`, { body: { data: { title: 'Half ty' } } }))
    dataOf(await bulk({ ids: [clean, dirty], action: 'update', data: { rating: 2 } }))
    const answer = dataOf(await bulk({ ids: [clean, dirty], action: 'publish', expectChanged: ['rating'] }))
    expect(outcomes(answer.results)).toEqual([true, 'CONFLICT'])
    expect((await read(clean, '&view=live')).data.rating).toBe(2)
    expect((await read(dirty, '&view=live')).data.title).not.toBe('Half ty')
    const told = dataOf(await bulk({ ids: [dirty], action: 'publish' }))
    expect(told.results[0].notice).toContain('title')
  })

  it('get and lose terms, and are scheduled and trashed', async () => {
    const ids = [await post('draft', { terms: { topics: ['clay'] } }), await post()]
    const slugs = async (): Promise<string[][]> =>
      Promise.all(
        ids.map(async (id) =>
          dataOf(await service.ask('GET', `/content/posts/${id}/terms/topics`)).items.map(
            ({ slug }: { slug: string }) => slug,
          ),
        ),
      )
    dataOf(await bulk({ ids, action: 'addTerms', terms: { topics: ['WOOD'] } }))
    expect(await slugs()).toEqual([['clay', 'wood'], ['wood']])
    dataOf(await bulk({ ids, action: 'removeTerms', terms: { topics: ['wood'] } }))
    expect(await slugs()).toEqual([['clay'], []])
    dataOf(await bulk({ ids, action: 'setTerms', terms: { topics: ['iron'] } }))
    expect(await slugs()).toEqual([['iron'], ['iron']])
    const scheduledAt = new Date(service.clock.now.getTime() + 3_600_000).toISOString()
    dataOf(await bulk({ ids, action: 'schedule', scheduledAt }))
    expect(await read(ids[0] ?? '')).toMatchObject({ status: 'scheduled', scheduledAt })
    expect(dataOf(await bulk({ ids, action: 'delete' }))).toMatchObject({ done: 2 })
    expect((await service.ask('GET', `/content/posts/${ids[0]}`)).status).toBe(404)
  })

  it('get no more terms than one item may have', async () => {
    const ids = [await post('draft', { terms: { topics: ['clay'] } })]
    const more = Array.from({ length: limits.termsOfItem }, (_, index) => `more-${index}`)
    const now = service.clock.now.toISOString()
    await service.services.database.transaction('write', async (tx) => {
      const [{ id: taxonomy } = { id: '' }] = await tx.rows<{ id: string }>(
        `SELECT id FROM taxonomies WHERE name = 'topics'`,
        [],
      )
      for (const [index, slug] of more.entries())
        await tx.run(
          `INSERT INTO terms (id, taxonomy_id, slug, label, sort_key, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
          [`01JMORE0000000000000000${100 + index}`, taxonomy, slug, slug, slug, now, now],
        )
    })
    const refused = dataOf(await bulk({ ids, action: 'addTerms', terms: { topics: more } }))
    expect(outcomes(refused.results)).toEqual(['VALIDATION_ERROR'])
    expect(refused.results[0].error.message).toContain(String(limits.termsOfItem))
    dataOf(await bulk({ ids, action: 'addTerms', terms: { topics: more.slice(1) } }))
    const again = dataOf(
      await bulk({ ids, action: 'addTerms', terms: { topics: [...more.slice(2), 'clay'] } }),
    )
    expect(outcomes(again.results)).toEqual([true])
    expect((await read(ids[0] ?? '')).terms.topics).toHaveLength(limits.termsOfItem)
    expect(
      outcomes(dataOf(await bulk({ ids, action: 'addTerms', terms: { topics: ['wood'] } })).results),
    ).toEqual(['VALIDATION_ERROR'])
    await service.services.database.transaction('write', (tx) =>
      tx.run(`DELETE FROM terms WHERE slug LIKE 'more-%'`, []),
    )
  })

  it('are edited by find and replace; one without the text fails', async () => {
    const text = [
      { _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'teh cat and teh dog' }] },
    ]
    const ids = [await post('draft', { data: { title: 'A', text } }), await post()]
    const edits = [{ find: 'teh', replace: 'the', all: true }]
    const tried = dataOf(await bulk({ ids, action: 'edit', field: 'text', edits, dryRun: true }))
    expect(outcomes(tried.results)).toEqual([true, 'VALIDATION_ERROR'])
    expect(tried.dryRun.changes).toHaveLength(1)
    expect(JSON.stringify((await read(ids[0] ?? '')).data.text)).toContain('teh cat')
    dataOf(await bulk({ ids, action: 'edit', field: 'text', edits }))
    expect(JSON.stringify((await read(ids[0] ?? '')).data.text)).toContain('the cat and the dog')
  })

  it('are found by a filter, page by page', async () => {
    await makeCollection(service, 'notes', { supports: [], fields: [{ slug: 'rank', type: 'integer' }] })
    const more = limits.bulkItems + 5
    for (let rank = 0; rank < more; rank++)
      await service.ask('POST', '/content/notes', { body: { data: { rank: 1 }, slug: `n-${rank}` } })
    const args = { collection: 'notes', where: { rank: 1 }, action: 'update', data: { rank: 2 } }
    const first = await resultOf(service, 'content_bulk', args, { toolsets: 'bulk' })
    expect(first).toMatchObject({ done: limits.bulkItems, failed: 0, nextCursor: expect.any(String) })
    const next = await resultOf(
      service,
      'content_bulk',
      { ...args, cursor: first.nextCursor },
      { toolsets: 'bulk' },
    )
    expect(next).toMatchObject({ done: 5, failed: 0 })
    expect(next.nextCursor).toBe(undefined)
    const left = dataOf(await service.ask('GET', '/content/notes?where={"rank":1}&count=true'))
    expect(left.total).toBe(0)
  })

  it('refuse what does not fit together', async () => {
    const id = await post()
    const paths = async (body: object) => issuePaths(await bulk(body))
    expect(await paths({ ids: [id], where: { rating: 1 }, action: 'publish' })).toEqual(['where'])
    expect(await paths({ action: 'publish' })).toEqual(['ids'])
    expect(await paths({ ids: [id, id], action: 'publish' })).toEqual(['ids'])
    expect(await paths({ ids: ['its-slug'], action: 'publish', revs: { [id]: '1-x' } })).toEqual([
      `revs.${id}`,
    ])
    expect(await paths({ ids: [id], action: 'publish', data: {} })).toEqual(['data'])
    expect(await paths({ ids: [id], action: 'update' })).toEqual(['data'])
    expect(await paths({ ids: [id], action: 'edit', field: 'text' })).toEqual(['edits'])
    expect(await paths({ ids: [id], action: 'schedule' })).toEqual(['scheduledAt'])
    expect(await paths({ ids: [id], action: 'addTerms', terms: { topics: ['none'] } })).toEqual([
      'terms.topics.0',
    ])
    expect(await paths({ where: { nothing: 1 }, action: 'delete' })).toEqual([
      expect.stringContaining('where'),
    ])
    const many = Array.from({ length: limits.bulkItems + 1 }, (_, index) => `item-${index}`)
    expectFailure(await bulk({ ids: many, action: 'publish' }), '400 VALIDATION_ERROR')
    expect(
      (await service.ask('POST', '/content/nothing/bulk', { body: { ids: [id], action: 'publish' } })).status,
    ).toBe(404)
  })

  it('ask before they are deleted, where the grant says so, and only then', async () => {
    const { token } = await service.person(40, ['content:read', 'content:write'], 'latest', {
      confirmDestructive: true,
    })
    const ids = [await post(), await post()]
    expect((await bulk({ ids, action: 'update', data: { rating: 1 } }, token)).status).toBe(200)
    const asked = await bulk({ ids, action: 'delete' }, token)
    expectFailure(asked, '409 CONFLICT')
    const { confirm } = asked.body.error.details
    const otherwise = await service.ask('POST', '/content/posts/bulk', {
      body: { ids: ids.slice(0, 1), action: 'delete' },
      token,
      headers: { 'x-octavo-confirm': confirm },
    })
    expect(otherwise.status).toBe(409)
    const sending = { toolsets: 'bulk', token }
    const args = { collection: 'posts', ids, action: 'delete' }
    const told = await callTool(service, 'content_bulk', args, sending)
    expect(told).toMatchObject({ kind: 'done', text: expect.stringContaining('"confirm"') })
    expect((await read(ids[0] ?? '')).id).toBe(ids[0])
    const token2 = JSON.parse(told.kind === 'done' ? told.text : '{}').confirm
    expect(await resultOf(service, 'content_bulk', { ...args, confirm: token2 }, sending)).toMatchObject({
      done: 2,
    })
  })
})
