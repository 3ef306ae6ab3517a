import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { callTool, expectFailed, resultOf } from '../setup/mcp.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const fields = [
  { slug: 'cover', type: 'image' },
  { slug: 'paper', type: 'file' },
]
const record = { mimeType: 'image/png', size: 5, width: 40, height: 30, alt: 'Of the record' }
const nothing = '01JZZZZZZZZZZZZZZZZZZZZZZZ'

describe.each(engines)('values of image and file fields on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
  })
  afterAll(() => service.close())

  const upload = async (): Promise<{ id: string; url: string; filename: string }> => {
    const filename = `${++count}.png`
    const body = { ...record, filename, storageKey: filename }
    return dataOf(await service.ask('POST', '/media', { body }), 201).item
  }
  const create = (data: object, status = 'draft'): Promise<Answer> =>
    service.ask('POST', '/content/posts', { body: { data, status } })
  const update = (id: string, data: object, more = {}): Promise<Answer> =>
    service.ask('PUT', `/content/posts/${id}`, { body: { data, ...more } })

  it('are completed from the record, whatever they say of the file', async () => {
    const { id, url, filename } = await upload()
    const cover = { id, url, width: 40, height: 30, alt: 'Of the record' }
    const paper = { id, url, filename, mimeType: 'image/png', size: 5 }
    const made = dataOf(await create({ cover: { id }, paper: { id } }), 201)
    expect(made.item.data).toEqual({ cover, paper })
    expect(made).not.toHaveProperty('notice')
    const wrong = { id, url: 'https://elsewhere.example/x', alt: 'Mine', width: 1 }
    const changed = await update(
      made.item.id,
      { cover: wrong, paper: { ...paper, size: 0 } },
      { status: 'published' },
    )
    expect(dataOf(changed).item.data).toEqual({ cover: { ...cover, alt: 'Mine' }, paper })
    const overMcp = await resultOf(service, 'content_create', {
      collection: 'posts',
      data: { cover: { id } },
    })
    expect(overMcp.item.data).toEqual({ cover })
  })

  it('take a record with its gaps: what is null there is not refused', async () => {
    const { id, url, filename } = await upload()
    const cover = { id, url: null, width: null, height: null }
    const made = dataOf(await create({ cover, paper: { id, filename: null, size: null } }), 201)
    const size = { width: 40, height: 30, alt: 'Of the record' }
    const paper = { id, url, filename, mimeType: 'image/png', size: 5 }
    expect(made.item.data).toEqual({ cover: { id, url, ...size }, paper })
    expect(issuePaths(await create({ cover: { id: null } }))).toEqual(['data.cover.id'])
  })

  it('are checked and completed as defaults, too', async () => {
    const { id, url } = await upload()
    const add = (slug: string, defaultValue: object): Promise<Answer> =>
      service.ask('POST', '/schema/collections/posts/fields', {
        body: { slug, label: slug, type: 'image', defaultValue },
      })
    const preview = await service.ask('POST', '/schema/collections/posts/preview', {
      body: { createField: { slug: 'none', label: 'None', type: 'image', defaultValue: { id: nothing } } },
    })
    expect(dataOf(preview).item.refusal.message).toContain(`there is no file ${nothing}`)
    for (const [value, path] of [
      [{ id: nothing }, 'defaultValue'],
      [{ id: 'x', url: 'javascript:alert(1)' }, 'defaultValue.url'],
    ] as const)
      expect(issuePaths(await add('none', value))).toEqual([path])
    const complete = { id, url, width: 40, height: 30 }
    const logo = { ...complete, alt: 'Of the record' }
    const { item: old } = dataOf(await create({}), 201)
    expect(dataOf(await add('logo', { id, width: 7 }), 201).item.defaultValue).toEqual(complete)
    for (const item of [old, dataOf(await create({}), 201).item])
      expect(dataOf(await service.ask('GET', `/content/posts/${item.id}`)).item.data).toEqual({
        logo,
      })
    dataOf(await service.ask('DELETE', `/media/${id}`))
    const change = (body: object): Promise<Answer> =>
      service.ask('PATCH', '/schema/collections/posts/fields/logo', { body })
    dataOf(await change({ label: 'Logo' }))
    expect(dataOf(await change({ defaultValue: { id, alt: 'New' } })).item.defaultValue).toEqual({
      ...complete,
      alt: 'New',
    })
    expect(issuePaths(await change({ defaultValue: { id: nothing } }))).toEqual(['defaultValue'])
    dataOf(await service.ask('DELETE', '/schema/collections/posts/fields/logo'))
  })

  it('name a file of the library, or one from elsewhere by its address', async () => {
    const { item } = dataOf(await create({}), 201)
    for (const id of [nothing, item.id, 'x']) {
      const answer = await create({ cover: { id }, paper: { id, filename: 'x' } })
      expectFailure(answer, '400 VALIDATION_ERROR', `there is no file ${id} in the media library`)
      expect(issuePaths(answer)).toEqual(['data.cover', 'data.paper'])
    }
    const unsafe = await update(item.id, { cover: { id: 'x', url: 'javascript:alert(1)' } })
    expect(issuePaths(unsafe)).toEqual(['data.cover.url'])
    const cover = { id: 'x', url: 'https://elsewhere.example/x.png', width: 7 }
    const kept = dataOf(await update(item.id, { cover }))
    expect(kept).toMatchObject({ item: { data: { cover } }, notice: expect.stringContaining('data.cover') })
    expect(dataOf(await update(item.id, { cover }))).not.toHaveProperty('notice')
    const input = { collection: 'posts', data: { cover } }
    expect((await resultOf(service, 'content_create', input)).notice).toContain('"x"')
    const refused = { collection: 'posts', data: { cover: { id: nothing } } }
    expectFailed(await callTool(service, 'content_create', refused), 'data.cover')
  })

  it('keep what was last known of a file that is deleted', async () => {
    const { id, url } = await upload()
    const { item } = dataOf(await create({ cover: { id } }, 'published'), 201)
    dataOf(await service.ask('DELETE', `/media/${id}`))
    const cover = { id, url, width: 40, height: 30, alt: 'Of the record' }
    const again = dataOf(await update(item.id, { cover: { id, alt: 'New', width: 1 } }))
    expect(again.item.data.cover).toEqual({ ...cover, alt: 'New' })
    expect(again).not.toHaveProperty('notice')
    dataOf(await update(item.id, { cover: null }))
    expect(issuePaths(await update(item.id, { cover: { id } }))).toEqual(['data.cover'])
    const { items } = dataOf(await service.ask('GET', `/content/posts/${item.id}/revisions`))
    const restored = await service.ask('POST', `/revisions/${items.at(-1).id}/restore`, { body: {} })
    expect(dataOf(restored).item.data).toEqual({ cover })
  })
})
