import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { removeAllDue } from '@octavo/server/maintenance/jobs/removals'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { hour } from '../setup/content.ts'
import {
  fetchFile,
  isStored,
  picture,
  startMediaService,
  upload,
  uploaded,
  waitingFiles,
} from '../setup/media.ts'
import { rowsOf } from '../setup/tables.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

interface Begun {
  uploadUrl: string
  method: string
  headers: Record<string, string>
  mediaId: string
  storageKey: string
}

describe.each(engines)('direct uploads on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startMediaService(engine, 's3', { OCTAVO_MAX_UPLOAD_MB: '1' })
  })
  afterAll(() => service.close())

  async function begin(content: Buffer, mimeType = 'image/png'): Promise<Begun> {
    const body = { filename: 'a.png', mimeType, size: content.length, alt: 'Alt' }
    return dataOf(await service.ask('POST', '/media/upload-url', { body }), 201)
  }

  async function put({ uploadUrl, method, headers }: Begun, content: Buffer): Promise<number> {
    const { 'content-length': _, ...rest } = headers
    return (await fetch(uploadUrl, { method, headers: rest, body: new Uint8Array(content) })).status
  }

  const placesOf = (hash: string): string => `SELECT storage_key FROM files WHERE content_hash = '${hash}'`

  const confirm = (id: string) => service.ask('POST', `/media/${id}/confirm`)

  it('take a file past the service, and show it when it is confirmed', async () => {
    const content = await picture('png', { width: 33, height: 22 })
    const begun = await begin(content)
    const { mediaId, storageKey } = begun
    expect(begun).toMatchObject({ method: 'PUT', headers: { 'content-type': 'image/png' } })
    expectFailure(await confirm(mediaId), '409 CONFLICT')
    expect(dataOf(await service.ask('GET', '/media')).items).toEqual([])
    expect(await put(begun, content)).toBe(200)
    expectFailure(await fetchFile(service, storageKey), '404 NOT_FOUND')
    const { item } = dataOf(await confirm(mediaId))
    expect(item).toMatchObject({
      id: mediaId,
      storageKey,
      status: 'ready',
      width: 33,
      height: 22,
      alt: 'Alt',
    })
    expect(dataOf(await confirm(mediaId)).item).toEqual(item)
    expect((await fetchFile(service, storageKey)).bytes.equals(content)).toBe(true)
    expect((await fetchFile(service, storageKey, { query: '?w=64' })).status).toBe(200)
  })

  it('cannot be overwritten by the same address when they are confirmed', async () => {
    const content = await picture()
    const begun = await begin(content)
    await put(begun, content)
    dataOf(await confirm(begun.mediaId))
    const other = Buffer.alloc(content.length, '<script>')
    expect(await put(begun, other)).toBe(200)
    dataOf(await confirm(begun.mediaId))
    expect((await fetchFile(service, begun.storageKey)).bytes.equals(content)).toBe(true)
    service.clock.forward(3 * hour)
    await removeAllDue(service.services)
    expect(await isStored(service, `_uploads/${begun.storageKey}`)).toBe(false)
    expect((await fetchFile(service, begun.storageKey)).status).toBe(200)
  })

  it('move to the bytes that are there already', async () => {
    const content = await picture()
    const first = await uploaded(service, { content })
    const begun = await begin(content)
    await put(begun, content)
    expect(dataOf(await confirm(begun.mediaId)).item.contentHash).toBe(first.contentHash)
    expect(await rowsOf(service, placesOf(first.contentHash))).toEqual([{ storage_key: first.storageKey }])
    expect(await isStored(service, `_uploads/${begun.storageKey}`)).toBe(false)
    dataOf(await service.ask('DELETE', `/media/${first.id}`))
    expect((await fetchFile(service, begun.storageKey)).bytes.equals(content)).toBe(true)
  })

  it('never show other bytes than those that were read', async () => {
    const { files } = service.services
    const [read, late] = [Buffer.from(`read ${Math.random()}`), Buffer.from(`late ${Math.random()}`)]
    const size = Math.min(read.length, late.length)
    const begun = await begin(read.subarray(0, size), 'text/plain')
    const body = { filename: 'x.txt', mimeType: 'text/plain', storageKey: begun.storageKey }
    expectFailure(await service.ask('POST', '/media', { body }), '409 CONFLICT')
    await put(begun, read.subarray(0, size))
    const withLocal = files.withLocal.bind(files)
    files.withLocal = async (key, work) => {
      files.withLocal = withLocal
      const result = await withLocal(key, work)
      await put(begun, late.subarray(0, size))
      await confirm(begun.mediaId)
      return result
    }
    await confirm(begun.mediaId)
    const { contentHash } = dataOf(await confirm(begun.mediaId)).item
    const { bytes } = await fetchFile(service, begun.storageKey)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(contentHash)
    expect(await rowsOf(service, placesOf(contentHash))).toHaveLength(1)
  })

  it('are one item when they are confirmed twice at once', async () => {
    const content = await picture()
    const begun = await begin(content)
    await put(begun, content)
    const answers = await Promise.all([1, 2, 3].map(() => confirm(begun.mediaId)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(dataOf(await confirm(begun.mediaId)).item.status).toBe('ready')
    expect((await fetchFile(service, begun.storageKey)).bytes.equals(content)).toBe(true)
  })

  it('are refused when something else came than was announced', async () => {
    const content = await picture()
    const html = Buffer.alloc(content.length, '<html>')
    const lying = await begin(content)
    await put(lying, html)
    expectFailure(await confirm(lying.mediaId), '400 VALIDATION_ERROR', 'image/png')
    expectFailure(await fetchFile(service, lying.storageKey), '404 NOT_FOUND')
  })

  it('go after an hour when nobody confirms them', async () => {
    const content = await picture()
    const begun = await begin(content)
    await put(begun, content)
    service.clock.forward(hour - 1000)
    await removeAllDue(service.services)
    expect(dataOf(await service.ask('GET', `/media/${begun.mediaId}`)).item.status).toBe('pending')
    service.clock.forward(2 * hour)
    await Promise.all([1, 2, 3].map(() => removeAllDue(service.services)))
    expectFailure(await service.ask('GET', `/media/${begun.mediaId}`), '404 NOT_FOUND')
    expectFailure(await confirm(begun.mediaId), '404 NOT_FOUND')
    expect(await isStored(service, `_uploads/${begun.storageKey}`)).toBe(false)
    expect(await rowsOf(service, `SELECT * FROM files WHERE storage_key = '${begun.storageKey}'`)).toEqual([])
  })

  it.each<[object, string, string[]]>([
    [{}, '400 VALIDATION_ERROR', ['filename', 'mimeType', 'size']],
    [{ filename: 'a/b', mimeType: 'x', size: 0 }, '400 VALIDATION_ERROR', ['filename', 'mimeType', 'size']],
    [{ filename: 'a', mimeType: 'a/b', size: 1024 * 1024 + 1 }, '413 PAYLOAD_TOO_LARGE', []],
  ])('begin with %j as %s', async (body, expected, paths) => {
    const answer = await service.ask('POST', '/media/upload-url', { body })
    expectFailure(answer, expected)
    expect(issuePaths(answer)).toEqual(paths)
  })
})

