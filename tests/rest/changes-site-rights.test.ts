import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import type { Any } from '../setup/json.ts'
import { resultOf } from '../setup/mcp.ts'
import { picture, uploaded } from '../setup/media.ts'
import { startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'
import { header, makeSite, seen, type Site } from '../setup/undo-scenarios.ts'

const content = ['content:read', 'content:write']

describe('changes of the site and those who may not', () => {
  let service: TestService
  let site: Site
  beforeAll(async () => {
    service = await startService('sqlite', { env: { OCTAVO_LOCALES: 'en,de', OCTAVO_RATE_LIMIT: 'off' } })
    site = await makeSite(service)
  })
  afterAll(() => service.close())

  async function write(method: string, path: string, body?: object, token?: string): Promise<string> {
    const answer = await service.ask(method, path, { ...(body && { body }), ...(token && { token }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return String(answer.headers[header])
  }

  const undo = (change: string, token?: string, query = '') =>
    service.ask('POST', `/changes/${change}/undo${query}`, token === undefined ? {} : { token })

  async function typesFor(token: string): Promise<string[]> {
    const { items } = dataOf(await service.ask('GET', '/changes?limit=100', { token }))
    const parts = items.flatMap((one: Any) => one.parts as Any[])
    return [...new Set<string>(parts.map(({ type }: Any) => type))].toSorted()
  }

  it('shows of each kind what the caller may read', async () => {
    const editor = (await service.person(40, content)).token
    const ofSite = ['menu', 'menuItem', 'redirect', 'section', 'taxonomy', 'term', 'widget', 'widgetArea']
    expect(await typesFor(editor)).toEqual(ofSite)
    const modeller = (await service.person(40, [...content, 'schema:read', 'media:read'])).token
    expect(await typesFor(modeller)).toEqual(['collection', 'field', 'media', ...ofSite].toSorted())
    const admin = await typesFor((await service.person(50)).token)
    expect(admin).toEqual(['collection', 'field', 'media', 'settings', ...ofSite].toSorted())
    const limited = await service.person(40, content, 'latest', { collections: ['posts'] })
    expect(await typesFor(limited.token)).toEqual([])
    const change = await write('PUT', '/menus/main', { label: 'Hidden label' })
    expectFailure(await undo(change, limited.token), '404 NOT_FOUND')
    const settings = await write('POST', '/settings', { tagline: 'Secret' })
    const { text } = await service.ask('GET', '/changes?limit=100', { token: editor })
    expect(text).not.toContain('Secret')
    expectFailure(await undo(settings, editor), '404 NOT_FOUND')
    const author = (await service.person(30, content)).token
    expect(await typesFor(author)).toEqual([])
    expectFailure(await undo(change, author), '403 FORBIDDEN')
    expectFailure(await service.ask('GET', '/changes?type=user'), '400 VALIDATION_ERROR')
  })

  it('takes the rights of the reverse writes', async () => {
    const noDeleting = await service.person(40, content, 'latest', { canDelete: false })
    const setsOnly = await service.person(40, content, 'latest', { changeSetsOnly: true })
    const made = await write('POST', '/menus', { name: 'mine', label: 'Mine' }, noDeleting.token)
    const renamed = await write('PUT', '/menus/mine', { label: 'Other' }, noDeleting.token)
    expectFailure(await undo(renamed, setsOnly.token), '403 FORBIDDEN')
    dataOf(await undo(renamed, noDeleting.token))
    expectFailure(await undo(made, noDeleting.token), '403 FORBIDDEN')
    expect((await service.ask('GET', '/menus/mine')).status).toBe(200)
    const field = await write('PATCH', '/schema/collections/posts/fields/title', { label: 'Name' })
    const reader = (await service.person(40, [...content, 'schema:read'])).token
    expectFailure(await undo(field, reader), '403 FORBIDDEN')
    dataOf(await undo(made))
  })

  it('says in a dry run what it would change, and changes nothing', async () => {
    const menu = await write('PUT', '/menus/main', { label: 'Tried' })
    const field = await write('PATCH', '/schema/collections/posts/fields/title', { label: 'Tried' })
    const before = await seen(site)
    for (const [change, targetType] of [
      [menu, 'menu'],
      [field, 'field'],
    ] as const) {
      const { dryRun } = dataOf(await undo(change, undefined, '?dryRun=true'))
      expect(dryRun.changes).toMatchObject([{ targetType, before: { label: 'Tried' } }])
    }
    expect(await seen(site)).toEqual(before)
  })

  it('says why something cannot be undone, and what would do instead', async () => {
    const why = async (change: string): Promise<unknown> => {
      const refused = await undo(change)
      expectFailure(refused, '409 CONFLICT', 'cannot be undone')
      const { reason, params } = (refused.body as Any).error.details
      expect(reason).toBe('notUndoable')
      return params.why
    }
    const file = await uploaded(service, { filename: 'a.png', type: 'image/png', content: await picture() })
    const [upload] = dataOf(await service.ask('GET', `/changes?item=${file.id}`)).items
    expect(await why(upload.id)).toBe('uploaded')
    expect(await why(await write('DELETE', `/media/${file.id}`))).toBe('deleted')
    expect(await why(await write('DELETE', '/schema/collections/posts/fields/title'))).toBe('values')
    const { userId } = await service.person(20, content)
    expect(await why(await write('PATCH', `/admin/users/${userId}`, { name: 'Other' }))).toBe('elsewhere')
    const tooMany = await make(service, '/taxonomies', { name: 'many', label: 'Many', collections: [] })
    expect(tooMany.id).not.toBe('')
    const { database } = service.services
    await database.transaction('write', (tx) =>
      tx.run(
        `INSERT INTO terms (id, taxonomy_id, slug, label, sort_key, created_at, updated_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
         SELECT 'many-' || i, ?, 'many-' || i, 'Many', 'many', '', '' FROM n`,
        [tooMany.id],
      ),
    )
    expect(await why(await write('DELETE', '/taxonomies/many?force=true'))).toBe('tooMany')
  })

  it('brings back what leads to something in the trash, and keeps no texts of deleted files', async () => {
    const { id } = await make(service, '/content/posts', { data: {}, slug: 'trashed' })
    await make(service, '/menus', { name: 'trash', label: 'Trash' })
    const item = { type: 'post', label: 'T', referenceCollection: 'posts', referenceId: id }
    await make(service, '/menus/trash/items', item)
    await write('DELETE', `/content/posts/${id}`)
    dataOf(await undo(await write('DELETE', '/menus/trash')))
    expect(dataOf(await service.ask('GET', '/menus/trash')).item.items).toMatchObject([{ referenceId: id }])
    const file = await uploaded(service, { filename: 'b.png', type: 'image/png', content: await picture() })
    await write('PUT', `/media/${file.id}`, { caption: 'Long words. '.repeat(30) })
    await write('DELETE', `/media/${file.id}`)
    const sql = 'SELECT id FROM audit_log WHERE target_id = ? AND replaced IS NOT NULL'
    expect(await service.services.database.reader.rows(sql, [file.id])).toEqual([])
  })

  it('undoes changes of older versions where the log says all of them', async () => {
    const short = await write('PUT', '/menus/main', { label: 'Short' })
    const long = await write('PUT', '/sections/about', { description: 'Long words. '.repeat(30) })
    const gone = await write('DELETE', '/sections/about')
    await service.services.database.transaction('write', (tx) =>
      tx.run('UPDATE audit_log SET replaced = NULL WHERE id IN (?, ?, ?)', [short, long, gone]),
    )
    dataOf(await undo(short))
    for (const change of [gone, long]) expectFailure(await undo(change), '409 CONFLICT')
  })

  it('is the same over MCP', async () => {
    const history = { toolsets: 'history' }
    await write('PUT', '/menus/main', { label: 'Before' })
    const change = await write('PUT', '/menus/main', { label: 'After' })
    const listed = await resultOf(service, 'changes_list', { type: 'menu', limit: 1 }, history)
    expect(listed.items).toEqual(dataOf(await service.ask('GET', '/changes?type=menu&limit=1')).items)
    expect(listed.items[0]).toMatchObject({
      id: change,
      items: [],
      parts: [{ type: 'menu', name: 'main', before: { label: 'Before' }, after: { label: 'After' } }],
    })
    const { parts } = await resultOf(service, 'changes_undo', { id: change }, history)
    expect(parts).toEqual([{ type: 'menu', id: site.ids['main'] }])
    expect(dataOf(await service.ask('GET', '/menus/main')).item.label).toBe('Before')
  })
})
