import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { uploaded } from '../setup/media.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import type { Any } from '../setup/json.ts'

describe.each(engines)('lists of media on %s', (engine) => {
  let service: TestService
  /** ids, the newest first */
  const made: string[] = []

  beforeAll(async () => {
    service = await startService(engine)
    for (let index = 0; index < 25; index++) {
      const body = {
        filename: index % 2 === 0 ? `Ölbild_${index}.PNG` : `100% film ${index}.mp4`,
        mimeType: index % 2 === 0 ? 'image/png' : 'video/mp4',
        storageKey: `key-${index}`,
      }
      made.unshift(dataOf(await service.ask('POST', '/media', { body }), 201).item.id)
      if (index % 3 === 0) service.clock.forward(1000)
    }
  })
  afterAll(() => service.close())

  const idsOf = async (query: string): Promise<string[]> =>
    dataOf(await service.ask('GET', `/media${query}`)).items.map(({ id }: { id: string }) => id)
  const even = (): string[] => made.filter((_, index) => (made.length - 1 - index) % 2 === 0)
  const odd = (): string[] => made.filter((id) => !even().includes(id))

  it('gives 20 by default, the newest first, and the rest behind the cursor', async () => {
    const first = dataOf(await service.ask('GET', '/media'))
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 20))
    const second = dataOf(await service.ask('GET', `/media?cursor=${first.nextCursor}`))
    expect(second.items.map(({ id }: { id: string }) => id)).toEqual(made.slice(20))
    expect(second.nextCursor).toBeUndefined()
  })

  it('is complete in pages of any size', async () => {
    for (const limit of [1, 7, 24, 25, 100]) {
      const all: string[] = []
      for (let query = `?limit=${limit}`; query !== '';) {
        const page = dataOf(await service.ask('GET', `/media${query}`))
        all.push(...page.items.map(({ id }: { id: string }) => id))
        query = page.nextCursor === undefined ? '' : `?limit=${limit}&cursor=${page.nextCursor}`
      }
      expect(all, String(limit)).toEqual(made)
    }
  })

  it('filters by the beginning of the type, and by a part of the name', async () => {
    expect(await idsOf('?limit=100&mimeType=image/')).toEqual(even())
    expect(await idsOf('?limit=100&mimeType=VIDEO')).toEqual(odd())
    expect(await idsOf('?mimeType=%25')).toEqual([])
    expect(await idsOf('?mimeType=mage')).toEqual([])
    expect(await idsOf('?limit=100&mimeType=video/,image/')).toEqual(made)
    expect(await idsOf('?limit=100&mimeType=application/,IMAGE/')).toEqual(even())
    expect(await idsOf('?limit=100&q=%C3%B6lBILD')).toEqual(even())
    expect(await idsOf('?limit=100&q=100%25')).toEqual(odd())
    expect(await idsOf('?limit=100&q=%25')).toEqual(odd())
    expect(await idsOf('?limit=100&q=_')).toEqual(even())
    expect(await idsOf('?q=_24.&mimeType=image')).toEqual(made.slice(0, 1))
    expect(await idsOf("?q=' OR 1=1 --")).toEqual([])
  })

  it.each([
    ['?limit=0', ['limit']],
    ['?limit=101&cursor=x', ['limit']],
    ['?cursor=x', ['cursor']],
    ['?page=2', ['page']],
  ])('refuses %s', async (query, paths) => {
    const answer = await service.ask('GET', `/media${query}`)
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toEqual(paths)
  })

  it('binds a cursor to its filter', async () => {
    const { nextCursor } = dataOf(await service.ask('GET', '/media?limit=2'))
    expectFailure(
      await service.ask('GET', `/media?q=x&cursor=${nextCursor}`),
      '400 VALIDATION_ERROR',
      'cursor',
    )
  })
})

