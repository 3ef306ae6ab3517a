// @module-tag long
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import {
  expectedIds,
  fields,
  type Known,
  type NewItem,
  newItems,
  type Request,
  requests,
} from '../setup/list-model.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

interface Item {
  id: string
  slug: string
}

describe.each(engines)('paging on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', { supports: ['drafts', 'scheduling'], fields })
  })
  afterAll(() => service.close())

  async function empty(): Promise<void> {
    await service.services.database.transaction('write', async (tx) => {
      for (const table of ['content_posts', 'revisions', 'schedules', 'unpublish_schedules'])
        await tx.run(`DELETE FROM ${table}`, [])
    })
  }

  const post = (path: string, body: unknown): ReturnType<TestService['ask']> =>
    service.ask('POST', `/content/posts${path}`, { body })

  async function make(item: NewItem): Promise<Known> {
    service.clock.forward(item.pause)
    const { data, locale } = item
    const isPublished = item.status === 'published'
    const body = { data, locale, ...(isPublished && { status: 'published' }) }
    const made = dataOf(await post('', body), 201).item as Item
    const now = service.clock.now.toISOString()
    const later = (wait: number): string => new Date(service.clock.now.getTime() + wait).toISOString()
    const scheduledAt = item.status === 'scheduled' ? later(item.due) : null
    const unpublishAt = item.status === 'draft' || item.end === null ? null : later(item.end)
    if (scheduledAt !== null || unpublishAt !== null)
      dataOf(
        await post(`/${made.id}/schedule`, { ...(scheduledAt !== null && { scheduledAt }), unpublishAt }),
      )
    const known = {
      ...item,
      ...made,
      data,
      status: item.status,
      scheduledAt,
      unpublishAt,
      createdAt: now,
      liveUpdatedAt: now,
      updatedAt: now,
    }
    if (isPublished && item.draftTitle !== null) {
      service.clock.forward(item.pause)
      known.updatedAt = service.clock.now.toISOString()
      dataOf(
        await service.ask('PUT', `/content/posts/${made.id}`, { body: { data: { title: item.draftTitle } } }),
      )
    }
    if (item.isTrashed) dataOf(await service.ask('DELETE', `/content/posts/${made.id}`))
    return known
  }

  /** All pages of a list, following the cursors. */
  async function follow(request: Request): Promise<Item[]> {
    const query = new URLSearchParams(
      Object.entries(request).flatMap(([key, text]) =>
        text === undefined ? [] : [[key, String(text)] as [string, string]],
      ),
    )
    const items: Item[] = []
    for (;;) {
      const page = dataOf(await service.ask('GET', `/content/posts?${query}`))
      items.push(...page.items)
      if (page.nextCursor === undefined) return items
      expect(page.items).toHaveLength(request.limit)
      query.set('cursor', page.nextCursor)
    }
  }

  async function shown(known: readonly Known[], view: Request['view']): Promise<Map<string, Item>> {
    const seen = new Map<string, Item>()
    for (const { id, isTrashed, status } of known) {
      if (isTrashed || (view === 'live' && status !== 'published')) continue
      seen.set(id, dataOf(await service.ask('GET', `/content/posts/${id}?view=${view}`)).item)
    }
    return seen
  }

  it('visits every item once, in the order of the model, with the bodies that GET gives', async () => {
    await fc.assert(
      fc.asyncProperty(newItems, requests, async (wanted, lists) => {
        await empty()
        const known: Known[] = []
        for (const item of wanted) known.push(await make(item))
        const bodies = { latest: await shown(known, 'latest'), live: await shown(known, 'live') }
        for (const request of lists) {
          const items = await follow(request)
          const expected = expectedIds(known, request)
          expect(items.map(({ id }) => id)).toEqual(expected)
          expect(items).toEqual(expected.map((id) => bodies[request.view].get(id)))
        }
      }),
      { numRuns: 24 },
    )
  }, 300_000)

  it('gives back every value as it was sent', async () => {
    await fc.assert(
      fc.asyncProperty(newItems, async (wanted) => {
        await empty()
        for (const { data } of wanted) expect(dataOf(await post('', { data }), 201).item.data).toEqual(data)
      }),
      { numRuns: 40 },
    )
  })
})
