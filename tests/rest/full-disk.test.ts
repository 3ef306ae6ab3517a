import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { callTool } from '../setup/mcp.ts'
import { fetchFile, picture, upload, uploaded, waitingFiles } from '../setup/media.ts'
import { send } from '../setup/oauth.ts'
import { titles } from '../setup/search.ts'
import { type Engine, engines, startService, type TestService } from '../setup/service.ts'
import { mountSmallDisk, type SmallDisk } from '../setup/small-disk.ts'

const text = 'x'.repeat(150_000)
const registration = { redirect_uris: ['https://app.example.com/callback'], client_name: 'App' }

const cannotMount = 'this machine does not let tests mount a small disk'

const disks: Record<Engine, SmallDisk | null> = { sqlite: mountSmallDisk(32), postgres: mountSmallDisk(8) }
afterAll(() => {
  for (const engine of engines) disks[engine]?.close()
})

/** Files are on a small disk on both engines, the embedded database too. */
describe.each(engines)('a full disk on %s', (engine) => {
  const disk = disks[engine]
  let service: TestService
  let item: { id: string; slug: string }
  let image: { id: string; storageKey: string; size: number }

  beforeAll(async () => {
    if (disk === null) return
    service = await startService(engine, { env: { OCTAVO_DATA_DIR: disk.path } })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'search'],
      fields: [
        { slug: 'title', type: 'string', searchable: true },
        { slug: 'text', type: 'text' },
      ],
    })
    item = dataOf(
      await service.ask('POST', '/content/posts', {
        body: { data: { title: 'Harbour' }, status: 'published' },
      }),
      201,
    ).item
    image = await uploaded(service, { content: await picture('jpeg', { width: 200, height: 100 }) })
  })
  afterAll(() => (disk === null ? undefined : service.close()))

  const create = () => service.ask('POST', '/content/posts', { body: { data: { title: 'New', text } } })

  it('refuses uploads with 507, reads go on, and writes when there is space again', async ({ skip }) => {
    if (disk === null) skip(cannotMount)
    expect(await titles(service, 'harbour')).toEqual(['Harbour'])
    // The next search would have to index this first.
    const body = { data: { title: 'Boat' }, status: 'published' }
    dataOf(await service.ask('POST', '/content/posts', { body }), 201)
    disk?.fill()
    const answer = await upload(service, { filename: 'a.txt', type: 'text/plain', content: text })
    expectFailure(answer, '507 INSUFFICIENT_STORAGE', 'disk')
    expect(waitingFiles(service)).toEqual([])

    const read = (path: string) => service.ask('GET', path)
    expect(dataOf(await read('/content/posts')).items).toHaveLength(2)
    expect(dataOf(await read(`/content/posts/${item.id}`)).item.data.title).toBe('Harbour')
    expect(await titles(service, 'harbour')).toEqual(['Harbour'])
    expect((await fetchFile(service, image.storageKey)).status).toBe(200)
    const variant = await fetchFile(service, image.storageKey, { query: '?w=64' })
    expect([variant.status, variant.bytes.length]).toEqual([200, image.size])
    expect(variant.headers['cache-control']).toBe('public, no-cache')

    disk?.free()
    await uploaded(service, { filename: 'a.txt', type: 'text/plain', content: text })
    dataOf(await create(), 201)
    const made = await fetchFile(service, image.storageKey, { query: '?w=64' })
    expect(made.headers['content-type']).toBe('image/webp')
  })

  it('refuses writes of the database on every interface', async ({ skip }) => {
    if (disk === null) skip(cannotMount)
    const restore = await fillDatabase(service, disk)
    // What is free within its files may still be used.
    const outcomes: number[] = []
    for (let count = 0; count < 100 && outcomes.at(-1) !== 507; count++) {
      const answer = await create()
      outcomes.push(answer.status)
      if (answer.status !== 201) expectFailure(answer, '507 INSUFFICIENT_STORAGE', 'disk')
    }
    expect(outcomes.at(-1)).toBe(507)
    const data = { title: 'New', text }
    expect(await callTool(service, 'content_create', { collection: 'posts', data })).toMatchObject({
      kind: 'failed',
      text: expect.stringContaining('INSUFFICIENT_STORAGE'),
    })
    const app = await send(service, 'POST', '/_cms/api/oauth/register', { json: registration })
    expect([app.status, app.body.error]).toEqual([507, 'temporarily_unavailable'])
    for (const path of ['/events', `/media/${image.id}/variant-url?w=64&h=64`])
      expect((await service.ask('GET', path)).status, path).toBe(200)
    expect(dataOf(await service.ask('GET', `/content/posts/${item.id}`)).item.data.title).toBe('Harbour')
    await restore()
    dataOf(await create(), 201)
    expect((await callTool(service, 'content_create', { collection: 'posts', data })).kind).toBe('done')
  })
})

/** Lets the database find no space; gives what makes it find some again. */
async function fillDatabase(service: TestService, disk: SmallDisk | null): Promise<() => Promise<void>> {
  const { database } = service.services
  if (service.engine === 'sqlite') {
    disk?.fill()
    return async () => disk?.free()
  }
  // The server has a disk of its own: its tables refuse rows as they do when that is full.
  const tables = ['content_posts', 'oauth_clients', 'secrets']
  const define = (statements: readonly string[]): Promise<void> =>
    database.transaction('schema', async (tx) => {
      for (const statement of statements) await tx.define(statement)
    })
  await define([
    `CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
    ...tables.map(
      (table) =>
        `CREATE TRIGGER full_disk BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_row()`,
    ),
  ])
  return () =>
    define([...tables.map((table) => `DROP TRIGGER full_disk ON ${table}`), 'DROP FUNCTION refuse_row'])
}
