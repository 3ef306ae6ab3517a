import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { removeAllDue } from '@octavo/server/maintenance/jobs/removals'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { hour, makeCollection } from '../setup/content.ts'
import {
  allEnginesAndStores,
  fetchFile,
  isStored,
  picture,
  startMediaService,
  upload,
  uploaded,
  waitingFiles,
} from '../setup/media.ts'
import type { TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

describe.each(allEnginesAndStores)('media on %s with files on %s', (engine, store) => {
  let service: TestService

  beforeAll(async () => {
    service = await startMediaService(engine, store, { OCTAVO_BASE_URL: 'https://cms.example.com' })
  })
  afterAll(() => service.close())

  const placesOf = (content: Buffer): Promise<object[]> =>
    rowsOf(
      service,
      `SELECT storage_key FROM files WHERE content_hash = '${createHash('sha256').update(content).digest('hex')}'`,
    )

  /** Puts bytes into the store past the service. */
  async function putPast(key: string, content: Buffer | string): Promise<void> {
    const { incoming, files } = service.services
    const { path } = await incoming.receive(Readable.from([Buffer.from(content)]))
    await files.put(key, path, 'application/octet-stream')
  }

  it('takes a file in, tells what it is and serves its bytes', async () => {
    const content = await picture('jpeg', { width: 60, height: 40 })
    const more = [{ name: 'alt', content: 'The harbour' }]
    const item = await uploaded(service, { filename: 'Häfen 1.JPG', type: 'image/jpeg', content, more })
    const hash = createHash('sha256').update(content).digest('hex')
    expect(item).toMatchObject({
      filename: 'Häfen 1.JPG',
      mimeType: 'image/jpeg',
      size: content.length,
      width: 60,
      height: 40,
      alt: 'The harbour',
      caption: null,
      contentHash: hash,
      status: 'ready',
    })
    expect(item.storageKey).toMatch(/^[0-9A-Z]{26}\.jpg$/)
    expect(item.url).toBe(`https://cms.example.com/_cms/api/media/file/${item.storageKey}`)
    expect(dataOf(await service.ask('GET', `/media/${item.id}`))).toEqual({ item })
    const answer = await fetchFile(service, item.storageKey)
    expect(answer.status).toBe(200)
    expect(answer.bytes.equals(content)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(content.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${hash.slice(0, 32)}"`,
      'content-disposition': `inline; filename*=UTF-8''H%C3%A4fen%201.JPG`,
    })
    expect(waitingFiles(service)).toEqual([])
  })

  it.each([1, 3, 6, 8])('measures an image as it is shown, with the orientation %i', async (orientation) => {
    const content = await picture('jpeg', { width: 60, height: 40, orientation })
    const { width, height } = await uploaded(service, { type: 'image/jpeg', content })
    expect([width, height]).toEqual(orientation < 5 ? [60, 40] : [40, 60])
  })

  it.each(['png', 'gif', 'webp', 'avif'] as const)('measures %s', async (format) => {
    const content = await picture(format, { width: 48, height: 36 })
    expect(await uploaded(service, { content })).toMatchObject({
      mimeType: `image/${format}`,
      width: 48,
      height: 36,
    })
  })

  it('keeps equal bytes once, until the last item of them goes', async () => {
    const content = await picture()
    const first = await uploaded(service, { filename: 'a.png', content })
    const second = await uploaded(service, { filename: 'b.png', content })
    expect(second.id).not.toBe(first.id)
    expect(second.storageKey).not.toBe(first.storageKey)
    expect(await placesOf(content)).toHaveLength(1)
    dataOf(await service.ask('DELETE', `/media/${first.id}`))
    expect((await fetchFile(service, first.storageKey)).status).toBe(404)
    expect((await fetchFile(service, second.storageKey)).bytes.equals(content)).toBe(true)
    expect(await isStored(service, first.storageKey)).toBe(true)
    dataOf(await service.ask('DELETE', `/media/${second.id}`))
    expect((await fetchFile(service, second.storageKey)).status).toBe(404)
    expect(await isStored(service, first.storageKey)).toBe(false)
  })

  it('shows each item with its own name and type, whoever had the same bytes before', async () => {
    const content = `a,b\n${Math.random()}`
    const first = await uploaded(service, { filename: 'secret plan.txt', type: 'text/plain', content })
    const second = await uploaded(service, { filename: 'b.csv', type: 'text/csv', content })
    expect(second).toMatchObject({ mimeType: 'text/csv', contentHash: first.contentHash })
    expect(second.storageKey).toMatch(/\.csv$/)
    const { headers } = await fetchFile(service, second.storageKey)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toContain("''b.csv")
    expect((await fetchFile(service, first.storageKey)).headers['content-type']).toContain('text/plain')
  })

  it('keeps equal bytes once when they come at the same moment, and go while others come', async () => {
    const content = await picture()
    const items = await Promise.all(Array.from({ length: 6 }, () => uploaded(service, { content })))
    expect(await placesOf(content)).toHaveLength(1)
    const again = await Promise.all([
      ...items.map(({ id }) => service.ask('DELETE', `/media/${id}`)),
      ...Array.from({ length: 4 }, () => upload(service, { content })),
    ])
    expect(again.map(({ status }) => status)).toEqual([...items.map(() => 200), 201, 201, 201, 201])
    const left = again.slice(items.length).map(({ body }) => body.data.item)
    for (const { storageKey } of left) {
      expect((await fetchFile(service, storageKey)).bytes.equals(content)).toBe(true)
    }
    expect(await placesOf(content)).toHaveLength(1)
    expect(waitingFiles(service)).toEqual([])
  })

  it('makes a record for a key whose bytes come later', async () => {
    const storageKey = 'photos/harbour.png'
    const body = {
      filename: 'harbour.png',
      mimeType: 'image/png',
      size: 99,
      width: 10,
      height: 20,
      storageKey,
    }
    const { item } = dataOf(await service.ask('POST', '/media', { body }), 201)
    expect(item).toMatchObject({ ...body, alt: null, contentHash: null, status: 'ready' })
    expectFailure(await fetchFile(service, storageKey), '404 NOT_FOUND')
    expectFailure(await service.ask('POST', `/media/${item.id}/confirm`), '409 CONFLICT')
    const content = await picture('png', { width: 50, height: 20 })
    await putPast(storageKey, content)
    const served = await fetchFile(service, storageKey)
    expect(served.bytes.equals(content)).toBe(true)
    expect(served.headers['cache-control']).toBe('public, no-cache')
    expectFailure(await service.ask('POST', `/media/${item.id}/confirm`), '400 VALIDATION_ERROR', 'size')
    dataOf(await service.ask('DELETE', `/media/${item.id}`))
    expectFailure(await fetchFile(service, storageKey), '404 NOT_FOUND')
    expect(await isStored(service, storageKey)).toBe(true)
  })

  it('never removes what it did not put into the store', async () => {
    const storageKey = 'backups/db.sql'
    await putPast(storageKey, 'DROP TABLE')
    const body = { filename: 'd.sql', mimeType: 'text/plain', storageKey }
    for (const isConfirmed of [false, true]) {
      const { item } = dataOf(await service.ask('POST', '/media', { body }), 201)
      if (isConfirmed) dataOf(await service.ask('POST', `/media/${item.id}/confirm`))
      expect((await fetchFile(service, storageKey)).text).toBe('DROP TABLE')
      dataOf(await service.ask('DELETE', `/media/${item.id}`))
      expectFailure(await fetchFile(service, storageKey), '404 NOT_FOUND')
      service.clock.forward(3 * hour)
      await removeAllDue(service.services)
      expect(await isStored(service, storageKey)).toBe(true)
      expect(await placesOf(Buffer.from('DROP TABLE'))).toEqual([])
    }
  })

  it('refuses a record of a place that another item has', async () => {
    const { storageKey } = await uploaded(service, { content: await picture() })
    const body = { filename: 'x.png', mimeType: 'image/png', storageKey }
    expectFailure(await service.ask('POST', '/media', { body }), '409 CONFLICT')
    const free = { ...body, storageKey: 'only/once.png' }
    const answers = await Promise.all([1, 2, 3].map(() => service.ask('POST', '/media', { body: free })))
    expect(answers.map(outcome).toSorted()).toEqual(['201', '409 CONFLICT', '409 CONFLICT'])
  })

  it('shows the bytes that it has read, whatever comes to their place meanwhile and afterwards', async () => {
    const { files } = service.services
    const [first, second] = ['one', 'two'].map((text) => Buffer.from(text + Math.random().toFixed(9)))
    const storageKey = 'came/twice.txt'
    await putPast(storageKey, first ?? '')
    const body = { filename: 'x.txt', mimeType: 'text/plain', storageKey }
    const { item } = dataOf(await service.ask('POST', '/media', { body }), 201)
    const withLocal = files.withLocal.bind(files)
    files.withLocal = async (key, work) => {
      const read = await withLocal(key, work)
      await putPast(storageKey, second ?? '')
      return read
    }
    const confirmed = await service.ask('POST', `/media/${item.id}/confirm`)
    files.withLocal = withLocal
    const { contentHash } = dataOf(confirmed).item
    const { bytes } = await fetchFile(service, storageKey)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(contentHash)
  })

  it('reads bytes that came by other means when it is asked to', async () => {
    const content = await picture('png', { width: 50, height: 20 })
    const body = { filename: 'x.png', mimeType: 'image/png', storageKey: 'came/later.png' }
    const { item } = dataOf(await service.ask('POST', '/media', { body }), 201)
    await putPast(body.storageKey, content)
    for (const _ of ['once', 'again']) {
      expect(dataOf(await service.ask('POST', `/media/${item.id}/confirm`)).item).toMatchObject({
        width: 50,
        height: 20,
        size: content.length,
        contentHash: createHash('sha256').update(content).digest('hex'),
      })
    }
    expect((await fetchFile(service, body.storageKey, { query: '?w=64' })).status).toBe(200)
  })

  it('changes texts and dimensions, and nothing else', async () => {
    const { id } = await uploaded(service, { content: await picture() })
    const change = { alt: 'Alt', caption: 'Caption', width: 7, height: 8 }
    expect(dataOf(await service.ask('PUT', `/media/${id}`, { body: change })).item).toMatchObject(change)
    const cleared = dataOf(await service.ask('PUT', `/media/${id}`, { body: { alt: null } })).item
    expect(cleared).toMatchObject({ alt: null, caption: 'Caption' })
    const refused = await service.ask('PUT', `/media/${id}`, { body: { mimeType: 'text/html', alt: 5 } })
    expectFailure(refused, '400 VALIDATION_ERROR')
    expect(issuePaths(refused).toSorted()).toEqual(['alt', 'mimeType'])
  })

  it('renames a file, but for its extension, and what shows it follows', async () => {
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'file', type: 'file' },
      { slug: 'text', type: 'portableText' },
    ]
    await makeCollection(service, 'renames', { supports: ['drafts', 'revisions'], fields })
    const { id, url } = await uploaded(service, { filename: 'draft.png', content: await picture() })
    const text = [{ _type: 'file', id }]
    const body = { data: { title: 'T', file: { id }, text }, status: 'published' }
    const item = dataOf(await service.ask('POST', '/content/renames', { body }), 201).item
    const rename = (filename: string) => service.ask('PUT', `/media/${id}`, { body: { filename } })
    expect(dataOf(await rename('Harbour at dawn.PNG')).item).toMatchObject({
      filename: 'Harbour at dawn.PNG',
      url,
    })
    const { data } = dataOf(await service.ask('GET', `/content/renames/${item.id}`)).item
    expect([data.file.filename, data.text[0].filename]).toEqual(Array(2).fill('Harbour at dawn.PNG'))
    const found = dataOf(await service.ask('GET', '/media?q=harbour%20at')).items
    expect(found.map((one: { id: string }) => one.id)).toEqual([id])
    expect(dataOf(await service.ask('GET', '/media?q=draft.png')).items).toEqual([])
    for (const name of ['harbour.exe', 'harbour', 'a/harbour.png', '', '.png/..']) {
      const refused = await rename(name)
      expectFailure(refused, '400 VALIDATION_ERROR')
      expect(new Set(issuePaths(refused))).toEqual(new Set(['filename']))
    }
  })

  it.each(['GET', 'PUT', 'DELETE'])('%s of an item that is not there is 404', async (method) => {
    const answer = await service.ask(method, '/media/01JZZZZZZZZZZZZZZZZZZZZZZZ', {
      ...(method === 'PUT' && { body: {} }),
    })
    expectFailure(answer, '404 NOT_FOUND')
  })

  it.each<[string, object, string[]]>([
    ['nothing', {}, ['filename', 'mimeType', 'storageKey']],
    ['a path as name', { filename: '../x', mimeType: 'image/png', storageKey: 'x' }, ['filename']],
    ['no media type', { filename: 'x', mimeType: 'png', storageKey: 'x' }, ['mimeType']],
    ['a negative size', { filename: 'x', mimeType: 'a/b', storageKey: 'x', size: -1 }, ['size']],
    ['an unknown key', { filename: 'x', mimeType: 'a/b', storageKey: 'x', url: 'y' }, ['url']],
    ...['../x', '/x', 'a/../b', '_forms/x', '.x', 'a//b', 'a\\b', 'a b', '', 'x'.repeat(501)].map(
      (storageKey): [string, object, string[]] => [
        `the key ${storageKey.slice(0, 20)}`,
        { filename: 'x', mimeType: 'a/b', storageKey },
        ['storageKey'],
      ],
    ),
  ])('refuses a record of %s', async (_, body, paths) => {
    const answer = await service.ask('POST', '/media', { body })
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toEqual(paths)
  })

  it('removes what was made of a file with it', async () => {
    const { id, storageKey } = await uploaded(service, { content: await picture() })
    expect((await fetchFile(service, storageKey, { query: '?w=64' })).status).toBe(200)
    const form = `_forms/${storageKey}/64x-contain.webp`
    expect(await isStored(service, form)).toBe(true)
    expect(outcome(await service.ask('DELETE', `/media/${id}`))).toBe('200')
    expect(await isStored(service, form)).toBe(false)
  })
})
