import { oldEvents } from '@octavo/server/maintenance/jobs/retention/events'
import { runPass } from '@octavo/server/maintenance/jobs/retention/pass'
import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import { setImmediate as turn } from 'node:timers/promises'
import { eventTypeNames } from '@octavo/contract/events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { changes } from '../setup/changes.ts'
import { hour, inAnHour, makeCollection, makeItem } from '../setup/content.ts'
import { awaitEvents } from '../setup/events.ts'
import { patience } from '../setup/patience.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

interface Event {
  id: string
  at: string
  type: string
  collection: string | null
  itemId: string | null
  slug: string | null
  previousSlug: string | null
  locale: string | null
  isLive: boolean
}

interface Page {
  items: Event[]
  nextCursor: string
}

const pageNow = async (service: TestService, query: string, token?: string): Promise<Page> =>
  dataOf(await service.ask('GET', `/events?${query}`, token === undefined ? {} : { token }))

/** A page when all that was written is there: other databases of the server have transactions too. */
async function page(service: TestService, query: string, token?: string): Promise<Page> {
  await awaitEvents(service)
  return pageNow(service, query, token)
}

/** The cursor behind all that has happened. */
async function endOf(service: TestService, token?: string): Promise<string> {
  let after = ''
  for (;;) {
    const query = after === '' ? 'limit=1000' : `limit=1000&after=${after}`
    const { items, nextCursor } = await page(service, query, token)
    after = nextCursor
    if (items.length === 0) return after
  }
}

/** The events of a step, as `type` or `type live`. */
async function reported(
  service: TestService,
  step: () => Promise<unknown>,
  token?: string,
): Promise<string[]> {
  const after = await endOf(service, token)
  await step()
  const { items } = await page(service, `after=${after}&limit=1000`, token)
  return items.map(({ type, isLive }) => (isLive ? `${type} live` : type))
}

const supports = ['drafts', 'revisions', 'scheduling']
const fields = [{ slug: 'title', type: 'string' }]