describe.each(engines)('bytes without a record on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  it('go when the record was not made, and stay when it was', async () => {
    const { database, files } = service.services
    const content = await picture()
    const transaction = database.transaction.bind(database)
    let count = 0
    // The database fails after the bytes are stored: as if the process had been killed there.
    Object.assign(database, {
      transaction: (...given: Parameters<typeof transaction>) =>
        ++count >= 2 ? Promise.reject(new Error('gone')) : transaction(...given),
    })
    expectFailure(await upload(service, { content }), '500 MEDIA_CREATE_ERROR')
    Object.assign(database, { transaction })
    const [planned] = await rowsOf(service, 'SELECT * FROM file_removals')
    const key = String(planned?.['storage_key'])
    expect(await files.facts(key)).not.toBeNull()
    expectFailure(await fetchFile(service, key), '404 NOT_FOUND')
    const kept = await uploaded(service, { content })
    service.clock.forward(2 * hour)
    await Promise.all([1, 2].map(() => removeAllDue(service.services)))
    expect(await files.facts(key)).toBeNull()
    expect((await fetchFile(service, kept.storageKey)).status).toBe(200)
    expect(await rowsOf(service, 'SELECT * FROM file_removals')).toEqual([])
  })

  it('do not stay on the way when a process was killed there', async () => {
    const { incoming } = service.services
    const bytes = (): Readable => Readable.from([Buffer.from('half a file')])
    await incoming.receive(bytes())
    await incoming.removeOld(new Date())
    expect(waitingFiles(service)).toHaveLength(1)
    await incoming.removeOld(new Date(Date.now() + 2 * hour))
    expect(waitingFiles(service)).toEqual([])
  })

  it('do not exist for direct uploads, which local files do not have', async () => {
    const body = { filename: 'a', mimeType: 'a/b', size: 1 }
    expectFailure(
      await service.ask('POST', '/media/upload-url', { body }),
      '409 CONFLICT',
      'multipart/form-data',
    )
  })
})
