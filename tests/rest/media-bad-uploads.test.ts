import { connect, type AddressInfo } from 'node:net'
import { deflateSync, gzipSync } from 'node:zlib'
import { createServer } from '@octavo/server/http/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import {
  enginesAndStores,
  formOf,
  type Part,
  picture,
  startMediaService,
  upload,
  waitingFiles,
} from '../setup/media.ts'
import { rowsOf } from '../setup/tables.ts'
import type { TestService } from '../setup/service.ts'

/** A PNG that says it is this large; its pixels are a few kilobytes that unfold to as much as one wants. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(Math.min(width * height, 10_000_000)))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0)
  }
  return (rest ^ 0xffffffff) >>> 0
}

describe.each(enginesAndStores)('bad uploads on %s with files on %s', (engine, store) => {
  let service: TestService
  let server: Awaited<ReturnType<typeof createServer>>
  let port: number

  beforeAll(async () => {
    service = await startMediaService(engine, store, { OCTAVO_MAX_UPLOAD_MB: '2' })
    server = await createServer(service.services)
    await server.listen({ host: '127.0.0.1', port: 0 })
    port = (server.server.address() as AddressInfo).port
  })
  afterAll(async () => {
    await server.close()
    await service.close()
  })

  /** Neither a record nor bytes, neither waiting nor in the store. */
  async function expectNothingLeft(): Promise<void> {
    expect(dataOf(await service.ask('GET', '/media?q=bad')).items).toEqual([])
    await expect.poll(() => waitingFiles(service)).toEqual([])
    const files = await rowsOf(service, 'SELECT * FROM files')
    const removals = await rowsOf(service, 'SELECT * FROM file_removals')
    expect([files, removals]).toEqual([[], []])
  }

  const noise = Buffer.from([7, 1, 2, 3, 0, 255, 254, 9, 0, 77])
  const zip = Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const html = '<!DOCTYPE html><script>alert(1)</script>'
  it.each<[what: string, type: string, content: () => string | Buffer | Promise<Buffer>]>([
    ['a page as PNG', 'image/png', () => html],
    ['a page as SVG', 'image/svg+xml', () => html],
    ['SVG as PNG', 'image/png', () => '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['PNG as page', 'text/html', () => picture()],
    ['PNG as SVG', 'image/svg+xml', () => picture()],
    ['PNG as PDF', 'application/pdf', () => picture()],
    ['PNG as JPEG', 'image/jpeg', () => picture()],
    ['gzip as PNG', 'image/png', () => gzipSync('x')],
    ['text as video', 'video/mp4', () => 'no video'],
    ['noise as text', 'text/plain', () => Buffer.from([1, 2, 3, 0, 255, 254])],
    ['noise as JPEG XL', 'image/jxl', () => noise],
    ['noise as 7z', 'application/x-7z-compressed', () => noise],
    ['a zip as 7z', 'application/x-7z-compressed', () => zip],
    ['text as 7z', 'application/x-7z-compressed', () => 'text'],
    ['a page as an image that nobody knows', 'image/foo', () => html],
    ['a page as JSON', 'application/json', () => html],
    ['a page as glTF', 'model/gltf+json', () => html],
    ['a page as script', 'application/javascript', () => html],
    ['SVG as text', 'text/plain', () => svg],
    ['SVG behind a long remark as text', 'text/plain', () => `<!--${'x'.repeat(9000)}-->${svg}`],
    ['SVG as JSON', 'application/json', () => svg],
    ['nothing as PNG', 'image/png', () => ''],
    ['the beginning of a PNG', 'image/png', async () => (await picture()).subarray(0, 20)],
    ['a PNG of 30,000 pixels a side', 'image/png', () => bomb(30_000, 30_000)],
    ['a PNG of 2 billion pixels a side', 'image/png', () => bomb(2_000_000_000, 2_000_000_000)],
    ['an undeclared PNG of 1 × 200 million', 'application/octet-stream', () => bomb(1, 200_000_000)],
  ])('%s is refused', async (_, type, content) => {
    const answer = await upload(service, { filename: 'bad', type, content: await content() })
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toEqual(['file'])
    await expectNothingLeft()
  })

  it('refuses a file that is larger than allowed, whether it says so or not', async () => {
    const content = Buffer.alloc(2 * 1024 * 1024 + 1, 'x')
    expectFailure(await upload(service, { filename: 'bad', content }), '413 PAYLOAD_TOO_LARGE', '2 MB')
    await expectNothingLeft()
    expectFailure(
      await upload(service, { filename: 'bad', content: Buffer.alloc(9_000_000) }),
      '413 PAYLOAD_TOO_LARGE',
    )
    await expectNothingLeft()
  })

  const file: Part = { name: 'file', filename: 'bad.txt', type: 'text/plain', content: 'x' }
  it.each<[what: string, parts: Part[], paths: string[]]>([
    ['no file', [{ name: 'alt', content: 'x' }], ['file']],
    ['no part at all', [], ['file']],
    ['text in the place of the file', [{ name: 'file', content: 'x' }], ['file']],
    ['a second file', [file, file], ['file']],
    ['a file of another name', [file, { ...file, name: 'other' }], ['other']],
    ['unknown parts', [file, { name: 'foo', content: 'x' }, { name: 'size', content: '1' }], ['foo', 'size']],
    ['a part twice', [{ name: 'alt', content: 'x' }, { name: 'alt', content: 'y' }, file], ['alt']],
    ['a long text', [{ name: 'alt', content: 'x'.repeat(2001) }, file], ['alt']],
    ['an endless text', [{ name: 'alt', content: 'x'.repeat(70_000) }, file], ['alt']],
    ['a path as name', [{ name: 'filename', content: '../x' }, file], ['filename']],
    ['a name that reaches into prototypes', [{ name: '__proto__', content: 'x' }, file], ['__proto__']],
  ])('%s is refused', async (_, parts, paths) => {
    const answer = await service.ask('POST', '/media', formOf(parts))
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toEqual(paths)
    await expectNothingLeft()
  })

  it.each<[what: string, type: string, body: string]>([
    ['no boundary', 'multipart/form-data', 'x'],
    ['another boundary', 'multipart/form-data; boundary=a', '--b\r\n\r\nx\r\n--b--\r\n'],
    [
      'no end',
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="file"; filename="bad"\r\n\r\nx',
    ],
  ])('a form with %s is refused', async (_, type, body) => {
    const answer = await service.ask('POST', '/media', { body, headers: { 'content-type': type } })
    expectFailure(answer, '400 VALIDATION_ERROR')
    await expectNothingLeft()
  })

  it('takes forms nowhere else', async () => {
    const form = formOf([file])
    expectFailure(await service.ask('POST', '/media/upload-url', form), '415 UNSUPPORTED_MEDIA_TYPE')
    expectFailure(await service.ask('POST', '/schema/collections', form), '415 UNSUPPORTED_MEDIA_TYPE')
  })

  it('keeps nothing of an upload that breaks off', async () => {
    const before = await rowsOf(service, 'SELECT id FROM media')
    const complaint = vi.spyOn(service.services.log, 'error')
    for (const sent of [400, 70_000, 500_000]) {
      const { body, headers } = formOf([{ ...file, content: Buffer.alloc(1_000_000, 'x') }])
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(
        `POST /_cms/api/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      socket.write(body.subarray(0, sent))
      await expect.poll(() => waitingFiles(service), { interval: 10 }).toHaveLength(1)
      socket.destroy()
      await expectNothingLeft()
    }
    expect(await rowsOf(service, 'SELECT id FROM media')).toEqual(before)
    // People go away all the time: nothing for the operator to look at.
    expect(complaint).not.toHaveBeenCalled()
    complaint.mockRestore()
  })

  it('answers strangers, and those who may not upload, before it reads their file', async () => {
    const { token } = await service.person(10, ['media:read'])
    const readOnly = await service.person(50, ['media:read'])
    for (const [bearer, status] of [
      ['nonsense', '401'],
      [token, '403'],
      [readOnly.token, '403'],
    ]) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
      socket.write(
        `POST /_cms/api/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: multipart/form-data; boundary=a\r\nContent-Length: 1000000\r\n\r\n`,
      )
      expect(await answer).toContain(`HTTP/1.1 ${status} `)
      socket.destroy()
    }
    expect(waitingFiles(service)).toEqual([])
  })

  it('cleans names that senders take from their systems', async () => {
    for (const [given, kept] of [
      ['C:\\fakepath\\a.txt', 'a.txt'],
      ['../../etc/passwd', 'passwd'],
      [`${'x'.repeat(400)}.txt`, `${'x'.repeat(251)}.txt`],
      // Cut between two letters, each of which has two units: 125 of them fit beside the extension.
      [`${'😀'.repeat(200)}.txt`, `${'😀'.repeat(125)}.txt`],
    ]) {
      const answer = await service.ask(
        'POST',
        '/media',
        formOf([{ ...file, filename: given ?? '', content: given ?? '' }]),
      )
      expect(outcome(answer), answer.text).toBe('201')
      expect(answer.body.data.item.filename).toBe(kept)
      dataOf(await service.ask('DELETE', `/media/${answer.body.data.item.id}`))
    }
  })
})
