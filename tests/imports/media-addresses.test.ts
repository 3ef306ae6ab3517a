import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '@octavo/server/app'
import { readConfig } from '@octavo/server/config'
import { createLog } from '@octavo/server/platform/log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { type Exported, execute, importExport, reportOf } from '../setup/exports.ts'
import type { Any } from '../setup/json.ts'
import { formOf, picture } from '../setup/media.ts'
import { serialized } from '../setup/php.ts'
import { type Answer, engines, secretKey, startService, type TestService } from '../setup/service.ts'
import { zipOf } from '../setup/zip.ts'

const moved = 'https://new.example'

/** What stands before the path of each file in a text. */
const basesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/(https?:\/\/[^/"\\]+)?\/_cms\/api\/media\/file\//g)].map(([, base]) => base ?? ''),
  ),
]

describe.each(engines)('addresses of imported media on %s', (engine) => {
  let service: TestService
  let old: Server
  let site: string
  let image: Buffer

  beforeAll(async () => {
    image = await picture('png', { width: 60, height: 40 })
    old = createServer((request, response) => {
      const isPicture = request.url?.endsWith('.png') ?? false
      response
        .setHeader('content-type', isPicture ? 'image/png' : 'text/plain')
        .end(isPicture ? image : 'A text')
    })
    await new Promise<void>((done) => old.listen(0, '127.0.0.1', done))
    site = `http://127.0.0.1:${(old.address() as AddressInfo).port}`
    service = await startService(engine, { env: { OCTAVO_IMPORT_ORIGINS: site } })
  })
  afterAll(async () => {
    await service.close()
    old.closeAllConnections()
    old.close()
  })

  /** Runs with the same data and another base address. */
  const withNewBase = async (work: (moved: Pick<TestService, 'ask'>) => Promise<void>): Promise<void> => {
    const { dataDir, databaseUrl } = service.services.config
    const config = readConfig({
      OCTAVO_DATA_DIR: dataDir,
      OCTAVO_LOG_LEVEL: 'silent',
      OCTAVO_SECRET_KEY: secretKey,
      OCTAVO_BASE_URL: moved,
      OCTAVO_IMPORT_ORIGINS: site,
      ...(databaseUrl !== null && { OCTAVO_DATABASE_URL: databaseUrl }),
    })
    const app = await createApp({ config, log: createLog('silent') })
    const ask: TestService['ask'] = async (method, path, { body, headers } = {}) => {
      const authorized = { authorization: `Bearer ${service.token}`, ...headers }
      const isText = typeof body === 'string' || Buffer.isBuffer(body)
      const response = await app.server.inject({
        method: method as 'GET',
        url: `/_cms/api${path}`,
        headers:
          body === undefined || isText ? authorized : { 'content-type': 'application/json', ...authorized },
        ...(body !== undefined && { payload: isText ? body : JSON.stringify(body) }),
      })
      return { status: response.statusCode, body: response.json(), text: response.body } as Answer
    }
    try {
      await work({ ask })
    } finally {
      await app.close()
    }
  }

  const attachment = (id: number, name: string) => ({
    id,
    type: 'attachment',
    status: 'inherit',
    title: name,
    link: `${site}/?attachment_id=${id}`,
    attachmentUrl: `${site}/${name}`,
  })
  const field = (id: number, name: string, settings: object, parent = 90) => ({
    id,
    type: 'acf-field',
    title: name,
    name: `field_${id}`,
    excerpt: name,
    parent,
    content: serialized(settings),
  })
  const blog = (): Exported => ({
    site,
    items: [
      {
        id: 1,
        title: 'All',
        name: 'all',
        content: [
          `<img src="${site}/photo-300x200.png" alt="own">`,
          '[gallery ids="10,11"]',
          `<a href="${site}/photo.png"><img src="${site}/copy.png"></a>`,
          `<a href="${site}/notes.txt">notes</a>`,
          `<video src="${site}/film.mp4" poster="${site}/photo.png"></video>`,
          `<!-- wp:file {"id":12,"href":"${site}/notes.txt"} --><div class="wp-block-file"><a href="${site}/notes.txt">Notes</a></div><!-- /wp:file -->`,
          '<!-- wp:block {"ref":70} /-->',
        ].join('\n\n'),
        meta: {
          _thumbnail_id: '10',
          shot: '10',
          _shot: 'field_101',
          paper: '12',
          _paper: 'field_102',
          team: '1',
          _team: 'field_103',
          team_0_portrait: '11',
          _team_0_portrait: 'field_104',
          team_0_shots: serialized(['10', '11']),
          _team_0_shots: 'field_105',
        },
      },
      { id: 70, type: 'wp_block', title: 'Shared', name: 'shared', content: `<img src="${site}/copy.png">` },
      { id: 90, type: 'acf-field-group', title: 'Group', name: 'group_1' },
      field(101, 'shot', { type: 'image' }),
      field(102, 'paper', { type: 'file' }),
      field(103, 'team', { type: 'repeater' }),
      field(104, 'portrait', { type: 'image' }, 103),
      field(105, 'shots', { type: 'gallery' }, 103),
      attachment(10, 'photo.png'),
      attachment(11, 'copy.png'),
      attachment(12, 'notes.txt'),
    ],
  })

  it('an export of a blog: fields, galleries, links, posters, sections and values in JSON', async () => {
    const job = await importExport(service, blog(), { includeMedia: true })
    expect(job.counts).toMatchObject({ attachment: { created: 3 }, post: { created: 1 } })
    const paths = ['/content/posts/all', '/sections/shared']
    const before = await Promise.all(paths.map((path) => service.ask('GET', path)))
    const base = new URL(service.services.config.baseUrl).origin
    for (const { text } of before) expect(basesIn(text).filter((one) => one !== '')).toEqual([base])
    const { team } = before[0]?.body.data.item.data ?? {}
    const stored: unknown = expect.stringMatching(/^\/_cms\/api\/media\/file\//)
    // JSON is answered as it is stored.
    expect(team).toMatchObject([
      {
        portrait: { id: expect.any(String), url: stored },
        shots: { images: [{ url: stored }, { url: stored }] },
      },
    ])
    await withNewBase(async (other) => {
      for (const [index, path] of paths.entries()) {
        const { text } = await other.ask('GET', path)
        expect(text.split('/_cms/api/media/file/').length).toBe(
          before[index]?.text.split('/_cms/api/media/file/').length,
        )
        expect(basesIn(text).filter((one) => one !== '')).toEqual([moved])
      }
    })
  })

  it('another run with another base address names files as they are now', async () => {
    const photo = dataOf(await service.ask('GET', '/media')).items.find(
      ({ filename }: Any) => filename === 'photo.png',
    )
    dataOf(await service.ask('PUT', `/media/${photo.id}`, { body: { alt: 'Written later' } }))
    const { items = [] } = blog()
    const more = { id: 2, title: 'More', name: 'more', content: `<img src="${site}/photo.png">` }
    const { version } = dataOf(await service.ask('GET', '/content/posts/all')).item
    await withNewBase(async (other) => {
      const again = { site, items: [...items, more] }
      const job = await importExport(other, again, { includeMedia: true })
      expect(job.counts).toMatchObject({ attachment: { present: 3 }, post: { present: 1, created: 1 } })
      const rows = await reportOf(other, job.analysisId)
      const files = rows.filter(({ kind }) => kind === 'attachment')
      expect(files).toHaveLength(3)
      for (const { newUrl } of files) expect(newUrl).toMatch(/^https:\/\/new\.example\//)
      const { text, body } = await other.ask('GET', '/content/posts/more')
      expect(body.data.item.data.content[0]).toMatchObject({ id: photo.id, alt: 'Written later' })
      expect(basesIn(text)).toEqual([moved])
      expect(dataOf(await other.ask('GET', '/content/posts/all')).item.version).toBe(version)
      dataOf(await other.ask('PUT', `/media/${photo.id}`, { body: { alt: 'Once more' } }))
      const after = dataOf(await other.ask('GET', '/content/posts/more')).item
      expect(after.data.content[0].alt).toBe('Once more')
    })
  })

  it('a file that was deleted stays at its old address', async () => {
    const copy = dataOf(await service.ask('GET', '/media')).items.find(
      ({ filename }: Any) => filename === 'copy.png',
    )
    dataOf(await service.ask('DELETE', `/media/${copy.id}`))
    const { items = [] } = blog()
    const late = {
      id: 3,
      title: 'Late',
      name: 'late',
      content: `<img src="${site}/copy.png">`,
      meta: { _thumbnail_id: '11' },
    }
    const job = await importExport(service, { site, items: [...items, late] })
    expect(job.counts).toMatchObject({ post: { present: 1, created: 1 } })
    const { data } = dataOf(await service.ask('GET', '/content/posts/late')).item
    expect(data.content).toMatchObject([{ _type: 'image', url: `${site}/copy.png` }])
    expect(data.content[0].id).toBeUndefined()
    expect(data.featured_image).toBeUndefined()
  })

  it.each([
    {
      name: 'a folder of Markdown',
      archive: 'site.zip',
      path: '/content/posts/first',
      entries: (): Any => ({
        'site/hugo.toml': `baseURL = "https://blog.example.org/"\n`,
        'site/content/posts/first.md':
          '---\ntitle: First\ncover: {image: /img/pot.png}\n---\n\n![a pot](/img/pot.png)\n\n[file](/img/pot.png)\n\n[![linked](/img/pot.png)](/img/pot.png)\n',
        'site/static/img/pot.png': image,
      }),
    },
    {
      name: 'an export of Ghost',
      archive: 'ghost.zip',
      path: '/content/posts/ghostly',
      entries: (): Any => ({
        'ghost.json': ghost,
        'content/images/2024/a.png': image,
      }),
    },
  ])('$name', async ({ archive, path, entries }) => {
    const content = zipOf(
      Object.entries(entries()).map(([name, bytes]) => ({ name, content: bytes as Buffer })),
    )
    const form = formOf([{ name: 'file', filename: archive, content }])
    const { analysisId } = dataOf(await service.ask('POST', '/import/external/analyze', form))
    await execute(service, analysisId, { includeMedia: true })
    const before = (await service.ask('GET', path)).text
    expect(before.split('/_cms/api/media/file/').length).toBeGreaterThan(3)
    await withNewBase(async (other) => {
      const { text } = await other.ask('GET', path)
      expect(text.split('/_cms/api/media/file/').length).toBe(before.split('/_cms/api/media/file/').length)
      expect(basesIn(text)).toEqual([moved])
    })
  })
})

const picturesOfGhost = '__GHOST_URL__/content/images/2024/a.png'
const ghost = JSON.stringify({
  db: [
    {
      meta: { exported_on: 1_700_000_000_000, version: '5.75.1' },
      data: {
        posts: [
          {
            id: 'ghostly',
            uuid: 'ghostly',
            slug: 'ghostly',
            title: 'Ghostly',
            type: 'post',
            status: 'published',
            visibility: 'public',
            feature_image: picturesOfGhost,
            html: `<p><a href="${picturesOfGhost}">file</a></p><figure class="kg-card kg-image-card"><a href="${picturesOfGhost}"><img src="${picturesOfGhost}"></a></figure>`,
            created_at: '2024-01-01T00:00:00.000Z',
            updated_at: '2024-02-01T00:00:00.000Z',
            published_at: '2024-01-02T03:04:05.000Z',
          },
        ],
        settings: [{ key: 'title', value: 'Ghost' }],
      },
    },
  ],
})
