import type { AddressInfo } from 'node:net'
import { type Client, createClient, OctavoApiError } from '@octavo/client/client'
import { operationList } from '@octavo/contract/operations/registry'
import { createServer } from '@octavo/server/http/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCollection } from '../setup/content.ts'
import { startService, type TestService } from '../setup/service.ts'

const collection = 'posts'

describe('the client before a real server', () => {
  let service: TestService
  let server: Awaited<ReturnType<typeof createServer>>
  let baseUrl: string
  let client: Client

  beforeAll(async () => {
    service = await startService('sqlite', { env: { OCTAVO_LOCALES: 'en,de' } })
    server = await createServer(service.services)
    await server.listen({ port: 0, host: '127.0.0.1' })
    baseUrl = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    client = createClient({ baseUrl, token: service.token })
    await makeCollection(service, collection, {
      supports: ['drafts', 'revisions', 'scheduling'],
      fields: [{ slug: 'title', type: 'string' }],
    })
  })
  afterAll(async () => {
    await server.close()
    await service.close()
  })

  it('writes and reads rich text as Markdown', async () => {
    await makeCollection(service, 'letters', {
      supports: [],
      fields: [{ slug: 'body', type: 'portableText' }],
    })
    const format = 'markdown'
    const data = { body: '**Dear** reader' }
    const { item } = await client.content.create({ collection: 'letters', data, format })
    expect(item.data).toEqual(data)
    const read = await client.content.get({ collection: 'letters', id: item.id, format })
    expect(read.item.data).toEqual(data)
    const changed = { body: 'Dear *reader*' }
    await client.content.update({ collection: 'letters', id: item.id, data: changed, takesMarkdown: true })
    const { items } = await client.content.list({ collection: 'letters' })
    expect(items[0]?.data['body']).toMatchObject([{ children: [{}, { marks: ['em'] }] }])
  })

  it('uploads a file, and records one that is in the store', async () => {
    const file = new File(['minutes'], 'Sitzung ä.txt', { type: 'text/plain' })
    const { item } = await client.media.create({ alt: 'Of the meeting' }, { file })
    expect(item).toMatchObject({
      filename: 'Sitzung ä.txt',
      mimeType: 'text/plain',
      size: 7,
      alt: 'Of the meeting',
    })
    const answer = await fetch(`${baseUrl}${new URL(item.url).pathname}`)
    expect(await answer.text()).toBe('minutes')
    const record = { filename: 'x', mimeType: 'text/plain', storageKey: 'elsewhere/x' }
    expect((await client.media.create(record)).item).toMatchObject(record)
    const { items } = await client.media.list({ q: 'sitzung' })
    expect(items.map(({ id }) => id)).toEqual([item.id])
  })

  async function failureOf(call: Promise<unknown>): Promise<OctavoApiError> {
    const error: unknown = await call.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OctavoApiError)
    return error as OctavoApiError
  }

  it('reaches every operation: without a right token each one says so', async () => {
    const stranger = createClient({ baseUrl, token: 'cms_pat_nobody' })
    const anyInput = {
      collection,
      id: 'x',
      entryId: 'x',
      revisionId: 'x',
      slug: 'x',
      collectionSlug: 'x',
      fieldSlug: 'x',
      pluginId: 'x',
      section: 'x',
      name: 'x',
      itemId: 'x',
      taxonomy: 'x',
      term: 'x',
      widgetId: 'x',
      analysisId: 'x',
      deliveryId: 'x',
    }
    for (const { name, rest, permission } of operationList) {
      const [resource = '', verb = ''] = name.split('.')
      const calls = (
        stranger as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
      )[resource]
      const call = calls?.[verb]
      if (rest === undefined) expect(call, name).toBeUndefined()
      else if (permission === 'public') expect(call, name).toBeDefined()
      else if (call !== undefined) expect((await failureOf(call(anyInput))).code, name).toBe('UNAUTHORIZED')
      else expect.fail(`${name} has no function`)
    }
  })

  it('creates, changes, publishes, trashes and removes', async () => {
    const { item, _rev } = await client.content.create({ collection, data: { title: 'One' }, slug: 'one' })
    expect(item).toMatchObject({ type: 'posts', slug: 'one', status: 'draft', data: { title: 'One' } })
    const target = { collection, id: item.id }
    const changed = await client.content.update({ ...target, data: { title: 'Two' }, _rev })
    expect(changed.item.data).toEqual({ title: 'Two' })
    const published = await client.content.publish({
      collection,
      id: 'one',
      locale: 'en',
      _rev: changed._rev,
    })
    expect(published.item.status).toBe('published')
    const later = new Date(service.clock.now.getTime() + 60_000).toISOString()
    await client.content.update({ ...target, data: { title: 'Three' } })
    expect((await client.content.schedule({ ...target, scheduledAt: later })).item.scheduledAt).toBe(later)
    expect((await client.content.compare(target)).draft).toEqual({ title: 'Three' })
    expect(await client.content.delete(target)).toEqual({ success: true })
    expect((await client.content.listTrashed({ collection })).items.map(({ id }) => id)).toEqual([item.id])
    expect(await client.content.deletePermanently(target)).toEqual({ success: true })
    expect(await failureOf(client.content.get(target))).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })

  it('reads lists page by page', async () => {
    for (const title of ['a', 'b', 'c']) await client.content.create({ collection, data: { title } })
    const titles: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await client.content.list({ collection, limit: 2, orderBy: 'title', order: 'asc', cursor })
      titles.push(...page.items.map(({ data }) => data['title']))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(titles).toEqual(['a', 'b', 'c'])
  })

  it('reads and restores revisions', async () => {
    const { item } = await client.content.create({ collection, data: { title: 'Before' } })
    await client.content.update({ collection, id: item.id, data: { title: 'After' } })
    const { items, total } = await client.revisions.list({ collection, entryId: item.id })
    expect([items.length, total]).toEqual([2, 2])
    const revisionId = items[1]?.id ?? ''
    expect((await client.revisions.get({ revisionId })).item.data).toEqual({ title: 'Before' })
    expect((await client.revisions.restore({ revisionId })).item.data).toEqual({ title: 'Before' })
  })

  it('compares versions: If-Match, If-None-Match and _rev', async () => {
    const { item, _rev } = await client.content.create({
      collection,
      data: { title: 'x' },
      slug: 'überraschung',
    })
    const target = { collection, id: item.slug }
    expect(await client.content.get(target, { ifNoneMatch: _rev })).toBeNull()
    const { _rev: next } = await client.content.update({ ...target, data: { title: 'y' } }, { ifMatch: _rev })
    expect((await client.content.get(target, { ifNoneMatch: _rev }))?._rev).toBe(next)
    expect(await failureOf(client.content.delete(target, { ifMatch: _rev }))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      status: 412,
    })
    expect(await failureOf(client.content.delete({ ...target, _rev }))).toMatchObject({
      code: 'CONFLICT',
      details: { _rev: next },
    })
  })

  it('changes the schema, and exports it as JSON or as TypeScript', async () => {
    await client.schema.createCollection({ slug: 'notes', label: 'Notes' })
    await client.schema.createField({ collection: 'notes', slug: 'text', label: 'Text', type: 'text' })
    await client.schema.updateField({ collectionSlug: 'notes', fieldSlug: 'text', required: true })
    await client.schema.reorderFields({ slug: 'notes', fieldSlugs: ['text'] })
    const { item } = await client.schema.getCollection({ slug: 'notes', includeFields: true })
    expect(item.fields?.map(({ slug, required }) => [slug, required])).toEqual([['text', true]])
    const exported = await client.schema.export()
    expect(exported.collections.map(({ slug }) => slug)).toContain('notes')
    expect(await client.schema.export({ format: 'typescript' })).toContain('export interface')
    await client.schema.deleteField({ collectionSlug: 'notes', fieldSlug: 'text' })
    expect(await client.schema.deleteCollection({ slug: 'notes', force: true })).toEqual({ success: true })
  })

  it('reports what the service answers of a failure', async () => {
    const wrong = { collection, data: { titel: 'x' }, status: 'gone' } as unknown as { collection: string }
    const error = await failureOf(client.content.create(wrong))
    expect(error).toMatchObject({ name: 'OctavoApiError', code: 'VALIDATION_ERROR', status: 400 })
    expect(error.message).toContain('data.titel')
    expect(error.requestId).toMatch(/^\w+-\w+$/)
    expect((error.details['issues'] as { path: string }[]).map(({ path }) => path)).toEqual([
      'status',
      'data.titel',
    ])
  })

  it('stops when its signal is aborted', async () => {
    const call = client.schema.listCollections({}, { signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})
