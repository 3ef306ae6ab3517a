import { join } from 'node:path'
import { type App, createApp } from '@octavo/server/app'
import { readConfig } from '@octavo/server/config'
import { markWritten } from '@octavo/server/content/media/marking'
import { createLog } from '@octavo/server/platform/log'
import { newId } from '@octavo/server/platform/ids'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asAdmin } from '../setup/database-server.ts'
import { killWithin } from '../setup/killed-migration.ts'
import { readWhole } from '../setup/readings.ts'
import { type OldSite, restoreRelease } from '../setup/release.ts'
import { type Engine, engines } from '../setup/service.ts'

interface Media {
  id: string
  url: string
  storageKey: string
}

/** Changes the database of an old release as that release did. */
async function write({ databaseUrl, dataDir }: OldSite, statements: readonly string[]): Promise<void> {
  if (databaseUrl !== null)
    return asAdmin(databaseUrl, (client) => client.query(statements.join(';\n')).then(() => undefined))
  const database = new Sqlite(join(dataDir, 'octavo.db'))
  for (const statement of statements) database.exec(statement)
  database.close()
  // What was read before in this turn of the event loop is read from the same snapshot.
  await new Promise((resolve) => setImmediate(resolve))
}

/** Links that items hold beside the id of a media item, and members that only have the names of what records say. */
function foreign(id: string): object[] {
  return [
    { _type: 'image', _key: 'f', id, url: 'https://elsewhere.example/post.png', alt: 'A pot', width: 1 },
    { _type: 'image', _key: 'g', id, url: 'https://elsewhere.example/_cms/api/media/file/other.png' },
    { _type: 'button', _key: 'h', id, url: 'https://shop.example/buy', label: 'Buy' },
    { _type: 'product', _key: 'i', id, variants: ['red'], placeholder: 'Choose', size: 'large' },
    {
      _type: 'hero',
      _key: 'j',
      id,
      width: { id, alt: 'Within' },
      variants: [{ _type: 'image', id, alt: '' }],
    },
  ]
}