describe.each(engines)('events on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', { supports, fields })
    await makeCollection(service, 'notes', { supports: [], fields })
  })
  afterAll(() => service.close())

  const send = async (method: string, path: string, body?: object): Promise<void> =>
    void expect((await service.ask(method, path, body && { body })).status, path).toBeLessThan(300)
  const eventsOf = (method: string, path: string, body?: object): Promise<string[]> =>
    reported(service, () => send(method, path, body))

  it('tell each step in the life of an item, and which of them visitors see', async () => {
    const after = await endOf(service)
    const { id, slug } = await makeItem(service, 'posts', { slug: 'one' })
    const path = `/content/posts/${id}`
    const { items } = await page(service, `after=${after}`)
    expect(items).toEqual([
      {
        id: expect.any(String),
        at: service.clock.now.toISOString(),
        type: 'content.created',
        collection: 'posts',
        itemId: id,
        locale: 'en',
        slug,
        previousSlug: null,
        isLive: false,
      },
    ])
    const save = (title: string) => eventsOf('PUT', path, { data: { title } })
    expect(await save('2')).toEqual(['content.updated'])
    expect(await save('2')).toEqual([])
    expect(await eventsOf('POST', `${path}/schedule`, { scheduledAt: inAnHour(service) })).toEqual([
      'content.scheduled',
    ])
    expect(await eventsOf('POST', `${path}/unschedule`, {})).toEqual(['content.unscheduled'])
    expect(await eventsOf('POST', `${path}/publish`, {})).toEqual(['content.published live'])
    expect(await save('3')).toEqual(['content.updated'])
    expect(await eventsOf('POST', `${path}/discard-draft`, {})).toEqual(['content.updated'])
    expect(await eventsOf('PUT', path, { data: { title: '4' }, status: 'published' })).toEqual([
      'content.published live',
    ])
    expect(await save('5')).toEqual(['content.updated'])
    expect(await eventsOf('POST', `${path}/publish`, {})).toEqual(['content.published live'])
    expect(await eventsOf('POST', `${path}/unpublish`, {})).toEqual(['content.unpublished live'])
    expect(await eventsOf('DELETE', path)).toEqual(['content.deleted'])
    expect(await eventsOf('POST', `${path}/restore`, {})).toEqual(['content.restored'])
    expect(await eventsOf('POST', `${path}/publish`, {})).toEqual(['content.published live'])
    expect(await eventsOf('DELETE', path)).toEqual(['content.deleted live'])
    expect(await eventsOf('DELETE', `${path}/permanent`)).toEqual(['content.permanentlyDeleted'])
  })

  it('tell what goes live at once, by the scheduler, and with another slug', async () => {
    const create = { data: { title: 'A' }, status: 'published' }
    expect(await eventsOf('POST', '/content/notes', create)).toEqual([
      'content.created',
      'content.published live',
    ])
    const { id } = await makeItem(service, 'notes', { state: 'published', slug: 'old' })
    const after = await endOf(service)
    await send('PUT', `/content/notes/${id}`, { slug: 'new' })
    expect((await page(service, `after=${after}`)).items).toMatchObject([
      { type: 'content.updated', slug: 'new', previousSlug: 'old', isLive: true },
    ])
    const scheduled = await makeItem(service, 'posts', { state: 'scheduled+time' })
    const due = await endOf(service)
    service.clock.forward(2 * hour)
    await publishAllDue(service.services)
    // The job of the service may have been faster.
    const published = async () => (await page(service, `after=${due}`)).items.map(({ itemId }) => itemId)
    await expect.poll(published).toContain(scheduled.id)
  })

  it('tell of every other part of the site', async () => {
    const after = await endOf(service)
    const { id: termOf } = await make(service, '/taxonomies', { name: 'topics', label: 'T', collections: [] })
    const term = await make(service, '/taxonomies/topics/terms', { slug: 'clay', label: 'Clay' })
    await send('PUT', '/taxonomies/topics/terms/clay', { slug: 'mud' })
    const menu = await make(service, '/menus', { name: 'main', label: 'M' })
    await make(service, '/menus/main/items', { type: 'custom', customUrl: '/', label: 'I' })
    const area = await make(service, '/widget-areas', { name: 'side', label: 'W' })
    await make(service, '/widget-areas/side/widgets', { type: 'content', title: 'A' })
    const section = await make(service, '/sections', { slug: 'hero', title: 'Hero' })
    await send('POST', '/settings', { siteTitle: 'Site' })
    await send('POST', '/settings', { keepEventDays: 31 })
    await send('DELETE', '/sections/hero')
    const { items } = await page(service, `after=${after}&limit=1000`)
    expect(items.map(({ type, itemId, slug, isLive }) => [type, itemId, slug, isLive])).toEqual([
      ['taxonomy.created', termOf, 'topics', true],
      ['term.created', term.id, 'clay', true],
      ['term.updated', term.id, 'mud', true],
      ['menu.created', menu.id, 'main', true],
      ['menu.updated', menu.id, 'main', true],
      ['widgetArea.created', area.id, 'side', true],
      ['widgetArea.updated', area.id, 'side', true],
      ['section.created', section.id, 'hero', true],
      ['settings.updated', null, null, true],
      ['settings.updated', null, null, false],
      ['section.deleted', section.id, 'hero', true],
    ])
    expect(items[2]?.previousSlug).toBe('clay')
  })

  it('have a type for every operation that changes what the site shows', { tags: 'long' }, async () => {
    const skipped =
      /^(plugins|imports|users|tokens|setup|auth|passkeys|sessions|oauth|apps|search|webhooks|backup)\.|^media\.(confirm|createUploadUrl)$|^changeSets\.(?!apply$|revert$)/
    for (const name of Object.keys(changes).filter((operation) => !skipped.test(operation))) {
      const types = await reported(service, async () => changes[name]?.(service))
      expect(types, name).not.toEqual([])
      for (const type of types) expect(eventTypeNames).toContain(type.replace(/ live$/, ''))
    }
  })

  it('are sent to live readers only where visitors see something, and to others by their scopes', async () => {
    const visitor = await service.person(10, ['content:read'])
    const library = await service.person(10, ['content:read', 'media:read'])
    const after = await endOf(service, visitor.token)
    const { id } = await makeItem(service, 'posts', { state: 'published+draft' })
    await makeItem(service, 'posts')
    await send('DELETE', `/content/posts/${id}`)
    await changes['media.create']?.(service)
    const types = async (token?: string) =>
      (await page(service, `after=${after}`, token)).items.map(({ type }) => type)
    expect(await types(visitor.token)).toEqual(['content.published', 'content.deleted'])
    expect(await types(library.token)).toEqual(['content.published', 'content.deleted', 'media.created'])
    expect((await types()).filter((type) => type === 'content.created')).toHaveLength(2)
    // The cursor advances past events that a reader may not see, so that they are not read again.
    expect((await page(service, `after=${await endOf(service, visitor.token)}`)).items).toEqual([])
    const none = await service.person(10, ['media:read'])
    expectFailure(await service.ask('GET', '/events', { token: none.token }), '403 FORBIDDEN')
    expectFailure(await service.ask('GET', '/events', { token: null }), '401 UNAUTHORIZED')
  })

  it('come in pages that leave out nothing, filtered by type and collection', async () => {
    const after = await endOf(service)
    for (let index = 0; index < 7; index++) await makeItem(service, 'posts', { state: 'published' })
    await makeItem(service, 'notes')
    const all = (await page(service, `after=${after}&limit=1000`)).items
    expect(all).toHaveLength(15)
    const paged: Event[] = []
    for (let cursor = after; ;) {
      const { items, nextCursor } = await page(service, `after=${cursor}&limit=4`)
      paged.push(...items)
      cursor = nextCursor
      if (items.length === 0) break
    }
    expect(paged).toEqual(all)
    const filtered = `after=${after}&types=content.created,menu.updated&collections=notes`
    expect((await page(service, filtered)).items).toEqual([all.at(-1)])
    expect((await page(service, `after=${all[3]?.id}`)).items).toEqual(all.slice(4))
  })

  it.each([
    ['after=nonsense', 'after'],
    ['after=1-2-3', 'after'],
    ['after=-1', 'after'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['types=content.exploded', 'types'],
    ['unknown=1', 'unknown'],
  ])('are refused for %s', async (query, path) => {
    expectFailure(await service.ask('GET', `/events?${query}`), '400 VALIDATION_ERROR', path)
  })

  it('refuse a cursor from beyond the end, as one is after a backup was restored', async () => {
    const beyond = (await endOf(service)).replace(/^\d+/, (first) => String(Number(first) + 1_000_000))
    expectFailure(await service.ask('GET', `/events?after=${beyond}`), '410 CURSOR_EXPIRED')
  })

  it('tell who may not read drafts nothing of what is hidden by their numbers', async () => {
    const { token } = await service.person(10, ['content:read'])
    const after = await endOf(service, token)
    await makeItem(service, 'posts', { state: 'published' })
    const read = (): Promise<Page> => page(service, `after=${after}&limit=1000`, token)
    const before = await read()
    await makeItem(service, 'posts')
    const later = await read()
    expect(before.items.map(({ type }) => type)).toEqual(['content.published'])
    expect(later.items).toEqual(before.items)
    // A cursor differs each time, whether anything has happened or not.
    const cursors = [after, before.nextCursor, later.nextCursor, (await read()).nextCursor]
    expect(new Set(cursors).size).toBe(4)
    const [id = ''] = before.items.map((event) => event.id)
    for (const text of [...cursors, id]) expect(text).toMatch(/^[\w-]{86}$/)
    await makeItem(service, 'posts', { state: 'published' })
    for (const place of [id, later.nextCursor])
      expect((await page(service, `after=${place}`, token)).items).toHaveLength(1)
    // Readers of all events may continue from it; a cursor of theirs would reveal whether an event exists.
    expect((await page(service, `after=${later.nextCursor}`)).items.length).toBeGreaterThan(0)
    const plain = await endOf(service)
    for (const [place, expected] of [
      [plain, '410 CURSOR_EXPIRED'],
      [`${id.slice(0, -4)}AAAA`, '400 VALIDATION_ERROR'],
    ] as const)
      expectFailure(await service.ask('GET', `/events?after=${place}`, { token }), expected)
  })

  it('of a change that fails are not there', async () => {
    const failing = () => service.ask('POST', '/content/posts', { body: { data: { nothing: 1 } } })
    expect(await reported(service, failing)).toEqual([])
  })

  it('miss nothing for a reader that follows while many write', { tags: 'long' }, async () => {
    let cursor = await endOf(service)
    const writing = { isOver: false }
    const seen: string[] = []
    const read = async (): Promise<number> => {
      const query = `after=${cursor}&limit=1000&types=content.created`
      const { items, nextCursor } = await pageNow(service, query)
      seen.push(...items.map(({ itemId }) => itemId ?? ''))
      cursor = nextCursor
      return items.length
    }
    const follow = async (): Promise<void> => {
      // In process, reads alone would leave no turn to the writers.
      while (!writing.isOver) {
        await read()
        await turn()
      }
      while ((await read()) > 0);
    }
    const following = follow()
    const write = async (): Promise<string[]> => {
      const ids: string[] = []
      for (let index = 0; index < 25; index++) ids.push((await makeItem(service, 'notes')).id)
      return ids
    }
    const written = (await Promise.all(Array.from({ length: 6 }, write))).flat()
    writing.isOver = true
    await following
    await awaitEvents(service)
    while ((await read()) > 0);
    expect(seen.toSorted()).toEqual(written.toSorted())
  })
})

