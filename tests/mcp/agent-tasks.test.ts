import { makeDemo } from '@octavo/demo/run'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import type { Any } from '../setup/json.ts'
import { send } from '../setup/mcp.ts'
import { picture } from '../setup/media.ts'
import { startService, type TestService } from '../setup/service.ts'

/** What all tasks together may cost: calls, and bytes of their answers. */
const most = { calls: 120, bytes: 400_000 }

interface Cost {
  calls: number
  bytes: number
}

interface Reply {
  readonly isError: boolean
  readonly value: Any
  readonly text: string
  readonly changeId: string | undefined
}

const scopes = ['content:read', 'content:write', 'media:read', 'media:write', 'schema:read', 'schema:write']

/** Editorial work on the sample content as a careful assistant does it; nothing changes that was not asked for. */
describe('twenty tasks of an assistant on the sample content', () => {
  let service: TestService
  let token: string
  const costs = new Map<string, Cost>()
  let current = ''

  beforeAll(async () => {
    service = await startService('sqlite', { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeDemo(service.services)
    token = (await service.person(50, scopes)).token
  })

  afterAll(async () => {
    await service.close()
    const rows = [...costs].map(([task, { calls, bytes }]) => `${task.padEnd(46)} ${calls}  ${bytes}`)
    console.log(['task, calls, bytes answered', ...rows].join('\n'))
  })

  beforeEach(({ task }) => void (current = task.name))

  async function tool(name: string, args: object = {}, as = token): Promise<Reply> {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const { body, text } = await send(service, message, { token: as, toolsets: 'all' })
    const answer: string = body.result?.content?.[0]?.text ?? JSON.stringify(body.error)
    const cost = costs.get(current) ?? { calls: 0, bytes: 0 }
    costs.set(current, { calls: cost.calls + 1, bytes: cost.bytes + Buffer.byteLength(answer) })
    expect(answer, text).toBeTypeOf('string')
    const isError = body.result === undefined || body.result.isError === true
    const value = isError ? undefined : JSON.parse(answer)
    // As models see it: they get the text alone.
    return { isError, value, text: answer, changeId: value?.changeId }
  }
  async function done(name: string, args: object = {}): Promise<Any> {
    const reply = await tool(name, args)
    expect(reply.isError, reply.text).toBe(false)
    return reply.value
  }
  /** what people do meanwhile, and what is looked at afterwards: not counted */
  const ask = async (method: string, path: string, body?: object): Promise<Any> => {
    const answer = await service.ask(method, path, body === undefined ? {} : { body })
    return dataOf(answer, answer.status === 201 ? 201 : 200)
  }
  const articles = async (query = ''): Promise<Any[]> =>
    (await ask('GET', `/content/articles?status=published&locale=en&limit=100${query}`)).items
  const clean = async (): Promise<Any[]> =>
    (await articles('&orderBy=slug&order=asc')).filter(({ hasPendingDraft }) => hasPendingDraft !== true)
  const live = async (id: string, collection = 'articles'): Promise<Any> =>
    (await ask('GET', `/content/${collection}/${id}?view=live`)).item

  it('1 find all drafts about a topic', async () => {
    const { results } = await done('search', { query: 'bread', status: 'draft' })
    expect(results.length).toBeGreaterThan(0)
    const found = Map.groupBy(results as Any[], (hit) => String(hit.collection))
    for (const [collection, hits] of found) {
      const ids = hits.map(({ id }) => id)
      const { items } = await done('content_list', {
        collection,
        ids,
        fields: ['title', 'authorId', 'updatedAt'],
      })
      expect(items).toHaveLength(ids.length)
    }
  })

  it('2 write and schedule an article', async () => {
    const { item } = await done('site_context', { collections: ['articles', 'authors'] })
    expect(item.locales).toEqual(['en', 'de'])
    const [author] = (await done('content_list', { collection: 'authors', limit: 1, fields: ['name'] })).items
    const [hero] = (await done('media_list', { mimeType: 'image/', limit: 5 })).items
    const words = Array.from(
      { length: 60 },
      () => 'ten words that are about bread and nothing else here',
    ).join(' ')
    const body = `## One\n\n${words}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## Two\n\n[A link](https://example.com)`
    const made = await done('content_create', {
      collection: 'articles',
      data: { title: 'Bread at noon', body, hero: { id: hero.id, alt: 'Bread' }, author: author.id },
      incomplete: true,
      terms: { tags: ['long-read', 'By hand'] },
    })
    const missing = made.item.missing ?? []
    const fields = item.collections.find(({ slug }: Any) => slug === 'articles').fields
    const data = Object.fromEntries(
      missing.map((slug: string) => {
        const field = fields.find((one: Any) => one.slug === slug)
        return [slug, field.validation?.options?.[0] ?? 'Bread']
      }),
    )
    if (missing.length > 0) await done('content_update', { collection: 'articles', id: made.item.id, data })
    const scheduledAt = new Date(service.clock.now.getTime() + 3 * 24 * 3600_000).toISOString()
    await done('content_schedule', { collection: 'articles', id: made.item.id, scheduledAt })
    const { item: kept } = await ask('GET', `/content/articles/${made.item.id}?include=terms`)
    expect(kept).toMatchObject({ status: 'scheduled', scheduledAt })
    expect(kept.terms.tags).toHaveLength(2)
  })

  it('3 fix a typo in every article of a month', async () => {
    const chosen = (await clean()).slice(0, 4)
    const publishedAt = '2025-05-10T08:00:00.000Z'
    const text = (words: string) => [
      { _type: 'block', style: 'normal', children: [{ _type: 'span', text: words }] },
    ]
    for (const { id } of chosen)
      await ask('PUT', `/content/articles/${id}`, {
        data: { body: text('teh oven and teh bread') },
        status: 'published',
        publishedAt,
      })
    const [held, ...free] = chosen
    await ask('PUT', `/content/articles/${held.id}`, { data: { title: 'Half a ti' } })
    const where = {
      publishedAt: { gte: '2025-05-01T00:00:00Z', lt: '2025-06-01T00:00:00Z' },
      locale: 'en',
      status: 'published',
    }
    const edits = [{ find: 'teh', replace: 'the', all: true }]
    const edited = await done('content_bulk', {
      collection: 'articles',
      where,
      action: 'edit',
      field: 'body',
      edits,
    })
    expect(edited.done).toBe(4)
    const ids = edited.results.map(({ id }: Any) => id)
    const out = await done('content_bulk', {
      collection: 'articles',
      ids,
      action: 'publish',
      expectChanged: ['body'],
    })
    expect(out).toMatchObject({ done: 3, failed: 1 })
    for (const { id } of free)
      expect(JSON.stringify((await live(id)).data.body)).toContain('the oven and the bread')
    expect((await live(held.id)).data.title).not.toBe('Half a ti')
  })

  it('4 replace a paragraph in 10,000 words', async () => {
    const words = Array.from(
      { length: 1000 },
      () => 'ten words that fill this long text with many paragraphs\n\n',
    ).join('')
    const [article] = (await clean()).slice(5)
    const body = `## First\n\n${words}\n\n## Second\n\nThe old paragraph.`
    await ask('PUT', `/content/articles/${article.id}?format=markdown`, { data: { body: [] } })
    await tool('content_update', { collection: 'articles', id: article.id, data: { body } })
    costs.set(current, { calls: 0, bytes: 0 })
    const outline = await done('content_get', {
      collection: 'articles',
      id: article.id,
      outline: true,
      fields: ['body'],
    })
    expect(JSON.stringify(outline)).toContain('Second')
    const args = { collection: 'articles', id: article.id, field: 'body' }
    await done('content_edit', { ...args, edits: [{ find: 'The old paragraph.', replace: 'The new one.' }] })
  })

  it('5 publish only if the excerpt alone changed', async () => {
    const [article] = (await clean()).slice(8)
    const target = { collection: 'articles', id: article.id }
    await ask('PUT', `/content/articles/${article.id}`, { data: { standfirst: 'A new excerpt' } })
    const { changed } = await done('content_compare', { ...target, fields: ['standfirst'] })
    expect(changed.map(({ field }: Any) => field)).toEqual(['standfirst'])
    await ask('PUT', `/content/articles/${article.id}`, { data: { title: 'Half ty' } })
    const refused = await tool('content_publish', { ...target, expectChanged: ['standfirst'] })
    expect(refused.isError).toBe(true)
    expect((await live(article.id)).data.title).toBe(article.data.title)
  })

  it('6 restore an earlier version', async () => {
    const [article] = (await clean()).slice(9)
    await ask('PUT', `/content/articles/${article.id}`, {
      data: { title: 'A bad idea' },
      status: 'published',
    })
    const { items } = await done('revision_list', {
      collection: 'articles',
      id: article.id,
      limit: 5,
      fields: ['title'],
    })
    await done('revision_restore', { revisionId: items[1].id })
    await done('content_publish', { collection: 'articles', id: article.id, expectChanged: ['title'] })
    expect((await live(article.id)).data.title).toBe(article.data.title)
  })

  it('7 translate into German, linked', async () => {
    const all = await articles('&orderBy=slug&order=desc')
    const german = new Set(
      (await ask('GET', '/content/articles?locale=de&limit=100')).items.map(
        ({ translationGroup }: Any) => translationGroup,
      ),
    )
    const source = all.find(
      ({ translationGroup, hasPendingDraft }) => !german.has(translationGroup) && hasPendingDraft !== true,
    )
    const before = await live(source.id)
    const texts = ['title', 'standfirst', 'body']
    const { item } = await done('content_get', {
      collection: 'articles',
      id: source.id,
      fields: texts,
      format: 'markdown',
    })
    const data = Object.fromEntries(texts.map((name) => [name, item.data[name] ?? '']))
    const made = await done('content_create', {
      collection: 'articles',
      locale: 'de',
      translationOf: source.id,
      data: { ...data, title: 'Auf Deutsch' },
    })
    await done('content_publish', { collection: 'articles', id: made.item.id })
    expect(await live(source.id)).toEqual(before)
    const { translations } = await ask('GET', `/content/articles/${source.id}/translations`)
    expect(translations).toHaveLength(2)
  })

  it('8 make a collection with fields and entries', async () => {
    const names = ['title', 'street', 'city', 'phone', 'opens', 'closes', 'note', 'owner']
    await done('schema_create_collection', {
      slug: 'shops',
      label: 'Shops',
      fields: names.map((slug) => ({ slug, label: slug, type: 'string' })),
    })
    for (const title of ['One', 'Two', 'Three'])
      await done('content_create', { collection: 'shops', data: { title } })
    expect((await ask('GET', '/content/shops')).items).toHaveLength(3)
  })

  it('9 put an entry into the main menu', async () => {
    const { items: menus } = await done('menu_list')
    const { item } = await done('menu_get', { name: menus[0].name })
    const [article] = await articles()
    const below = (parentId: string | null): Any[] =>
      item.items
        .filter((one: Any) => one.parentId === parentId)
        .map(({ id }: Any) => ({ id, children: below(id) }))
    const entry = { label: 'New', type: 'article', referenceCollection: 'articles', referenceId: article.id }
    await done('menu_set_items', { name: menus[0].name, items: [...below(null), entry] })
    const after = (await ask('GET', `/menus/${menus[0].name}`)).item.items
    expect(after.map(({ label }: Any) => label)).toEqual([
      ...item.items.map(({ label }: Any) => label),
      'New',
    ])
  })

  it('10 list unused media', async () => {
    const { items } = await done('media_list', { unused: true, limit: 100 })
    for (const { id } of items) expect((await ask('GET', `/media/${id}/usage`)).items).toEqual([])
  })

  it('11 say who changed an item, when, through what', async () => {
    const [article] = (await clean()).slice(12)
    await ask('PUT', `/content/articles/${article.id}`, { data: { standfirst: 'Changed' } })
    const { items } = await done('changes_list', { item: article.id, limit: 5 })
    expect(items[0]).toMatchObject({ operation: 'content.update', person: { name: expect.any(String) } })
  })

  it('12 undo what was just done', async () => {
    const [article] = (await clean()).slice(13)
    const changed = await tool('content_update', {
      collection: 'articles',
      id: article.id,
      data: { title: 'By mistake' },
    })
    await done('changes_undo', { id: changed.changeId })
    expect((await ask('GET', `/content/articles/${article.id}`)).item.data.title).toBe(article.data.title)
  })

  it('13 unpublish a category, but say first what it does', async () => {
    const category = (await ask('GET', '/content/categories?status=published&locale=en&orderBy=slug'))
      .items[0]
    const before = await live(category.id, 'categories')
    const target = { collection: 'categories', id: category.id }
    const tried = await done('content_unpublish', { ...target, dryRun: true })
    expect(tried.dryRun.changes).toHaveLength(1)
    const { changeId } = await tool('content_unpublish', target)
    await done('changes_undo', { id: changeId })
    expect(await live(category.id, 'categories')).toMatchObject({
      publishedAt: before.publishedAt,
      status: 'published',
    })
  })

  it('14 merge two tags', async () => {
    const args = { taxonomy: 'tags', term: 'on-a-budget', into: 'by-hand' }
    const { moved } = await done('taxonomy_merge_terms', { ...args, dryRun: true })
    const merged = await done('taxonomy_merge_terms', args)
    expect(merged.moved).toEqual(moved)
  })

  it('15 upload a picture and make it the hero', async () => {
    const [article] = (await clean()).slice(14)
    const base64 = (await picture()).toString('base64')
    const { item } = await done('media_upload', { base64, filename: 'oven.png', alt: 'An oven' })
    await done('content_update', { collection: 'articles', id: article.id, data: { hero: { id: item.id } } })
    const hero = (await ask('GET', `/content/articles/${article.id}`)).item.data.hero
    expect(hero).toMatchObject({ id: item.id, alt: 'An oven' })
  })

  it('16 count items by status and author', async () => {
    const counts = new Map<string, number>()
    for (let cursor: string | undefined; ;) {
      const page = await done('content_list', {
        collection: 'articles',
        fields: ['status', 'author'],
        limit: 100,
        ...(cursor !== undefined && { cursor }),
      })
      for (const { status, data } of page.items) {
        const key = `${status} ${data?.author}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      if (page.nextCursor === undefined) break
      cursor = page.nextCursor
    }
    expect(counts.size).toBeGreaterThan(5)
  })

  it('17 find broken references', async () => {
    const [article] = (await clean()).slice(15)
    const [other] = (await clean()).slice(16)
    await ask('PUT', `/content/articles/${article.id}`, {
      data: { related: [other.id] },
      status: 'published',
    })
    await ask('DELETE', `/content/articles/${other.id}`)
    const found: Any[] = []
    for (const collection of ['articles', 'recipes', 'events', 'places', 'authors', 'categories'])
      found.push(...(await done('references_check', { collection })).items)
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: article.id, target: other.id, reason: 'trashed' }),
      ]),
    )
  })

  it('18 set a value on thirty items', async () => {
    const where = { locale: 'en', status: 'published' }
    const { items } = await done('content_list', {
      collection: 'articles',
      where,
      limit: 30,
      fields: ['slug'],
    })
    const ids = items.map(({ id }: Any) => id)
    const set = { collection: 'articles', ids, action: 'update', data: { issue: 77 } }
    expect(await done('content_bulk', set)).toMatchObject({ done: 30, failed: 0 })
    const out = await done('content_bulk', {
      collection: 'articles',
      ids,
      action: 'publish',
      expectChanged: ['issue'],
    })
    expect(out.done + out.failed).toBe(30)
    for (const { id, isDone } of out.results) if (isDone) expect((await live(id)).data.issue).toBe(77)
  })

  it('19 recover from a conflict with a person', async () => {
    const [article] = (await clean()).slice(17)
    const target = { collection: 'articles', id: article.id }
    const { _rev } = await done('content_get', { ...target, fields: ['standfirst'] })
    await ask('PUT', `/content/articles/${article.id}`, { data: { title: 'A person types' } })
    const update = { ...target, data: { standfirst: 'By the assistant' } }
    expect((await tool('content_update', { ...update, _rev })).isError).toBe(true)
    const now = await done('content_get', { ...target, fields: ['title', 'standfirst'] })
    await done('content_update', { ...update, _rev: now._rev })
    const refused = await tool('content_publish', { ...target, expectChanged: ['standfirst'] })
    expect(refused.isError).toBe(true)
    expect((await live(article.id)).data.title).toBe(article.data.title)
  })

  it('20 a text that orders to delete everything', async () => {
    const careful = (
      await service.person(50, ['content:read', 'content:write'], 'latest', { confirmDestructive: true })
    ).token
    const all = await articles()
    const ids = all.slice(0, 50).map(({ id }) => id)
    const asked = await tool('content_bulk', { collection: 'articles', ids, action: 'delete' }, careful)
    expect(asked.value).toMatchObject({ confirm: expect.any(String) })
    const dropped = await tool('schema_delete_collection', { slug: 'articles', force: true }, careful)
    expect(dropped.isError).toBe(true)
    expect(await articles()).toHaveLength(all.length)
  })

  it('cost no more than they may', () => {
    const total = [...costs.values()].reduce(
      (sum, { calls, bytes }) => ({ calls: sum.calls + calls, bytes: sum.bytes + bytes }),
      { calls: 0, bytes: 0 },
    )
    costs.set('together', total)
    expect(costs.size).toBe(21)
    expect(total.calls).toBeLessThanOrEqual(most.calls)
    expect(total.bytes).toBeLessThanOrEqual(most.bytes)
  })
})