describe.each(engines)(
  'addresses that release 012 stored, after an upgrade that was killed once, on %s',
  (engine: Engine) => {
    let site: OldSite
    let app: App
    let picture: Media
    let written: Record<string, unknown>
    let item: { id: string; data: Record<string, unknown> }
    const old = 'http://old.example:4400/_cms/api/media/file'
    /** a base address that stands beside no id */
    const older = 'https://older.example/cms/_cms/api/media/file'

    beforeAll(async () => {
      site = await restoreRelease('release-012', engine)
      const { fixture, dataDir, databaseUrl } = site
      const reading = (path: RegExp) => fixture.readings.find((one) => path.test(one.path))?.data
      ;[picture] = (reading(/^\/media\?q=POT/) as { items: [Media] }).items
      const { items } = reading(/^\/content\/posts($|\?)/) as { items: [typeof item] }
      item = items.find(({ data }) => data['body'] !== undefined) as typeof item
      const image = { id: picture.id, url: `${old}/${picture.storageKey}`, alt: 'A pot', width: 1, height: 1 }
      const body = [
        { _type: 'image', _key: 'a', ...image, alt: 'Mine', width: 300, caption: 'C' },
        { _type: 'gallery', images: [{ _key: 'b', ...image }] },
        { _type: 'block', markDefs: [{ _key: 'l', _type: 'link', href: image.url }], children: [] },
        { _type: 'image', src: `${image.url}?w=640`, alt: 'By address' },
        { _type: 'image', id: picture.id.replace(/.$/, 'Z'), url: `${old}/gone.png`, width: 7 },
        { _type: 'file', id: picture.id, url: image.url, filename: 'Ours.png' },
        { _type: 'image', src: `${older}/${picture.storageKey}`, alt: 'Without its id' },
        ...foreign(picture.id),
      ]
      written = { picture: image, body }
      const columns = `picture = '${JSON.stringify(image)}', body = '${JSON.stringify(body)}'`
      const data = JSON.stringify({ ...item.data, picture: image, body }).replaceAll("'", "''")
      await write(site, [
        `UPDATE content_posts SET ${columns} WHERE id = '${item.id}'`,
        `UPDATE revisions SET data = '${data}' WHERE entry_id = '${item.id}'`,
        `UPDATE sections SET content = '${JSON.stringify(body)}'`,
        `UPDATE menu_items SET custom_url = '${image.url}' WHERE custom_url IS NOT NULL`,
      ])
      await killWithin('039-media-in-answers', site)
      const config = readConfig({
        OCTAVO_DATA_DIR: dataDir,
        OCTAVO_LOCALES: 'en,de,fr',
        OCTAVO_LOG_LEVEL: 'silent',
        OCTAVO_BASE_URL: 'https://new.example',
        ...(databaseUrl !== null && { OCTAVO_DATABASE_URL: databaseUrl }),
      })
      app = await createApp({ config, log: createLog('silent'), clock: () => new Date(fixture.madeAt) })
    })

    afterAll(async () => {
      await app?.close()
      await site?.remove()
    })

    const read = (path: string): Promise<unknown> =>
      readWhole(async (one) => {
        const headers = { authorization: `Bearer ${site.fixture.tokens.admin}` }
        return (await app.server.inject({ url: `/_cms/api${one}`, headers })).json()
      }, path)

    test('are those of the site now, in items, revisions, sections and menus', async () => {
      const url = `https://new.example/_cms/api/media/file/${picture.storageKey}`
      const shown = [
        { _type: 'image', _key: 'a', id: picture.id, url, alt: 'Mine', width: 300, height: 1, caption: 'C' },
        { images: [{ id: picture.id, url, alt: 'A pot', width: 1, height: 1 }] },
        { markDefs: [{ href: url }] },
        { src: `${url}?w=640`, alt: 'By address' },
        { url: 'https://new.example/_cms/api/media/file/gone.png', width: 7 },
        { url, filename: 'Ours.png', mimeType: 'image/png' },
        { src: url, alt: 'Without its id' },
        ...foreign(picture.id),
      ]
      const image = { id: picture.id, url, alt: 'A pot', width: 1, height: 1 }
      const { item: now } = (await read(`/content/posts/${item.id}`)) as { item: typeof item }
      expect(now.data).toMatchObject({ picture: image, body: shown })
      const { items: revisions } = (await read(`/content/posts/${item.id}/revisions`)) as {
        items: (typeof item)[]
      }
      expect(revisions.length).toBeGreaterThan(0)
      for (const { data } of revisions) expect(data).toMatchObject({ picture: image, body: shown })
      const { items: sections } = (await read('/sections')) as { items: { content: unknown }[] }
      expect(sections.length).toBeGreaterThan(0)
      for (const { content } of sections) expect(content).toMatchObject(shown)
      const { items: menus } = (await read('/menus')) as { items: { name: string }[] }
      const urls: (string | null)[] = []
      for (const { name } of menus) {
        const { item: menu } = (await read(`/menus/${name}`)) as {
          item: { items: { customUrl: string | null }[] }
        }
        urls.push(...menu.items.map(({ customUrl }) => customUrl))
      }
      expect(urls.filter((one) => one !== null)).toContain(url)
      expect(JSON.stringify(urls)).not.toContain('old.example')
    })

    /** The stored text of the item. */
    const stored = async (): Promise<Record<string, unknown>> => {
      const sql = `SELECT CAST(picture AS TEXT) AS picture, CAST(body AS TEXT) AS body FROM content_posts WHERE id = '${item.id}'`
      const [row] = await app.services.database.reader.rows<Record<string, string>>(sql, [])
      return Object.fromEntries(Object.entries(row ?? {}).map(([key, text]) => [key, JSON.parse(text)]))
    }

    test('are stored as they were for nodes of the release before, but for texts that repeat those of the record', async () => {
      const withoutRepeated = JSON.parse(
        JSON.stringify(written),
        (_, part: Record<string, unknown> | null) => {
          const isReference = part?.['id'] === picture.id && String(part['url']).startsWith(old)
          if (!isReference || part['alt'] !== 'A pot') return part
          const { alt: _alt, ...others } = part
          return others
        },
      ) as object
      expect(await stored()).toEqual(withoutRepeated)
    })

    test('follow the record too when nodes of the release before write them after the upgrade', async () => {
      const image = { id: picture.id, url: `${old}/${picture.storageKey}`, width: 1, height: 1 }
      const body = [{ _type: 'image', _key: 'a', ...image, alt: 'A pot' }, ...foreign(picture.id)]
      const now = new Date().toISOString()
      const data = JSON.stringify({ ...item.data, picture: image, body }).replaceAll("'", "''")
      const columns = `picture = '${JSON.stringify(image)}', body = '${JSON.stringify(body)}'`
      await write(site, [
        `UPDATE content_posts SET ${columns}, draft_revision_id = NULL, draft_slug = NULL, updated_at = '${now}' WHERE id = '${item.id}'`,
        `UPDATE revisions SET data = '${data}', id = '${newId()}' WHERE id = (SELECT max(id) FROM revisions WHERE entry_id = '${item.id}' AND kind <> 'draft')`,
      ])
      await markWritten({ ...app.services, clock: () => new Date() }, new AbortController().signal)
      const url = `https://new.example/_cms/api/media/file/${picture.storageKey}`
      const shown = { picture: { url, alt: 'A pot' }, body: [{ url, alt: 'A pot' }, ...foreign(picture.id)] }
      expect(((await read(`/content/posts/${item.id}`)) as { item: object }).item).toMatchObject({
        data: shown,
      })
      const { items } = (await read(`/content/posts/${item.id}/revisions`)) as { items: [object] }
      expect(items[0]).toMatchObject({ data: shown })
      await app.server.inject({
        method: 'PUT',
        url: `/_cms/api/media/${picture.id}`,
        headers: { authorization: `Bearer ${site.fixture.tokens.admin}` },
        payload: { alt: 'Another pot' },
      })
      const later = {
        picture: { url, alt: 'Another pot' },
        body: [{ url, alt: 'Another pot' }, ...foreign(picture.id)],
      }
      expect(((await read(`/content/posts/${item.id}`)) as { item: object }).item).toMatchObject({
        data: later,
      })
    })
  },
)
