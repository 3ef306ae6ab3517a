import { createHash } from 'node:crypto'
import { type App, createApp } from '@octavo/server/app'
import { readConfig } from '@octavo/server/config'
import { createLog } from '@octavo/server/platform/log'
import { foldedText } from '@octavo/server/platform/sort-key'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reader, type Reading, readWhole } from '../setup/readings.ts'
import { type OldSite, restoreRelease } from '../setup/release.ts'
import { type Engine, engines } from '../setup/service.ts'

/**
 * What answers differently than the old release answered, and why. `member` is taken out of both answers wherever it
 * is found in an answer to one of the paths.
 */
const differences: readonly { path: RegExp; member: string; reason: string }[] = [
  { path: /^\/auth\/sessions/, member: 'lastUsedAt', reason: 'asking uses the session' },
  { path: /^\/auth\/sessions/, member: 'expiresAt', reason: 'asking extends the session' },
  { path: /^\/auth\/sessions/, member: 'authenticatedAt', reason: 'it is new: the time of the sign-in' },
  { path: /^\/auth\/passkey/, member: 'userVerified', reason: 'it is new: older passkeys were not verified' },
  { path: /^\/auth\/passkey/, member: 'isOnlyWayIn', reason: 'it is new' },
  { path: /\/(compare|revisions)$/, member: 'terms', reason: 'it is new' },
  ...['changed', '_rev'].map((member) => ({ path: /\/compare$/, member, reason: 'it is new' })),
  ...['previewOrigins', 'version'].map((member) => ({
    path: /^\/workspace/,
    member,
    reason: 'previewOrigins is new, and the version follows it',
  })),
  { path: /^\/settings/, member: 'updatedAt', reason: 'it is new' },
  ...['collections', 'canDelete', 'changeSetsOnly', 'confirmDestructive', 'endsAt'].map((member) => ({
    path: /^\/auth\/apps/,
    member,
    reason: 'it is new: apps that were let in before are not limited',
  })),
  { path: /^\/admin\/api-tokens/, member: 'view', reason: 'it is new: older tokens read drafts' },
  { path: /^\/admin\/api-tokens/, member: 'locales', reason: 'it is new: older tokens are not limited' },
  { path: /^\/admin\/api-tokens/, member: 'collections', reason: 'it is new: older tokens are not limited' },
  { path: /^\/admin\/api-tokens/, member: 'canPublish', reason: 'it is new: older tokens may publish' },
  { path: /^\/admin\/api-tokens/, member: 'canDelete', reason: 'it is new: older tokens may delete' },
  {
    path: /^\/admin\/api-tokens/,
    member: 'confirmDestructive',
    reason: 'it is new: older tokens are not asked',
  },
  {
    path: /^\/admin\/api-tokens/,
    member: 'changeSetsOnly',
    reason: 'it is new: older tokens are not limited',
  },
  { path: /^\/import\/external/, member: 'includeComments', reason: 'it is new' },
  { path: /^\/import\/external/, member: 'languages', reason: 'it is new' },
  { path: /^\/import\/external/, member: 'codes', reason: 'it is new' },
  {
    path: /^\/import\/external/,
    member: 'unfit',
    reason: 'it is new: an analysis made before does not say which fields do not fit',
  },
  ...['focalPoint', 'placeholder', 'variants'].map((member) => ({
    path: /^\/(media|content|revisions|sections|widget-areas)/,
    member,
    reason: 'it is new',
  })),
  ...['folder', 'tags'].map((member) => ({ path: /^\/media/, member, reason: 'it is new' })),
  ...['url', 'width', 'height', 'mimeType', 'size', 'alt'].map((member) => ({
    path: /^\/(content|revisions|sections|widget-areas)/,
    member,
    reason: 'pictures and files show what their records say, where the item does not say otherwise',
  })),
  {
    path: /^\/content\/\w+\/[^/?]+(\?.*)?$/,
    member: '_rev',
    reason: 'it has a part of the id, and follows the records of its pictures',
  },
  { path: /^\/taxonomies($|\?)/, member: 'updatedAt', reason: 'a taxonomy has changed when its terms have' },
]

type Headers = Record<string, string>

/** the oldest whose databases are upgraded, and the one before the last three migrations */
const releases = ['release-012', 'release-059']
const all = releases.flatMap((release) => engines.map((engine) => [release, engine] as const))

