import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { heard } from '../plugins/media-watcher.ts'
import { awaitHooks } from '../setup/hooks.ts'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { isStored, picture, startMediaService, upload, uploaded } from '../setup/media.ts'
import { type Answer, engines, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

const modulePath = new URL('../plugins/media-watcher.ts', import.meta.url).pathname

describe.each(engines)('the hooks around media on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    // With an object store, where direct uploads are possible too.
    service = await startMediaService(engine, 's3', { OCTAVO_PLUGINS: modulePath })
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    await awaitHooks(service)
    heard.length = 0
  })

  const names = async (): Promise<string[]> => {
    await awaitHooks(service)
    return heard.map(([hook]) => hook)
  }
  const send = async (filename: string): Promise<Answer> =>
    upload(service, { filename, content: await picture(), more: [{ name: 'alt', content: 'Alt' }] })
  const listed = async (filename: string): Promise<unknown[]> =>
    dataOf(await service.ask('GET', `/media?q=${filename}`)).items

  it('hear of an upload and a removal, with what the service has read', async () => {
    const content = await picture()
    const { id } = await uploaded(service, { filename: 'a.png', content })
    await awaitHooks(service)
    dataOf(await service.ask('PUT', `/media/${id}`, { body: { caption: 'At dawn' } }))
    await awaitHooks(service)
    dataOf(await service.ask('DELETE', `/media/${id}`))
    expect(await names()).toEqual([
      'beforeUpload',
      'afterUpload',
      'beforeUpdate',
      'afterUpdate',
      'beforeDelete',
      'afterDelete',
    ])
    const file = { filename: 'a.png', mimeType: 'image/png', size: content.length }
    const data = { alt: null, caption: null }
    expect(heard.map(([, event]) => event)).toEqual([
      { ...file, id: null, data },
      { ...file, id, data },
      { ...file, id, data: { ...data, caption: 'At dawn' }, previous: data },
      { ...file, id, data: { ...data, caption: 'At dawn' }, previous: data },
      { ...file, id, data: { ...data, caption: 'At dawn' } },
      { ...file, id, data: { ...data, caption: 'At dawn' } },
    ])
  })

  it('may change the texts', async () => {
    const { item } = dataOf(await send('amended.png'), 201)
    expect(item).toMatchObject({ filename: 'amended.png', alt: 'Alt, amended', caption: null })
    await names()
    expect(heard.at(-1)).toEqual([
      'afterUpload',
      expect.objectContaining({ data: { alt: 'Alt, amended', caption: null } }),
    ])
  })

  it('may refuse an upload, and nothing is left of it', async () => {
    const put = vi.spyOn(service.services.files, 'put')
    const answer = await send('refused.png')
    expect(put).toHaveBeenCalledOnce()
    expectFailure(answer, '400 VALIDATION_ERROR', 'media-watcher', 'not this file')
    expect(issuePaths(answer)).toEqual(['filename'])
    expect(await listed('refused.png')).toEqual([])
    expect(await names()).toEqual(['beforeUpload'])
    const place = put.mock.lastCall?.[0] ?? ''
    expect(await isStored(service, place)).toBe(false)
    expect(await rowsOf(service, `SELECT * FROM file_removals WHERE storage_key = '${place}'`)).toEqual([])
  })

  it('may refuse a record of a place in the store', async () => {
    const body = { filename: 'refused.png', mimeType: 'image/png', storageKey: 'somewhere.png' }
    expectFailure(await service.ask('POST', '/media', { body }), '400 VALIDATION_ERROR', 'not this file')
    dataOf(await service.ask('POST', '/media', { body: { ...body, filename: 'taken.png' } }), 201)
    expect(await names()).toEqual(['beforeUpload', 'beforeUpload', 'afterUpload'])
  })

  it('may change or refuse a change of the texts', async () => {
    const { id } = dataOf(await send('words.png'), 201).item
    const change = (caption: string): Promise<Answer> =>
      service.ask('PUT', `/media/${id}`, { body: { caption, width: 7 } })
    const refused = await change('refused')
    expectFailure(refused, '400 VALIDATION_ERROR', 'media-watcher', 'not these words')
    expect(issuePaths(refused)).toEqual(['caption'])
    expectFailure(await change('spoiled'), '400 VALIDATION_ERROR', 'media-watcher')
    expect(dataOf(await service.ask('GET', `/media/${id}`)).item).toMatchObject({ alt: 'Alt', caption: null })
    const { item } = dataOf(await change('amended'))
    expect(item).toMatchObject({ alt: 'by the plugin', caption: 'amended', width: 7 })
    await names()
    expect(heard.at(-1)).toEqual([
      'afterUpdate',
      expect.objectContaining({
        id,
        data: { alt: 'by the plugin', caption: 'amended' },
        previous: { alt: 'Alt', caption: null },
      }),
    ])
  })

  it('may refuse that an item is deleted', async () => {
    const { id } = dataOf(await send('kept.png'), 201).item
    await awaitHooks(service)
    expectFailure(await service.ask('DELETE', `/media/${id}`), '409 CONFLICT', 'it is kept')
    expect(await listed('kept.png')).toHaveLength(1)
    expect(await names()).toEqual(['beforeUpload', 'afterUpload', 'beforeDelete'])
  })

  it('are not asked by those who may not', async () => {
    const { id } = dataOf(await send('theirs.png'), 201).item
    await names()
    heard.length = 0
    const { token } = await service.person(30, ['media:write'])
    expectFailure(await service.ask('DELETE', `/media/${id}`, { token }), '403 FORBIDDEN')
    expect(await names()).toEqual([])
  })

  it('are checked like a caller in what they change, and fail without telling why', async () => {
    const spoiled = await send('spoiled.png')
    expectFailure(spoiled, '400 VALIDATION_ERROR', 'media-watcher')
    expect(issuePaths(spoiled).toSorted()).toEqual(['data.alt', 'data.title'])
    expectFailure(await send('poisoned.png'), '400 VALIDATION_ERROR', 'U+0000')
    const broken = await send('broken.png')
    expectFailure(broken, '500 MEDIA_CREATE_ERROR', 'The plugin "media-watcher" failed.')
    expect(broken.text).not.toContain('secret')
  })

  it('are asked about a direct upload when it begins, and notified when it is confirmed', async () => {
    const content = await picture()
    const announced = { mimeType: 'image/png', size: content.length, alt: 'Alt' }
    const begin = (filename: string): Promise<Answer> =>
      service.ask('POST', '/media/upload-url', { body: { ...announced, filename } })
    expectFailure(await begin('refused.png'), '400 VALIDATION_ERROR', 'not this file')
    const { uploadUrl, headers, mediaId } = dataOf(await begin('amended.png'), 201)
    expect(await names()).toEqual(['beforeUpload', 'beforeUpload'])
    const { 'content-length': _, ...rest } = headers
    await fetch(uploadUrl, { method: 'PUT', headers: rest, body: new Uint8Array(content) })
    const { item } = dataOf(await service.ask('POST', `/media/${mediaId}/confirm`))
    expect(item.alt).toBe('Alt, amended')
    dataOf(await service.ask('POST', `/media/${mediaId}/confirm`))
    expect(await names()).toEqual(['beforeUpload', 'beforeUpload', 'afterUpload'])
    expect(heard.at(-1)?.[1]).toMatchObject({
      id: mediaId,
      size: content.length,
      data: { alt: 'Alt, amended' },
    })
  })
})