// On a service without scheduled items: the scheduler would write events while these tests move the clock.
describe.each(engines)('old events on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports: [], fields })
  })
  afterAll(() => service.close())

  it('are removed after their days, and old cursors are refused', async () => {
    const old = await endOf(service)
    await makeItem(service, 'posts')
    service.clock.forward(40 * 24 * hour)
    const { id } = await makeItem(service, 'posts')
    const { now } = service.clock
    await awaitEvents(service)
    await vi.waitFor(
      async () => {
        // The retention job of the service may have run before the item existed.
        service.clock.forward(2 * hour)
        const due = service.clock.now
        const running = { now: due.toISOString(), signal: AbortSignal.timeout(patience) }
        await runPass(service.services, oldEvents(31, due), running)
        expectFailure(await service.ask('GET', `/events?after=${old}`), '410 CURSOR_EXPIRED')
      },
      { timeout: patience },
    )
    const { items, nextCursor } = await page(service, 'limit=1000')
    expect(items.map(({ itemId }) => itemId)).toContain(id)
    expect(items.filter(({ at }) => at < now.toISOString())).toEqual([])
    expect((await page(service, `after=${nextCursor}`)).items).toEqual([])
  })

  it('are removed after their days, also those of a clock that was years ahead', async () => {
    const day = 24 * hour
    const remove = async (): Promise<void> => {
      const { now } = service.clock
      const signal = AbortSignal.timeout(60_000)
      await awaitEvents(service)
      await runPass(service.services, oldEvents(30, now), { now: now.toISOString(), signal })
    }
    const made = async (): Promise<string> => (await makeItem(service, 'posts')).id
    service.clock.forward(4000 * day)
    const ahead = await made()
    await remove()
    service.clock.forward(-4000 * day)
    const next = await made()
    const listed = async (): Promise<(string | null)[]> =>
      (await page(service, 'limit=1000')).items.map(({ itemId }) => itemId)
    service.clock.forward(day)
    await remove()
    expect(await listed()).toEqual(expect.arrayContaining([ahead, next]))
    service.clock.forward(32 * day)
    const last = await made()
    await remove()
    expect(new Set(await listed())).toEqual(new Set([last]))
  })
  it('keep the time of events that were written after the removal began', async () => {
    service.clock.forward(2 * hour)
    const begun = service.clock.now
    service.clock.forward(hour)
    const after = await endOf(service)
    const { id } = await makeItem(service, 'posts')
    const at = service.clock.now.toISOString()
    await awaitEvents(service)
    const signal = AbortSignal.timeout(patience)
    await runPass(service.services, oldEvents(30, begun), { now: begun.toISOString(), signal })
    expect((await page(service, `after=${after}`)).items).toMatchObject([{ itemId: id, at }])
  })
})
