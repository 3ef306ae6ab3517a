// @module-tag long
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { type ExportedItem, importExport, reportOf } from '../setup/exports.ts'
import { enginesAndStores, fetchFile, picture, startMediaService, waitingFiles } from '../setup/media.ts'
import { expectNamed } from '../setup/remarks.ts'
import type { TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

describe.each(enginesAndStores)('media of imports on %s with files in %s', (engine, store) => {
  let service: TestService
  let old: Server
  let site: string
  let bytes: Buffer
  const asked = new Map<string, number>()

  beforeAll(async () => {
    bytes = await picture('png', { width: 60, height: 40 })
    old = createServer((request, response) => {
      const path = request.url ?? ''
      const times = (asked.get(path) ?? 0) + 1
      asked.set(path, times)
      if (path === '/flaky.png' && times < 3) response.writeHead(503).end()
      else if (path === '/inside.png')
        response.writeHead(302, { location: 'http://169.254.169.254/x.png' }).end()
      else if (path === '/page.png')
        response.setHeader('content-type', 'image/png').end('<!doctype html><p>Log in')
      else if (path === '/wrong-type.png') response.setHeader('content-type', 'image/jpeg').end(bytes)
      else if (path === '/large.png')
        response.setHeader('content-type', 'image/png').end(Buffer.alloc(3_000_000))
      else if (path.endsWith('.png')) response.setHeader('content-type', 'image/png').end(bytes)
      else if (path.endsWith('.txt')) response.setHeader('content-type', 'text/plain').end('A text')
      else response.writeHead(404).end()
    })
    await new Promise<void>((done) => old.listen(0, '127.0.0.1', done))
    site = `http://127.0.0.1:${(old.address() as AddressInfo).port}`
    service = await startMediaService(engine, store, {
      OCTAVO_IMPORT_ORIGINS: site,
      OCTAVO_MAX_UPLOAD_MB: '2',
    })
  })
  afterAll(async () => {
    await service.close()
    old.closeAllConnections()
    old.close()
  })

  const attachment = (id: number, url: string, more: Partial<ExportedItem> = {}): ExportedItem => ({
    id,
    type: 'attachment',
    status: 'inherit',
    title: url,
    link: `${site}/?attachment_id=${id}`,
    attachmentUrl: url.startsWith('http') ? url : site + url,
    ...more,
  })

  it('files come in with their texts, and the content leads to them', async () => {
    const items: ExportedItem[] = [
      {
        id: 1,
        title: 'With pictures',
        name: 'with-pictures',
        link: `${site}/with-pictures/`,
        content: `<img src="${site}/photo-300x200.png" alt="own"> <img class="wp-image-11" src="https://cdn.example.com/copy-20x10.png"> <img class="wp-image-11" src="https://cdn.example.com/other.png">\n\n<a href="${site}/notes.txt">notes</a>\n\n[gallery]`,
        meta: { _thumbnail_id: '10' },
      },
      attachment(10, '/photo.png', {
        meta: { _wp_attachment_image_alt: 'A photo' },
        excerpt: 'By <b>me</b>',
        content: 'What it shows',
        date: '2012-02-03 04:05:06',
        parent: 1,
      }),
      attachment(11, '/copy.png'),
      attachment(12, '/notes.txt'),
    ]
    const job = await importExport(service, { site, items }, { includeMedia: true })
    expect(job.counts).toEqual({ attachment: { created: 3 }, post: { created: 1 } })
    const reported = await reportOf(service, job.analysisId)
    expectNamed(reported)
    const { because } = reported.find(({ sourceId }) => sourceId === '10')
    expect(because).toEqual([{ remark: 'textLeftOut', params: { text: 'What it shows' } }])
    const media = dataOf(await service.ask('GET', '/media')).items
    const photo = media.find(({ filename }: Any) => filename === 'photo.png')
    expect(photo).toMatchObject({
      mimeType: 'image/png',
      width: 60,
      height: 40,
      alt: 'A photo',
      caption: 'By me',
      createdAt: '2012-02-03T04:05:06.000Z',
    })
    expect((await fetchFile(service, photo.storageKey)).bytes).toEqual(bytes)
    const copy = media.find(({ filename }: Any) => filename === 'copy.png')
    expect((await fetchFile(service, copy.storageKey)).bytes).toEqual(bytes)
    const { data } = dataOf(await service.ask('GET', '/content/posts/with-pictures')).item
    expect(data.featured_image).toEqual({
      id: photo.id,
      url: photo.url,
      alt: 'A photo',
      width: 60,
      height: 40,
    })
    const [first, second, mistaken, link, gallery] = data.content
    expect(first).toMatchObject({ _type: 'image', id: photo.id, url: photo.url, alt: 'own' })
    expect(second).toMatchObject({ _type: 'image', id: copy.id, url: copy.url })
    expect(mistaken).toMatchObject({ _type: 'image', url: 'https://cdn.example.com/other.png' })
    expect(mistaken).not.toHaveProperty('id')
    const { because: ofPost } = reported.find(({ sourceId }) => sourceId === '1')
    expect(ofPost).toEqual([{ remark: 'otherFile', params: { count: 1 } }])
    expect(link.markDefs[0].href).toBe(media.find(({ filename }: Any) => filename === 'notes.txt').url)
    expect(gallery.images).toMatchObject([{ id: photo.id, url: photo.url }])
    const usage = dataOf(await service.ask('GET', `/media/${photo.id}/usage`)).items
    expect(usage).toMatchObject([{ collection: 'posts', slug: 'with-pictures' }])
    const again = await importExport(service, { site, items }, { includeMedia: true })
    expect(again.counts).toEqual({ attachment: { present: 3 }, post: { present: 1 } })
    expect(asked.get('/photo.png')).toBe(1)
  })

  it('each file that cannot be fetched is reported with its reason; the rest comes in', async () => {
    const items = [
      attachment(20, '/flaky.png'),
      attachment(21, '/wrong-type.png'),
      attachment(22, '/gone.png2'),
      attachment(23, '/inside.png'),
      attachment(24, '/page.png'),
      attachment(25, '/large.png'),
      attachment(26, 'http://127.0.0.1:1/internal.png'),
      attachment(27, 'http://169.254.169.254/latest.png'),
      attachment(28, 'file:///etc/passwd'),
      attachment(29, ''),
    ].map((item) => (item.id === 29 ? { ...item, attachmentUrl: '' } : item))
    const job = await importExport(service, { site, items }, { includeMedia: true })
    const rows = await reportOf(service, job.analysisId)
    expect(rows.map(({ sourceId, outcome, code }) => [sourceId, outcome, code])).toEqual([
      ['20', 'created', null],
      ['21', 'created', null],
      ['22', 'failed', 'BAD_STATUS'],
      ['23', 'failed', 'BLOCKED_ADDRESS'],
      ['24', 'failed', expect.stringMatching(/BAD_STATUS|VALIDATION_ERROR/)],
      ['25', 'failed', 'TOO_LARGE'],
      ['26', 'failed', 'BLOCKED_ADDRESS'],
      ['27', 'failed', 'BLOCKED_ADDRESS'],
      ['28', 'failed', 'BLOCKED_ADDRESS'],
      ['29', 'failed', 'BLOCKED_ADDRESS'],
    ])
    const becauseOf = (id: string) => rows.find(({ sourceId }) => sourceId === id)?.because
    expect(becauseOf('20')).toEqual([])
    expect(becauseOf('22')).toEqual([{ reason: 'fetchStatus', params: { status: 404 } }])
    expect(becauseOf('27')).toEqual([{ reason: 'fetchNotPublic', params: {} }])
    expect(asked.get('/flaky.png')).toBe(3)
    // The job has ended a moment before its copy of the export goes.
    await expect.poll(() => waitingFiles(service)).toEqual([])
  })

  it('what was imported without media gets them later, where it was not changed since', async () => {
    const items: ExportedItem[] = [
      ...['later', 'changed', 'plain'].map((name, index) => ({
        id: 50 + index,
        title: name,
        name,
        content: name === 'plain' ? 'Text' : `<img class="wp-image-60" src="${site}/later.png">\n\n[gallery]`,
        ...(name === 'later' && { meta: { _thumbnail_id: '60' } }),
      })),
      {
        id: 53,
        title: 'draft',
        name: 'later-draft',
        status: 'draft',
        content: `<img src="${site}/later.png">`,
      },
      attachment(60, '/later.png', { parent: 50, content: 'What <b>it</b> shows' }),
    ]
    await importExport(service, { site, items })
    const get = async (name: string): Promise<Any> =>
      dataOf(await service.ask('GET', `/content/posts/${name}?view=latest`)).item
    const before = await get('later')
    const own = await get('changed')
    const body = { data: { content: [...own.data.content, { _type: 'note' }] } }
    dataOf(await service.ask('PUT', `/content/posts/${own.id}`, { body, headers: { 'if-match': '*' } }))
    const job = await importExport(service, { site, items }, { includeMedia: true })
    expect(job.counts).toEqual({ attachment: { created: 1 }, post: { present: 4 } })
    const rows = await reportOf(service, job.analysisId)
    expectNamed(rows)
    expect(rows.map(({ sourceId, code }) => [sourceId, code])).toEqual([
      ['50', 'MEDIA_ADDED'],
      ['51', null],
      ['52', null],
      ['53', 'MEDIA_ADDED'],
      ['60', null],
    ])
    const media = dataOf(await service.ask('GET', '/media')).items.find(
      ({ filename }: Any) => filename === 'later.png',
    )
    expect(media.caption).toBe('What it shows')
    const after = await get('later')
    expect(after).toMatchObject({
      status: 'published',
      updatedAt: before.updatedAt,
      data: {
        featured_image: { id: media.id },
        content: [{ id: media.id, url: media.url }, { images: [{ id: media.id }] }],
      },
    })
    expect((await get('later-draft')).data.content).toMatchObject([{ id: media.id }])
    expect((await get('changed')).data.content[0].url).toBe(`${site}/later.png`)
    const again = await importExport(service, { site, items }, { includeMedia: true })
    expect((await reportOf(service, again.analysisId)).map(({ code }) => code)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
    expect((await get('later')).version).toBe(after.version)
  })

  it('an item in the trash stays as it is when its media come later', async () => {
    const items: ExportedItem[] = [
      { id: 90, title: 'Trashed', name: 'trashed', content: `<img src="${site}/trashed.png">` },
      attachment(91, '/trashed.png'),
    ]
    await importExport(service, { site, items })
    const { item } = dataOf(await service.ask('GET', '/content/posts/trashed'))
    await service.ask('DELETE', `/content/posts/${item.id}`)
    const job = await importExport(service, { site, items }, { includeMedia: true })
    const rows = await reportOf(service, job.analysisId)
    expect(rows.find(({ sourceId }) => sourceId === '90')).toMatchObject({
      outcome: 'present',
      code: null,
      reason: null,
    })
    expect(rows.find(({ sourceId }) => sourceId === '91')).toMatchObject({ outcome: 'created' })
  })

  it('without media the content leads to the old site', async () => {
    const items: ExportedItem[] = [
      {
        id: 40,
        title: 'Left there',
        name: 'left-there',
        content: `<img src="${site}/left.png">`,
        meta: { _thumbnail_id: '41' },
      },
      attachment(41, '/left.png'),
    ]
    const job = await importExport(service, { site, items })
    expect(job.counts).toEqual({ attachment: { skipped: 1 }, post: { created: 1 } })
    const { data } = dataOf(await service.ask('GET', '/content/posts/left-there')).item
    expect(data.content).toMatchObject([{ _type: 'image', url: `${site}/left.png` }])
    expect(data.content[0].id).toBeUndefined()
    expect(asked.get('/left.png')).toBeUndefined()
  })
})
