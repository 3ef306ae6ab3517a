// @module-tag long
import { limits } from '@octavo/contract/limits'
import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { inAnHour, makeCollection } from '../setup/content.ts'
import { picture, startMediaService, uploaded } from '../setup/media.ts'
import { engines, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'
import {
  fields,
  type Known,
  type Listed,
  matches,
  options,
  someWhere,
  texts,
  type Where,
} from '../setup/where-model.ts'

const itemCount = 40
const { foundItems } = limits

/** The values of an item, different for each number; every field is empty in some. */
function valuesOf(
  number: number,
  { people, media }: Pick<Known, 'people' | 'media'>,
): Record<string, unknown> {
  const pick = <Value>(values: readonly Value[], step: number): Value | null =>
    (number + step) % 4 === 0 ? null : (values[(number * step) % values.length] ?? null)
  const several = <Value>(values: readonly Value[]): Value[] =>
    values.filter((_, index) => (number >> index) % 2 === 1)
  const cover = pick(media, 5)
  return {
    title: pick(texts, 1),
    body: pick(texts, 3),
    nick: pick(['apple', 'zebra', 'a'], 7),
    rating: pick([0, 1, 2.5, -3], 1),
    views: pick([0, 1, 2, 100], 5),
    constructor: pick([true, false], 1),
    k: pick(['2020-01-01T00:00:00.000Z', '2021-06-01T12:00:00.000Z'], 1),
    color: pick(options, 1),
    sizes: number % 3 === 0 ? null : several(options),
    author: pick(people, 1),
    others: number % 5 === 0 ? null : several(people),
    cover: cover === null ? null : { id: cover },
    rest: number % 2 === 0 ? null : { any: number },
  }
}

const bodyOf = (given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))