describe.each(all)('the database of %s on %s', (release: string, engine: Engine) => {
  let site: OldSite
  let app: App
  let readers: Record<Reader, Headers>

  beforeAll(async () => {
    site = await restoreRelease(release, engine)
    const { dataDir, databaseUrl, fixture } = site
    const config = readConfig({
      OCTAVO_DATA_DIR: dataDir,
      OCTAVO_LOCALES: 'en,de,fr',
      OCTAVO_LOG_LEVEL: 'silent',
      ...(databaseUrl !== null && { OCTAVO_DATABASE_URL: databaseUrl }),
    })
    app = await createApp({ config, log: createLog('silent'), clock: () => new Date(fixture.madeAt) })
    readers = {
      admin: bearer(fixture.tokens.admin),
      subscriber: bearer(fixture.tokens.subscriber),
      editor: { cookie: fixture.cookie, 'x-octavo-request': '1' },
    }
  })

  afterAll(async () => {
    await app?.close()
    await site?.remove()
  })

  const send = (method: string, path: string, headers: Headers, payload?: object | string) =>
    app.server.inject({
      method: method as 'GET',
      url: `/_cms/api${path}`,
      headers,
      ...(payload !== undefined && { payload }),
    })

  const read = (reader: Reader) => async (path: string) => (await send('GET', path, readers[reader])).json()

  /** The items of a collection, as the admin sees them. */
  const items = async (collection: string): Promise<{ id: string; status: string; slug: string }[]> =>
    ((await readWhole(read('admin'), `/content/${collection}`)) as { items: [] }).items

  test('answers as the old release did', async () => {
    const { readings } = site.fixture
    const answers = await Promise.all(readings.map(({ reader, path }) => readWhole(read(reader), path)))
    for (const [index, { reader, path, data }] of readings.entries())
      expect(comparable(path, answers[index]), `${reader} ${path}`).toEqual(comparable(path, data))
  })

  // Since migration 023 each has its own.
  test.runIf(release === 'release-012')(
    'gives each translation the terms that its group had, as its own',
    async () => {
      const { readings } = site.fixture
      const path = (id: string): string => `/content/posts/${id}/terms/topics`
      const old = new Map(
        readings.flatMap(({ reader, path: of, data }) => (reader === 'admin' ? [[of, data]] : [])),
      )
      const group = readings.flatMap(({ reader, path: of, data }) => {
        const { translations = [] } = data as { translations?: { id: string; slug: string }[] }
        return reader === 'admin' && of.endsWith('/translations') && translations.length > 2
          ? [translations]
          : []
      })[0]
      expect(group?.map(({ slug }) => slug)).toContain('zurich-kiln')
      const idsOf = (data: unknown): string[] =>
        (data as { items: { id: string }[] }).items.map(({ id }) => id)
      const ids = group?.map(({ id }) => id) ?? []
      const given = idsOf(old.get(path(ids[0] ?? '')))
      expect(given.length).toBeGreaterThan(1)
      for (const id of ids) expect(idsOf(await readWhole(read('admin'), path(id)))).toEqual(given)
      const [first = '', ...others] = ids
      const assign = (termIds: string[]) => send('POST', path(first), readers.admin, { termIds })
      expect((await assign([])).statusCode).toBe(200)
      expect(idsOf(await readWhole(read('admin'), path(first)))).toEqual([])
      for (const id of others) expect(idsOf(await readWhole(read('admin'), path(id)))).toEqual(given)
      expect((await assign(given)).statusCode).toBe(200)
    },
  )

  test('has every file', async () => {
    const readings = new Map(site.fixture.readings.map(({ path, data }) => [path, data]))
    const { items: media } = readings.get('/media?limit=2') as {
      items: { url: string; contentHash: string | null }[]
    }
    const stored = media.filter(({ contentHash }) => contentHash !== null)
    expect(stored).toHaveLength(2)
    for (const { url, contentHash } of stored) {
      const { rawPayload } = await app.server.inject({ method: 'GET', url: new URL(url).pathname })
      expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(contentHash)
    }
  })

  test('lets apps in, and gives them new tokens', async () => {
    const { appAccess, appRefresh, appClient } = site.fixture
    expect((await send('GET', '/content/posts', bearer(appAccess))).statusCode).toBe(200)
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: appClient,
      refresh_token: appRefresh,
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await send('POST', '/oauth/token', headers, form.toString())
    expect(answer.statusCode, answer.body).toBe(200)
  })

  test('sorts text without regard to case and accents, that of the old release included', async () => {
    for (const title of ['zebra', 'Äpfel', 'apfel 2', 'Zahl'])
      expect(
        (await send('POST', '/content/posts', readers.admin, { data: { title }, status: 'published' }))
          .statusCode,
      ).toBe(201)
    const { items: sorted } = (await readWhole(
      read('admin'),
      '/content/posts?view=live&orderBy=title&order=asc&limit=3',
    )) as { items: { data: { title?: string } }[] }
    const keys = sorted.flatMap(({ data }) => (data.title === undefined ? [] : foldedText(data.title)))
    expect(keys.length).toBeGreaterThan(4)
    expect(keys).toEqual(keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))))
  })

  test('takes changes of every item, and finds what was published', async () => {
    for (const collection of ['posts', 'notes', 'pages', 'order', 'people']) {
      for (const { id, slug } of await items(collection)) {
        const data = collection === 'people' ? { name: `New ${slug}` } : { title: `New ${slug}` }
        const path = `/content/${collection}/${id}`
        const saved = await send('PUT', path, readers.admin, { data })
        expect(saved.statusCode, saved.body).toBe(200)
        const published = await send('POST', `${path}/publish`, readers.admin, {})
        expect(published.statusCode, published.body).toBe(200)
      }
    }
    const { results } = (await readWhole(read('subscriber'), '/search?q=new+wanted-slug')) as {
      results: { slug: string }[]
    }
    expect(results.map(({ slug }) => slug)).toEqual(['wanted-slug'])
  })

  test('brings back what is in the trash, and restores old revisions', async () => {
    const { items: trash } = (await readWhole(read('admin'), '/content/posts/trash')) as {
      items: { id: string }[]
    }
    expect(trash).toHaveLength(2)
    for (const { id } of trash)
      expect((await send('POST', `/content/posts/${id}/restore`, readers.admin, {})).statusCode).toBe(200)
    const { data } = site.fixture.readings.find(({ path }) => path.endsWith('/revisions')) as Reading
    const { items: revisions } = data as { items: { id: string }[] }
    const answer = await send('POST', `/revisions/${revisions.at(-1)?.id}/restore`, readers.admin, {})
    expect(answer.statusCode, answer.body).toBe(200)
  })
})

function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` }
}

/** An answer without the members that differ on purpose, with the names that members have now. */
function comparable(path: string, data: unknown): unknown {
  const members = new Set(
    differences.filter((difference) => difference.path.test(path)).map(({ member }) => member),
  )
  const text = JSON.stringify(data, (name, value: unknown) => (members.has(name) ? undefined : value))
  return JSON.parse(
    path.startsWith('/admin/audit') ? text.replaceAll('"door":', '"interface":') : text,
  ) as unknown
}