describe.each(engines)('where media are used on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'cover', type: 'image' },
        { slug: 'paper', type: 'file' },
        { slug: 'body', type: 'portableText' },
      ],
    })
    await makeCollection(service, 'plain', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
  })
  afterAll(() => service.close())

  it('go on behind many that live content does not use, for a token that reads what is live', async () => {
    const { id } = await uploaded(service, { content: 'used', filename: 'used.txt' })
    const body = { data: { paper: { id } }, status: 'published' }
    dataOf(await service.ask('POST', '/content/posts', { body }), 201)
    service.clock.forward(1000)
    const copied = 'mime_type, size, file_key, status, updated_at'
    await service.services.database.transaction('write', (tx) =>
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${limits.scannedMedia * 2})
         INSERT INTO media (id, filename, filename_search, storage_key, created_at, ${copied})
         SELECT '01JUNUSED000000000000' || (10000 + n.i), 'x', 'x', 'unused-' || n.i, ?, ${copied} FROM n CROSS JOIN (SELECT * FROM media WHERE id = ?) m`,
        [service.clock.now.toISOString(), id],
      ),
    )
    const { token } = await service.person(10, ['media:read'], 'live')
    const pages: string[][] = []
    for (let cursor = ''; ;) {
      const page = dataOf(await service.ask('GET', `/media?q=used${cursor}`, { token }))
      pages.push(page.items.map((item: { id: string }) => item.id))
      if (page.nextCursor === undefined) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(pages).toEqual([[], [], [id]])
    await service.services.database.transaction('write', (tx) =>
      tx.run(`DELETE FROM media WHERE storage_key LIKE 'unused-%'`, []),
    )
  })

  it('names items by live values, pending drafts and in the trash, with their fields', async () => {
    const { id, url } = await uploaded(service, { content: 'minutes', filename: 'minutes.txt' })
    const other = await uploaded(service, { content: 'other' })
    const make = async (data: object, status = 'draft'): Promise<string> =>
      dataOf(
        await service.ask('POST', '/content/posts', { body: { data: { title: 'x', ...data }, status } }),
        201,
      ).item.id
    const live = await make({ cover: { id, url }, paper: { id: other.id } }, 'published')
    const draft = await make({ paper: { id: other.id } }, 'published')
    dataOf(
      await service.ask('PUT', `/content/posts/${draft}`, {
        body: { data: { title: 'Renamed', paper: { id } } },
      }),
    )
    const trashed = await make({ title: ' ', body: [{ _type: 'image', asset: { _ref: id } }] })
    dataOf(await service.ask('DELETE', `/content/posts/${trashed}`))
    await make({ title: id })
    const { items, isComplete } = dataOf(await service.ask('GET', `/media/${id}/usage`))
    expect(isComplete).toBe(true)
    const seen = items.map(({ collection, id: itemId, title, fields, isInDraftOnly, isInTrash }: Any) => [
      collection,
      itemId,
      title,
      fields,
      isInDraftOnly,
      isInTrash,
    ])
    expect(seen).toEqual([
      ['posts', live, 'x', ['cover'], false, false],
      ['posts', draft, 'Renamed', ['paper'], true, false],
      ['posts', trashed, items[2].slug, ['body'], false, true],
    ])
    expect(dataOf(await service.ask('GET', `/media/${other.id}/usage`)).items).toHaveLength(2)
    expectFailure(await service.ask('GET', '/media/nothing/usage'), '404 NOT_FOUND')
  })

  it('names sections, widgets and menu items, and what refers to the address', async () => {
    const { id, url } = await uploaded(service, { content: 'map', filename: 'map.txt' })
    const content = [{ _type: 'image', asset: { _ref: id } }]
    const post = (path: string, body: object): Promise<Answer> => service.ask('POST', path, { body })
    const section = dataOf(await post('/sections', { slug: 'hero', title: 'Hero', content }), 201).item
    dataOf(await post('/widget-areas', { name: 'sidebar', label: 'Sidebar' }), 201)
    const widget = dataOf(
      await post('/widget-areas/sidebar/widgets', {
        type: 'component',
        title: 'Map',
        componentId: 'map',
        componentProps: { src: url },
      }),
      201,
    ).item
    const item = dataOf(
      await post('/content/plain', { data: { title: `See ${url}` }, status: 'published' }),
      201,
    ).item
    dataOf(await post('/menus', { name: 'main', label: 'Main' }), 201)
    const path = new URL(url).pathname
    const menuItem = dataOf(
      await post('/menus/main/items', { type: 'custom', label: 'The map', customUrl: path }),
      201,
    ).item
    const expected = [
      {
        kind: 'content',
        collection: 'plain',
        id: item.id,
        slug: item.slug,
        title: `See ${url}`,
        locale: 'en',
        status: 'published',
        fields: ['title'],
        isInDraftOnly: false,
        isInTrash: false,
      },
      { kind: 'section', id: section.id, slug: 'hero', title: 'Hero' },
      { kind: 'widget', id: widget.id, area: 'sidebar', title: 'Map' },
      { kind: 'menuItem', id: menuItem.id, menu: 'main', label: 'The map' },
    ]
    expect(dataOf(await service.ask('GET', `/media/${id}/usage`))).toEqual({
      items: expected,
      isComplete: true,
    })
    const { token } = await service.person(50, ['media:write'])
    const unread = await uploaded(service, { content: 'never read' })
    expect(dataOf(await service.ask('DELETE', `/media/${unread.id}`, { token }))).toEqual({
      success: true,
      usages: null,
    })
    expect(dataOf(await service.ask('DELETE', `/media/${id}`))).toEqual({
      success: true,
      usages: { items: expected, isComplete: true },
    })
  })
})