describe.each(engines)('filters of lists on %s', (engine) => {
  let service: TestService
  let known: Known
  const callers: { name: string; token: string | null; query: string }[] = []

  beforeAll(async () => {
    service = await startMediaService(engine, 'local', {
      OCTAVO_LOCALES: 'en,de',
      OCTAVO_RATE_LIMIT: 'off',
      OCTAVO_RATE_LIMIT_PUBLIC: '1000000',
    })
    const supports = ['drafts', 'revisions', 'scheduling']
    await makeCollection(service, 'people', { supports, fields: [{ slug: 'name', type: 'string' }] })
    await makeCollection(service, 'posts', { supports, fields })
    await make(service, '/taxonomies', {
      name: 'topics',
      label: 'T',
      hierarchical: true,
      collections: ['posts'],
    })
    const clay = await make(service, '/taxonomies/topics/terms', { label: 'Clay' })
    const pots = await make(service, '/taxonomies/topics/terms', { label: 'Pots', parentId: clay.id })
    const wood = await make(service, '/taxonomies/topics/terms', { label: 'Wood' })
    const people: string[] = []
    for (const name of ['Ada', 'Bob', 'Cyd'])
      people.push((await make(service, '/content/people', { data: { name } })).id)
    const media = [
      (await uploaded(service, { content: await picture() })).id,
      (await uploaded(service, { content: await picture() })).id,
    ]
    const editor = await service.person(40, ['content:write', 'content:read'])
    const posts: string[] = []
    const termIds = [clay.id, pots.id, wood.id]
    for (let number = 0; number < itemCount; number++) {
      service.clock.forward(1000)
      const body = {
        slug: `item-${number}`,
        locale: number % 5 === 4 ? 'de' : 'en',
        data: bodyOf(valuesOf(number, { people, media })),
        terms: { topics: termIds.filter((_, index) => (number >> index) % 2 === 0) },
      }
      const token = number % 3 === 0 ? editor.token : service.token
      const { item } = dataOf(await service.ask('POST', '/content/posts', { body, token }), 201)
      posts.push(item.id)
      await bringOn(item.id, number, { people, media }, termIds)
    }
    known = {
      people,
      media,
      posts: posts.slice(0, 3),
      users: [editor.userId, people[0] ?? ''],
      terms: {
        clay: [clay.id],
        'clay*': [clay.id, pots.id],
        'pots*': [pots.id],
        wood: [wood.id],
        [pots.id]: [pots.id],
        [`${clay.id}*`]: [clay.id, pots.id],
        unknown: [],
      },
    }
    for (const role of [10, 20, 30, 40, 50])
      for (const query of ['', 'view=live'])
        callers.push({
          name: `role ${role} ${query}`,
          query,
          token: (await service.person(role, ['content:read'])).token,
        })
    callers.push({ name: 'scope admin', query: '', token: service.token })
    const within = { collections: ['people', 'posts'], locales: ['en'] }
    for (const view of ['latest', 'live'] as const) {
      const limited = await service.person(50, ['content:read', 'media:read'], view, within)
      callers.push({ name: `limited ${view}`, query: 'locale=*', token: limited.token })
    }
    for (const collection of ['people', 'posts']) {
      const body = { publicRead: true }
      dataOf(await service.ask('PATCH', `/schema/collections/${collection}`, { body }))
    }
    const operation = operations.tokens.createForSite
    const caller = serviceCaller('cli')
    const made = await invoke(service.services, { operation, caller, input: { name: 'web' } })
    callers.push({ name: 'site', query: 'locale=*', token: (made as { token: string }).token })
    callers.push({ name: 'visitor', query: 'locale=*', token: null })
  })
  afterAll(async () => {
    Object.assign(limits, { foundItems })
    await service?.close()
  })

  /** Publishes, saves drafts, schedules or trashes, so that items are in all states. */
  async function bringOn(
    id: string,
    number: number,
    from: Pick<Known, 'people' | 'media'>,
    termIds: readonly string[],
  ): Promise<void> {
    const path = `/content/posts/${id}`
    if (number % 8 === 1) return
    if (number % 8 === 2) {
      const unpublishAt = number % 16 === 2 ? '2030-01-01T00:00:00.000Z' : null
      const body = { scheduledAt: inAnHour(service), unpublishAt }
      dataOf(await service.ask('POST', `${path}/schedule`, { body }))
      return
    }
    dataOf(await service.ask('POST', `${path}/publish`, { body: {} }))
    if (number % 8 < 6) {
      const terms = { topics: termIds.slice(number % 3) }
      const data = valuesOf(number * 7 + 3, from)
      dataOf(await service.ask('PUT', path, { body: { data, terms, slug: `draft-${number}` } }))
    }
    if (number % 3 === 0) {
      const unpublishAt = number % 2 === 0 ? '2030-01-01T00:00:00.000Z' : '2999-01-01T00:00:00.000Z'
      dataOf(await service.ask('POST', `${path}/schedule`, { body: { unpublishAt } }))
    }
    if (number % 8 === 3) dataOf(await service.ask('POST', `${path}/unpublish`, { body: {} }))
    if (number % 16 === 6) dataOf(await service.ask('DELETE', path))
  }

  /** All items that a caller sees, each with its terms, in the order of a list. */
  async function seen(token: string | null, query: string): Promise<Listed[]> {
    const { items } = dataOf(await service.ask('GET', `/content/posts?limit=100&${query}`, { token }))
    const view = query.includes('view=live') ? '&view=live' : ''
    const all: Listed[] = []
    for (const item of items as Listed[]) {
      const path = `/content/posts/${item.id}?include=terms${view}`
      all.push({ ...item, terms: dataOf(await service.ask('GET', path, { token })).item.terms })
    }
    return all
  }

  async function filtered(
    token: string | null,
    query: string,
    where: Where,
    limit: number,
  ): Promise<string[]> {
    const ids: string[] = []
    for (let cursor = ''; ;) {
      const filter = `where=${encodeURIComponent(JSON.stringify(where))}`
      const answer = await service.ask('GET', `/content/posts?limit=${limit}&${query}&${filter}${cursor}`, {
        token,
      })
      const page = dataOf(answer)
      ids.push(...page.items.map(({ id }: Listed) => id))
      if (page.nextCursor === undefined) return ids
      cursor = `&cursor=${page.nextCursor}`
    }
  }

  it('find what a naive filter finds, for every role and token', { timeout: 300_000 }, async () => {
    const sorts = [
      'orderBy=createdAt&order=asc',
      'orderBy=title',
      'orderBy=publishedAt',
      'orderBy=views&order=asc',
    ]
    const lists = new Map<string, Listed[]>()
    for (const { name, token, query } of callers)
      for (const sort of sorts) {
        // The same view for each role of a kind: its items are read once.
        lists.set(`${name} ${sort}`, await seen(token, `${query}&${sort}`))
      }
    await fc.assert(
      fc.asyncProperty(
        someWhere(known),
        fc.constantFrom(...callers),
        fc.constantFrom(...sorts),
        fc.constantFrom(3, 100),
        fc.constantFrom(0, foundItems),
        async (where, { name, token, query }, sort, limit, found) => {
          // Other locales do not exist for a limited token, so naming one is refused.
          fc.pre(!name.startsWith('limited') || !JSON.stringify(where).includes('"de"'))
          // With none, the items are looked at in the order of the list, as in a large collection.
          Object.assign(limits, { foundItems: found })
          const all = lists.get(`${name} ${sort}`) ?? []
          const expected = all.filter((item) => matches(item, where, known)).map(({ id }) => id)
          expect(await filtered(token, `${query}&${sort}`, where, limit)).toEqual(expected)
        },
      ),
      { numRuns: 350 },
    )
  })
})
