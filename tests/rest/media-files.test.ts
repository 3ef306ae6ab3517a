import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFailure, issuePaths } from '../setup/answers.ts'
import { enginesAndStores, fetchFile, picture, startMediaService, uploaded } from '../setup/media.ts'
import type { Answer, TestService } from '../setup/service.ts'

/** more than is read at once */
const content = Buffer.from(Array.from({ length: 300_001 }, (_, index) => (index * 7 + (index >> 8)) % 251))

describe.each(enginesAndStores)('files of media on %s with files on %s', (engine, store) => {
  let service: TestService
  let large: string
  let small: string
  let empty: string
  let etag: string

  beforeAll(async () => {
    service = await startMediaService(engine, store)
    large = (await uploaded(service, { content, filename: 'large.dat' })).storageKey
    small = (await uploaded(service, { content: 'hello, world', filename: 'a.txt', type: 'text/plain' }))
      .storageKey
    empty = (await uploaded(service, { content: '', type: 'application/x-nothing' })).storageKey
    etag = String((await fetchFile(service, large)).headers['etag'])
  })
  afterAll(() => service.close())

  const { length } = content

  it.each<[header: string, start: number, end: number]>([
    ['bytes=1-1', 1, 1],
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, length - 1],
    ['bytes=-1', length - 1, length - 1],
    ['bytes=-100', length - 100, length - 1],
    [`bytes=-${length + 5}`, 0, length - 1],
    [`bytes=${length - 1}-${length + 100}`, length - 1, length - 1],
    ['bytes=5-99999999999999999999', 5, length - 1],
  ])('gives the part %s', async (range, start, end) => {
    const answer = await fetchFile(service, large, { headers: { range } })
    expect(answer.status).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${length}`)
    expect(answer.headers['content-length']).toBe(String(end - start + 1))
    expect(answer.bytes.equals(content.subarray(start, end + 1))).toBe(true)
  })

  it.each(['bytes=0-1,5-6', 'bytes=x-y', 'bytes=-', 'bytes=5-2', 'lines=0-1', '', 'bytes=1e3-'])(
    'gives everything for the range "%s"',
    async (range) => {
      const answer = await fetchFile(service, large, { headers: { range } })
      expect(answer.status).toBe(200)
      expect(answer.bytes.equals(content)).toBe(true)
    },
  )

  it.each([`bytes=${length}-`, 'bytes=99999999-', 'bytes=-0'])('has no part %s', async (range) => {
    const answer = await fetchFile(service, large, { headers: { range } })
    expect(answer.status).toBe(416)
    expect(answer.headers['content-range']).toBe(`bytes */${length}`)
    expect(answer.text).toBe('')
  })

  it('gives any part as it is in the file', async () => {
    const position = fc.integer({ min: 0, max: length - 1 })
    await fc.assert(
      fc.asyncProperty(position, position, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)]
        const answer = await fetchFile(service, large, { headers: { range: `bytes=${start}-${end}` } })
        expect(answer.status).toBe(206)
        expect(answer.bytes.equals(content.subarray(start, end + 1))).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  it('has the same bytes for ever: their tag, HEAD, If-Range', async () => {
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const known = await fetchFile(service, large, { headers: { 'if-none-match': tag } })
      expect([known.status, known.text, known.headers['etag']], tag).toEqual([304, '', etag])
    }
    expect((await fetchFile(service, large, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    const head = await fetchFile(service, large, { method: 'HEAD' })
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(length)])
    const range = 'bytes=0-9'
    const same = await fetchFile(service, large, { headers: { range, 'if-range': etag } })
    const other = await fetchFile(service, large, { headers: { range, 'if-range': '"other"' } })
    expect([same.status, other.status]).toEqual([206, 200])
  })

  it('serves a file without bytes', async () => {
    const answer = await fetchFile(service, empty)
    expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '0', ''])
    expect((await fetchFile(service, empty, { headers: { range: 'bytes=0-' } })).status).toBe(416)
  })

  it.each([
    '..%2foctavo.db',
    '%2e%2e%2foctavo.db',
    '..%5coctavo.db',
    '....//octavo.db',
    '%2fetc%2fpasswd',
    '//etc/passwd',
    '_forms',
    '_forms/x',
    '_uploads/x',
    '%252e%252e%252foctavo.db',
    '%00',
    'x%00.png',
    'CON',
    'a'.repeat(600),
    '%F0%9F%98%80',
  ])('knows no file %s', async (key) => {
    for (const query of ['', '?w=64']) {
      expectFailure(await fetchFile(service, key, { query }), '404 NOT_FOUND')
    }
  })

  it('does not serve what stands in the store without a record', async () => {
    const { incoming, files } = service.services
    const { path } = await incoming.receive((await import('node:stream')).Readable.from([content]))
    await files.put('stray.dat', path, 'text/plain')
    expectFailure(await fetchFile(service, 'stray.dat'), '404 NOT_FOUND')
  })

  const script = '<script>alert(1)</script>'
  it.each<[name: string, type: string, content: string | (() => Promise<Buffer>), disposition: string]>([
    ['x.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, 'attachment'],
    ['x.svg', 'image/svg+xml', `<?xml version="1.0"?><!-- x --><svg>${script}</svg>`, 'attachment'],
    ['x.html', 'text/html', `<!doctype html>${script}`, 'attachment'],
    ['x.xhtml', 'application/xhtml+xml', `<?xml version="1.0"?><html>${script}</html>`, 'attachment'],
    ['x.xml', 'text/xml', `<?xml version="1.0"?><a/>`, 'attachment'],
    ['x.js', 'text/javascript', 'alert(1)', 'attachment'],
    ['x.txt', 'text/plain', `<html>${script}`, 'attachment'],
    ['x.bin', 'application/x-thing', 'thing', 'attachment'],
    ['x.pdf', 'application/pdf', '%PDF-1.4\n%âãÏÓ\n', 'inline'],
    ['x.png', 'image/png', () => picture(), 'inline'],
  ])('hands out %s (%s) so that nothing in it runs here', async (filename, type, made, disposition) => {
    const bytes = typeof made === 'string' ? made : await made()
    const { storageKey } = await uploaded(service, { filename, type, content: bytes })
    const { status, headers } = await fetchFile(service, storageKey)
    expect(status).toBe(200)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition};`))
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';/)
    expect(headers['content-security-policy']?.endsWith('sandbox')).toBe(type !== 'application/pdf')
  })

  it('says a name that cannot break out of its header', async () => {
    const filename = `it's "a" (ü) 🙂;x=y.txt`
    const { storageKey } = await uploaded(service, {
      filename: filename.replaceAll('"', '%22'),
      content: 'x',
    })
    const { headers } = await fetchFile(service, storageKey)
    expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+$/)
  })

  it('says of which encoding text is', async () => {
    expect((await fetchFile(service, small)).headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  it.each(['gzip', 'br'])('sends text as it is, whatever is accepted (%s)', async (coding) => {
    const text = `a,b\n${'1,2\n'.repeat(20_000)}`
    const { storageKey } = await uploaded(service, { filename: 'a.csv', type: 'text/csv', content: text })
    const ask = (method: string, more = {}): Promise<Answer> =>
      fetchFile(service, storageKey, { method, headers: { 'accept-encoding': coding, ...more } })
    const all = await ask('GET')
    expect(all.bytes.equals(Buffer.from(text))).toBe(true)
    expect(all.headers['content-encoding']).toBeUndefined()
    const changing = ['date', 'x-request-id']
    const kept = ({ headers }: Answer): object =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.includes(name)))
    expect(kept(await ask('HEAD'))).toEqual(kept(all))
    const part = await ask('GET', { range: 'bytes=4-20003' })
    expect([part.status, part.text]).toEqual([206, text.slice(4, 20_004)])
    expect(part.headers['content-encoding']).toBeUndefined()
    expect((await ask('GET', { 'if-none-match': all.headers['etag'] })).status).toBe(304)
  })

  it('refuses a query that it does not know', async () => {
    const answer = await fetchFile(service, small, { query: '?width=3&token=x' })
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toEqual(['width', 'token'])
  })
})
