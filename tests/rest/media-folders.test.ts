import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { picture, uploaded } from '../setup/media.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

describe.each(engines)('folders and tags of media on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.close())

  const make = async (values: object = {}): Promise<string> => {
    const name = `file-${count++}`
    const body = { filename: `${name}.png`, mimeType: 'image/png', storageKey: name }
    const { id } = dataOf(await service.ask('POST', '/media', { body }), 201).item
    dataOf(await service.ask('PUT', `/media/${id}`, { body: values }))
    return id
  }
  const read = async (id: string): Promise<Any> => dataOf(await service.ask('GET', `/media/${id}`)).item
  const list = async (query: string): Promise<string[]> =>
    dataOf(await service.ask('GET', `/media?limit=100&${query}`)).items.map(({ id }: Any) => id)
  const folders = async (): Promise<Any[]> => dataOf(await service.ask('GET', '/media/folders')).items
  const tags = async (query = ''): Promise<Any[]> =>
    dataOf(await service.ask('GET', `/media/tags${query}`)).items
  const bulk = (body: object) => service.ask('POST', '/media/bulk', { body })

  it('finds files by their folder, with and without the folders below', async () => {
    const root = await make({ folder: '' })
    const year = await make({ folder: 'Events/2026' })
    const below = await make({ folder: 'Events/2026/Spring' })
    const alike = await make({ folder: 'Events/2026 b' })
    expect(await list('folder=Events/2026')).toEqual([year])
    expect(await list('folder=Events/2026&subfolders=true')).toEqual([below, year])
    expect(await list('folder=Events')).toEqual([])
    expect(await list('folder=Events&subfolders=true')).toEqual([alike, below, year])
    expect(await list('folder=')).toEqual([root])
    expect(await list('folder=&subfolders=true')).toEqual([alike, below, year, root])
    expect(await list('folder=events/2026')).toEqual([])
    expect(await list('folder=Events&subfolders=true&unused=true&mimeType=image/')).toHaveLength(3)
    expect(await folders()).toEqual(
      ['', 'Events/2026', 'Events/2026 b', 'Events/2026/Spring'].map((folder) => ({
        folder,
        count: 1,
        countIsCapped: false,
      })),
    )
    const first = dataOf(await service.ask('GET', '/media/folders?limit=1'))
    expect(first.items.map(({ folder }: Any) => folder)).toEqual([''])
    const rest = dataOf(await service.ask('GET', `/media/folders?limit=2&cursor=${first.nextCursor}`))
    expect(rest.items.map(({ folder }: Any) => folder)).toEqual(['Events/2026', 'Events/2026 b'])
  })

  it('refuses what is no path of a folder', async () => {
    const id = await make()
    const deep = Array.from({ length: limits.folders.depth + 1 }, () => 'a').join('/')
    for (const folder of ['/a', 'a/', 'a//b', ' a', 'a /b', '..', 'a/./b', 'a\tb', 'a'.repeat(61), deep]) {
      const answer = await service.ask('PUT', `/media/${id}`, { body: { folder } })
      expectFailure(answer, '400 VALIDATION_ERROR')
      expect(issuePaths(answer), folder).toEqual(['folder'])
    }
    for (const folder of ['a', 'ü'.repeat(60), '.hidden', 'a b/…', deep.slice(2)])
      expect(dataOf(await service.ask('PUT', `/media/${id}`, { body: { folder } })).item.folder).toBe(folder)
    const composed = dataOf(await service.ask('PUT', `/media/${id}`, { body: { folder: 'u\u0308' } }))
    expect(composed.item.folder).toBe('\u00FC')
    await service.ask('DELETE', `/media/${id}`)
  })

  it('keeps the case of tags, and finds them without it', async () => {
    const one = await make({ tags: ['Harbour', 'Straße'], folder: 'Tagged' })
    const other = await make({ tags: ['harbour'] })
    expect((await read(one)).tags).toEqual(['Harbour', 'Straße'])
    expect(await list('tag=HARBOUR')).toEqual([other, one])
    expect(await list('tag=harbour&folder=Tagged')).toEqual([one])
    expect(await list('tag=harbou')).toEqual([])
    expect(await tags()).toEqual([
      { tag: 'harbour', count: 2, countIsCapped: false },
      { tag: 'Straße', count: 1, countIsCapped: false },
    ])
    expect(await tags('?q=STR')).toEqual([{ tag: 'Straße', count: 1, countIsCapped: false }])
    for (const given of [['a', 'A'], [''], ['a,b'], ['a'.repeat(61)], Array.from({ length: 51 }, String)]) {
      const answer = await service.ask('PUT', `/media/${one}`, { body: { tags: given } })
      expectFailure(answer, '400 VALIDATION_ERROR')
    }
    dataOf(await service.ask('PUT', `/media/${other}`, { body: { tags: [] } }))
    dataOf(await service.ask('DELETE', `/media/${one}`))
    expect(await tags()).toEqual([])
    expect(await rowsOf(service, 'SELECT * FROM media_tags')).toEqual([])
  })

  it('lists images without an alternative text, but not those that are decoration', async () => {
    const missing = await make({ folder: 'Alt' })
    const decoration = await make({ folder: 'Alt', alt: '' })
    await make({ folder: 'Alt', alt: 'A jar' })
    expect(await list('withoutAlt=true&folder=Alt')).toEqual([missing])
    expect(await list('withoutAlt=true')).not.toContain(decoration)
  })

  it('does the same to many files, in one change that is undone as a whole', async () => {
    const ids = [await make({ tags: ['Old'], folder: 'From' }), await make({ alt: 'Before' })]
    const [one = '', other = ''] = ids
    const moved = dataOf(await bulk({ ids, action: 'move', folder: 'To' })).items
    expect(moved.map(({ id, folder }: Any) => [id, folder])).toEqual(ids.map((id) => [id, 'To']))
    dataOf(await bulk({ ids, action: 'tag', tags: ['OLD', 'New'] }))
    expect((await read(one)).tags).toEqual(['Old', 'New'])
    expect((await read(other)).tags).toEqual(['OLD', 'New'])
    dataOf(await bulk({ ids, action: 'untag', tags: ['old'] }))
    expect((await read(one)).tags).toEqual(['New'])
    const described = await bulk({ ids, action: 'describe', alts: { [one]: 'A jar', [other]: null } })
    expect(dataOf(described).items.map(({ alt }: Any) => alt)).toEqual(['A jar', null])
    const change = String(described.headers['x-octavo-change-id'])
    dataOf(await service.ask('POST', `/changes/${change}/undo`))
    expect([(await read(one)).alt, (await read(other)).alt]).toEqual([null, 'Before'])
    expect(dataOf(await bulk({ ids, action: 'delete' }))).toEqual({ items: [], deleted: ids })
    expectFailure(await service.ask('GET', `/media/${one}`), '404 NOT_FOUND')
  })

  it('changes nothing where one file is refused, and names it', async () => {
    const kept = await make({ folder: 'Kept' })
    const unknown = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
    const answer = await bulk({ ids: [kept, unknown], action: 'move', folder: 'Gone' })
    expectFailure(answer, '404 NOT_FOUND')
    expect(answer.body.error.details.itemId).toBe(unknown)
    expect((await read(kept)).folder).toBe('Kept')
    const tried = await bulk({ ids: [kept], action: 'move', folder: 'Gone', dryRun: true })
    expect(dataOf(tried).items[0].folder).toBe('Gone')
    expect((await read(kept)).folder).toBe('Kept')
    expectFailure(await bulk({ ids: [kept, kept], action: 'delete' }), '400 VALIDATION_ERROR')
    for (const [body, path] of [
      [{ action: 'move' }, 'folder'],
      [{ action: 'move', folder: '', tags: ['a'] }, 'tags'],
      [{ action: 'tag', tags: [] }, 'tags'],
      [{ action: 'describe', alts: {} }, `alts.${kept}`],
      [{ action: 'describe', alts: { [kept]: null, [unknown]: 'x' } }, `alts.${unknown}`],
      [{ action: 'delete', folder: 'x' }, 'folder'],
    ] as const) {
      const refused = await bulk({ ids: [kept], ...body })
      expectFailure(refused, '400 VALIDATION_ERROR')
      expect(issuePaths(refused)).toEqual([path])
    }
    const full = await make({ tags: Array.from({ length: limits.tags.ofFile }, (_, index) => `t${index}`) })
    expect(issuePaths(await bulk({ ids: [full], action: 'tag', tags: ['more'] }))).toEqual(['tags'])
    await bulk({ ids: [kept, full], action: 'delete' })
  })

  it('moves a folder with those below it, and undoes that', async () => {
    const direct = await make({ folder: 'Old' })
    const below = await make({ folder: 'Old/A/B' })
    const beside = await make({ folder: 'Older' })
    const moved = await service.ask('POST', '/media/folders/move', { body: { folder: 'Old', to: 'New/Old' } })
    expect(dataOf(moved)).toEqual({ moved: 2, isComplete: true })
    const places = async () => Promise.all([direct, below, beside].map(async (id) => (await read(id)).folder))
    expect(await places()).toEqual(['New/Old', 'New/Old/A/B', 'Older'])
    dataOf(await service.ask('POST', `/changes/${String(moved.headers['x-octavo-change-id'])}/undo`))
    expect(await places()).toEqual(['Old', 'Old/A/B', 'Older'])
    const move = (body: object) => service.ask('POST', '/media/folders/move', { body })
    expect(dataOf(await move({ folder: 'Old', to: '' })).moved).toBe(2)
    expect(await places()).toEqual(['', 'A/B', 'Older'])
    expectFailure(await move({ folder: 'Old', to: 'x' }), '404 NOT_FOUND')
    expect(issuePaths(await move({ folder: '', to: 'x' }))).toEqual(['folder'])
    expect(issuePaths(await move({ folder: 'Older', to: 'Older/x' }))).toEqual(['to'])
    expect(issuePaths(await move({ folder: 'A', to: '1/2/3/4/5/6/7/8' }))).toEqual(['to'])
    expect(await places()).toEqual(['', 'A/B', 'Older'])
  })

  it('tells tokens that see what visitors see of no folders and tags', async () => {
    const hidden = await make({ folder: 'Hidden', tags: ['Secret'] })
    const { token } = await service.person(50, ['content:read', 'media:read'], 'live')
    const asVisitor = (path: string) => service.ask('GET', path, { token })
    for (const path of ['/media/folders', '/media/tags'])
      expectFailure(await asVisitor(path), '403 FORBIDDEN')
    for (const query of ['folder=Hidden', 'folder=Hidden&subfolders=true', 'tag=secret', 'withoutAlt=true'])
      expect(dataOf(await asVisitor(`/media?${query}`)).items, query).toEqual([])
    const supports = ['drafts']
    await makeCollection(service, 'shown', { supports, fields: [{ slug: 'cover', type: 'image' }] })
    const body = { data: { cover: { id: hidden } } }
    const { id } = dataOf(await service.ask('POST', '/content/shown', { body }), 201).item
    dataOf(await service.ask('POST', `/content/shown/${id}/publish`))
    for (const query of ['folder=Hidden', 'folder=Hidden&subfolders=true', 'tag=secret'])
      expect(dataOf(await asVisitor(`/media?${query}`)).items, query).toMatchObject([{ id: hidden }])
  })

  it('lets authors change their own files alone', async () => {
    const { token } = await service.person(30, ['media:read', 'media:write'])
    const others = await make()
    const { id } = await uploaded(service, { filename: 'a.png', content: await picture(), token })
    const act = (path: string, body: object) => service.ask('POST', path, { body, token })
    dataOf(await act('/media/bulk', { ids: [id], action: 'move', folder: 'Mine' }))
    const both = { ids: [id, others], action: 'move', folder: 'Both' }
    expectFailure(await act('/media/bulk', both), '403 FORBIDDEN')
    expect((await read(id)).folder).toBe('Mine')
    expectFailure(await act('/media/folders/move', { folder: 'Mine', to: 'x' }), '403 FORBIDDEN')
    const kept = await service.person(50, ['media:read', 'media:write'], 'latest', { canDelete: false })
    const deletion = { body: { ids: [id], action: 'delete' }, token: kept.token }
    expectFailure(await service.ask('POST', '/media/bulk', deletion), '403 FORBIDDEN')
  })

  it('puts an upload into a folder', async () => {
    const more = [{ name: 'folder', content: 'Sent/Here' }]
    const item = await uploaded(service, { filename: 'a.png', content: await picture(), more })
    expect(item).toMatchObject({ folder: 'Sent/Here', tags: [] })
  })
})
