import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { callTool, expectFailed, resultOf } from '../setup/mcp.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const fields = [
  { slug: 'title', type: 'string', required: true },
  { slug: 'pages', type: 'integer', required: true },
  { slug: 'cover', type: 'json', required: true },
  { slug: 'note', type: 'string' },
]

const whole = { title: 'Whole', pages: 1, cover: {} }
const all = ['title', 'pages', 'cover']

describe.each(engines)('incomplete drafts on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'books', { supports: ['drafts', 'revisions', 'scheduling'], fields })
    await makeCollection(service, 'direct', { supports: [], fields })
  })
  afterAll(() => service.close())

  const create = (body: object, collection = 'books'): Promise<Answer> =>
    service.ask('POST', `/content/${collection}`, { body })
  const make = async (body: object, collection = 'books'): Promise<{ id: string; missing?: string[] }> =>
    dataOf(await create(body, collection), 201).item
  const update = (id: string, body: object, collection = 'books'): Promise<Answer> =>
    service.ask('PUT', `/content/${collection}/${id}`, { body })
  const act = (id: string, action: string, body: object = {}): Promise<Answer> =>
    service.ask('POST', `/content/books/${id}/${action}`, { body })
  const get = async (path: string): Promise<{ status: string; missing?: string[] }> =>
    dataOf(await service.ask('GET', `/content/books/${path}`)).item
  const expectMissing = (answer: Answer, slugs: readonly string[]): void => {
    expectFailure(answer, '400 VALIDATION_ERROR', 'is required')
    expect(issuePaths(answer)).toEqual(slugs.map((slug) => `data.${slug}`))
  }

  it('are saved where the caller says so, and name what they lack', async () => {
    expectMissing(await create({ data: {} }), all)
    const { id, missing } = await make({ data: { title: '' }, incomplete: true })
    expect(missing).toEqual(all)
    expect((await get(id)).missing).toEqual(all)
    expect(dataOf(await update(id, { data: { title: 'Some', cover: [] } })).item.missing).toEqual(['pages'])
    expectMissing(await update(id, { data: { title: null } }), ['title'])
    const emptied = await update(id, { data: { title: null, pages: 2 }, incomplete: true })
    expect(dataOf(emptied).item.missing).toEqual(['title'])
    const { items } = dataOf(await service.ask('GET', '/content/books'))
    expect(items.map((item: { missing?: string[] }) => item.missing)).toEqual([['title']])
    expect(dataOf(await act(id, 'duplicate'), 201).item.missing).toEqual(['title'])
    expect(dataOf(await update(id, { data: { title: 'Whole' } })).item).not.toHaveProperty('missing')
    expect(await make({ data: whole, incomplete: true })).not.toHaveProperty('missing')
  })

  it('keep all other rules', async () => {
    const wrong = await create({ data: { pages: 1.5, titel: 'x' }, incomplete: true })
    expectFailure(wrong, '400 VALIDATION_ERROR')
    expect(issuePaths(wrong).toSorted()).toEqual(['data.pages', 'data.titel'])
    expectFailure(await create({ data: {}, incomplete: 'yes' }), '400 VALIDATION_ERROR', 'incomplete')
  })

  it('cannot be published or scheduled', async () => {
    const { id } = await make({ data: { pages: 1 }, incomplete: true })
    const scheduledAt = new Date(service.clock.now.getTime() + 60_000).toISOString()
    expectMissing(await act(id, 'publish'), ['title', 'cover'])
    expectMissing(await act(id, 'schedule', { scheduledAt }), ['title', 'cover'])
    const published = await update(id, { data: { cover: 1 }, status: 'published', incomplete: true })
    expectMissing(published, ['title'])
    expectMissing(await create({ data: { pages: 1 }, status: 'published', incomplete: true }), [
      'title',
      'cover',
    ])
    dataOf(await update(id, { data: whole }))
    dataOf(await act(id, 'publish'))
  })

  it('wait beside what is published', async () => {
    const { id } = await make({ data: whole, status: 'published' })
    const saved = await update(id, { data: { title: null, note: 'x' }, incomplete: true })
    expect(dataOf(saved).item.missing).toEqual(['title'])
    expect(await get(`${id}?view=live`)).not.toHaveProperty('missing')
    expectMissing(await act(id, 'publish'), ['title'])
    expect(dataOf(await act(id, 'discard-draft')).item).not.toHaveProperty('missing')
  })

  it('are not published at their time', async () => {
    const { id } = await make({ data: whole })
    const scheduledAt = new Date(service.clock.now.getTime() + 1000).toISOString()
    dataOf(await act(id, 'schedule', { scheduledAt }))
    dataOf(await update(id, { data: { cover: null }, incomplete: true }))
    service.clock.forward(2000)
    await publishAllDue(service.services)
    expect(await get(id)).toMatchObject({ status: 'scheduled', missing: ['cover'] })
    dataOf(await update(id, { data: { cover: 0 } }))
    service.clock.forward(120_000)
    await publishAllDue(service.services)
    expect((await get(id)).status).toBe('published')
  })

  it('come back from revisions as they were', async () => {
    const { id } = await make({ data: { title: 'First' }, incomplete: true })
    dataOf(await update(id, { data: whole }))
    const { items } = dataOf(await service.ask('GET', `/content/books/${id}/revisions`))
    const restored = await service.ask('POST', `/revisions/${items.at(-1).id}/restore`, { body: {} })
    expect(dataOf(restored).item).toMatchObject({ data: { title: 'First' }, missing: ['pages', 'cover'] })
    expect(Object.keys(dataOf(restored).item.data)).toEqual(['title'])
    expectMissing(await act(id, 'publish'), ['pages', 'cover'])
    dataOf(await update(id, { data: whole, status: 'published' }))
    const beside = await resultOf(service, 'revision_restore', { revisionId: items.at(-1).id })
    expect(beside.item.missing).toEqual(['pages', 'cover'])
    expect(await get(`${id}?view=live`)).toMatchObject({ data: whole })
  })

  it('keep what is live where a restored revision is live at once', async () => {
    await makeCollection(service, 'kept', { supports: ['revisions'], fields })
    const { id } = await make({ data: { title: 'First' }, incomplete: true }, 'kept')
    dataOf(await update(id, { data: whole, status: 'published' }, 'kept'))
    const { items } = dataOf(await service.ask('GET', `/content/kept/${id}/revisions`))
    const restored = await service.ask('POST', `/revisions/${items.at(-1).id}/restore`, { body: {} })
    expect(dataOf(restored).item.data).toEqual({ ...whole, title: 'First' })
  })

  it('do not exist of what is saved live', async () => {
    const { id } = await make({ data: whole, status: 'published' }, 'direct')
    const answer = await update(id, { data: { pages: null, cover: null }, incomplete: true }, 'direct')
    expectMissing(answer, ['pages', 'cover'])
    const draft = await make({ data: {}, incomplete: true }, 'direct')
    expect(draft.missing).toEqual(all)
  })

  it('are written over MCP as well', async () => {
    const input = { collection: 'books', data: { title: 'Over MCP' } }
    expectFailed(await callTool(service, 'content_create', input), 'data.pages', 'data.cover')
    const { item } = await resultOf(service, 'content_create', { ...input, incomplete: true })
    expect(item.missing).toEqual(['pages', 'cover'])
    const change = { collection: 'books', id: item.id, data: { title: null } }
    expectFailed(await callTool(service, 'content_update', change), 'data.title')
    const changed = await resultOf(service, 'content_update', { ...change, incomplete: true })
    expect(changed.item.missing).toEqual(all)
    expectFailed(
      await callTool(service, 'content_publish', { collection: 'books', id: item.id }),
      'data.title',
    )
  })
})
