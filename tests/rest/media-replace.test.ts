import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { awaitEvents } from '../setup/events.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { enginesAndStores, fetchFile, formOf, picture, startMediaService, uploaded } from '../setup/media.ts'
import type { Answer, TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

describe.each(enginesAndStores)('replacing the file of a media item on %s and %s', (engine, store) => {
  let service: TestService

  beforeAll(async () => {
    service = await startMediaService(engine, store)
  })
  afterAll(() => service.close())

  const replace = (
    id: string,
    file: { filename?: string; content: string | Buffer; type?: string },
    token?: string,
  ): Promise<Answer> => {
    const form = formOf([{ name: 'file', filename: 'new.png', type: 'application/octet-stream', ...file }])
    return service.ask('POST', `/media/${id}/replace`, { ...form, ...(token !== undefined && { token }) })
  }
  const pathOf = (url: string): string => url.slice(url.indexOf('/media/file/') + '/media/file/'.length)

  it('gives the record the new bytes at a new address, and keeps what refers to it', async () => {
    const first = await picture()
    const { id, url, storageKey } = await uploaded(service, { filename: 'a.png', content: first })
    dataOf(
      await service.ask('PUT', `/media/${id}`, { body: { alt: 'A jar', focalPoint: { x: 0.2, y: 0.4 } } }),
    )
    const collection = 'posts'
    const fields = ['title string', 'cover image', 'body portableText'].map((field) => {
      const [slug = '', type = ''] = field.split(' ')
      return { slug, type }
    })
    await makeCollection(service, collection, { supports: ['drafts', 'revisions'], fields })
    const body = [{ _type: 'image', _key: 'k', id, url }]
    const made = await service.ask('POST', `/content/${collection}`, {
      body: { data: { title: 'T', cover: { id }, body } },
    })
    const item = dataOf(made, 201).item
    dataOf(await service.ask('POST', `/content/${collection}/${item.id}/publish`))
    const before = await service.ask('GET', `/content/${collection}/${item.id}`)
    const usage = dataOf(await service.ask('GET', `/media/${id}/usage`))

    const second = await picture('jpeg', { width: 80, height: 60 })
    const answer = await replace(id, { filename: 'b.JPG', content: second })
    const after = dataOf(answer).item
    expect(after).toMatchObject({
      id,
      storageKey,
      filename: 'a.jpg',
      mimeType: 'image/jpeg',
      size: second.length,
      width: 80,
      height: 60,
      alt: 'A jar',
      focalPoint: { x: 0.2, y: 0.4 },
      placeholder: null,
    })
    expect(after.url).not.toBe(url)
    const shown = await service.ask('GET', `/content/${collection}/${item.id}`)
    const { data } = dataOf(shown).item
    expect(data.cover).toMatchObject({ id, url: after.url, width: 80, height: 60, alt: 'A jar' })
    expect(data.body[0]).toMatchObject({ _type: 'image', id, url: after.url, width: 80 })
    expect(shown.headers['etag']).not.toBe(before.headers['etag'])
    expect(dataOf(await service.ask('GET', `/media/${id}/usage`))).toEqual(usage)

    const saved = await service.ask('PUT', `/content/${collection}/${item.id}`, { body: { data } })
    expect(dataOf(saved).item.hasPendingDraft).toBe(false)

    const fresh = await fetchFile(service, pathOf(after.url))
    expect(fresh.bytes.equals(second)).toBe(true)
    expect(fresh.headers['cache-control']).toContain('immutable')
    const old = await fetchFile(service, pathOf(url))
    expect(old.bytes.equals(second)).toBe(true)
    expect(old.headers['cache-control']).toBe('public, no-cache')
    const variant = await fetchFile(service, pathOf(url), { query: '?w=64' })
    expect(variant.headers['cache-control']).toBe('public, no-cache')
    expect((await fetchFile(service, `~7/${storageKey}`)).headers['cache-control']).toBe('public, no-cache')
    expect((await fetchFile(service, `~0/${storageKey}`)).status).toBe(404)
    const signed = dataOf(await service.ask('GET', `/media/${id}/variant-url?w=64&h=64`)).url
    expect((await fetchFile(service, pathOf(signed))).headers['cache-control']).toContain('immutable')

    const change = String(answer.headers['x-octavo-change-id'])
    expectFailure(await service.ask('POST', `/changes/${change}/undo`), '409 CONFLICT')
    await awaitEvents(service)
    const events = dataOf(await service.ask('GET', '/events?limit=1000&types=media.updated')).items
    expect(events.filter(({ itemId }: Any) => itemId === id)).toHaveLength(2)
  })

  it('takes the focal point away where the proportions differ', async () => {
    const { id } = await uploaded(service, { filename: 'a.png', content: await picture() })
    dataOf(await service.ask('PUT', `/media/${id}`, { body: { focalPoint: { x: 0.2, y: 0.4 } } }))
    const answer = await replace(id, { content: await picture('png', { width: 30, height: 40 }) })
    expect(dataOf(answer).item).toMatchObject({ focalPoint: null, filename: 'a.png' })
  })

  it('removes the bytes of before, unless another item has them', async () => {
    const shared = await picture()
    const one = await uploaded(service, { filename: 'a.png', content: shared })
    const other = await uploaded(service, { filename: 'b.png', content: shared })
    dataOf(await replace(one.id, { content: await picture() }))
    expect((await fetchFile(service, other.storageKey)).bytes.equals(shared)).toBe(true)
    dataOf(await replace(other.id, { content: await picture() }))
    const { contentHash } = one
    expect(await rowsOf(service, `SELECT * FROM files WHERE content_hash = '${contentHash}'`)).toEqual([])
    const again = dataOf(await service.ask('GET', `/media/${other.id}`)).item
    const same = await fetchFile(service, pathOf(again.url))
    expect(dataOf(await replace(other.id, { content: same.bytes })).item).toEqual(again)
  })

  it('refuses other kinds, others than owners, and what is no upload', async () => {
    const image = await uploaded(service, { filename: 'a.png', content: await picture() })
    const text = await uploaded(service, { filename: 'a.txt', content: 'words', type: 'text/plain' })
    const refused = await replace(image.id, { filename: 'a.txt', content: 'words', type: 'text/plain' })
    expectFailure(refused, '400 VALIDATION_ERROR')
    expect(issuePaths(refused)).toEqual(['file'])
    expect(issuePaths(await replace(text.id, { content: await picture() }))).toEqual(['file'])
    const csv = await replace(text.id, { filename: 'b.csv', content: 'a,b', type: 'text/csv' })
    expect(dataOf(csv).item).toMatchObject({ filename: 'a.csv', mimeType: 'text/csv' })
    expectFailure(await replace('01ARZ3NDEKTSV4RRFFQ69G5FAV', { content: 'x' }), '404 NOT_FOUND')
    expectFailure(
      await service.ask('POST', `/media/${image.id}/replace`, { body: {} }),
      '400 VALIDATION_ERROR',
    )
    const content = await picture()
    const author = (await service.person(30, ['media:read', 'media:write'])).token
    expectFailure(await replace(image.id, { content }, author), '403 FORBIDDEN')
    expect(dataOf(await service.ask('GET', `/media/${image.id}`)).item).toEqual(image)
  })
})
