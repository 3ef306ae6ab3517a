import { operations } from '@octavo/contract/operations/registry'
import { type StoredFacts, withFacts } from '@octavo/server/core/audit-store'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import { type DataLength, dataLength, lengthColumns } from '@octavo/server/core/model/revision-data-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

const fields = [
  { slug: 'title', type: 'string' },
  { slug: 'body', type: 'text' },
  { slug: 'note', type: 'string' },
  { slug: 'shown', type: 'boolean' },
  { slug: 'price', type: 'number' },
]

/** longer than what the audit log shows of a value */
function textOf(word: string): string {
  return `${word}: “schön” \\ "quoted" \n ${'und so weiter, bis an das Ende. '.repeat(20)}`
}

const first = { title: 'First', body: textOf('First'), note: 'private', shown: true, price: 0.5 }

describe.each(engines)('the compressed history on %s', (engine) => {
  let service: TestService
  const change = { id: '' }
  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
  })
  afterAll(() => service.close())

  async function write(method: string, path: string, body: object): Promise<Any> {
    const answer = await service.ask(method, path, { body })
    expect(answer.status, answer.text).toBeLessThan(300)
    change.id = String(answer.headers['x-octavo-change-id'])
    return (answer.body as Any).data.item
  }

  const make = (data: object, status = 'draft') => write('POST', '/content/posts', { data, status })

  /** Which of the revisions of an item are compressed, the newest first. */
  async function compressedOf(id: string): Promise<boolean[]> {
    const rows = await rowsOf(
      service,
      `SELECT compressed, data FROM revisions WHERE entry_id = '${id}' ORDER BY id DESC`,
    )
    for (const { compressed, data } of rows)
      if (compressed !== null) expect(() => JSON.parse(String(data)) as unknown).toThrow(SyntaxError)
    return rows.map(({ compressed }) => compressed !== null)
  }

  async function historyOf(id: string): Promise<Any[]> {
    return (dataOf(await service.ask('GET', `/content/posts/${id}/revisions`)) as Any).items as Any[]
  }

  it('keeps all values, and restores them', async () => {
    const { id } = await make(first, 'published')
    await write('PUT', `/content/posts/${id}`, { data: { body: textOf('Second'), note: null, shown: false } })
    // SQL reads a pending draft, so it is stored as it is.
    expect(await compressedOf(id)).toEqual([false, true])
    await write('PUT', `/content/posts/${id}`, { data: { body: textOf('Third') }, status: 'published' })
    expect(await compressedOf(id)).toEqual([true, true, true])
    const { note: _, ...others } = first
    const later = { ...others, shown: false }
    const history = await historyOf(id)
    expect(history.map(({ data }) => data as object)).toEqual([
      { ...later, body: textOf('Third') },
      { ...later, body: textOf('Second') },
      first,
    ])
    const one = dataOf(await service.ask('GET', `/revisions/${String(history[2].id)}`)) as Any
    expect(one.item.data).toEqual(first)
    const restored = dataOf(
      await service.ask('POST', `/revisions/${String(history[2].id)}/restore`, { body: {} }),
    ) as Any
    expect(restored.item).toMatchObject({ data: first, hasPendingDraft: true })
  })

  it('has the draft that was published as well as the draft that was discarded', async () => {
    const { id } = await make(first, 'published')
    await write('PUT', `/content/posts/${id}`, { data: { body: textOf('Published') } })
    await write('POST', `/content/posts/${id}/publish`, {})
    await write('PUT', `/content/posts/${id}`, { data: { body: textOf('Discarded') } })
    await write('POST', `/content/posts/${id}/discard-draft`, {})
    expect(await compressedOf(id)).toEqual([true, true, true, true])
    const bodies = (await historyOf(id)).map(({ data }) => String(data.body).split(':')[0])
    expect(bodies).toEqual(['Discarded', 'Published', 'Published', 'First'])
    const { item } = dataOf(await service.ask('GET', `/content/posts/${id}`)) as Any
    expect(item).toMatchObject({ data: { body: textOf('Published') }, hasPendingDraft: false })
  })

  it('lists as many revisions as fit, by the size of their values', async () => {
    const long = { ...first, body: 'so weiter '.repeat(400) }
    const { id } = await make(long, 'published')
    const [row] = await service.services.database.reader.rows<DataLength>(
      `SELECT ${lengthColumns} FROM revisions WHERE entry_id = ?`,
      [id],
    )
    const { data } = (await historyOf(id))[0]
    expect(row && dataLength(row)).toBe(Buffer.byteLength(JSON.stringify(data)))
    expect(await compressedOf(id)).toEqual([true])
  })

  it('shows in the audit log what it showed, and undoes', async () => {
    const { id } = await make(first)
    const made = change.id
    const [stored] = await service.services.database.reader.rows<StoredFacts & { id: string }>(
      'SELECT id, facts_before, facts_after, facts FROM audit_log WHERE id = ?',
      [made],
    )
    expect(stored).toMatchObject({
      facts_before: null,
      facts_after: null,
      facts: expect.anything() as unknown,
    })
    if (stored === undefined) return
    expect(JSON.parse(withFacts(stored).facts_after ?? '')).toMatchObject({ 'data.note': 'private' })
    const body = { $cut: textOf('First').slice(0, 200), length: textOf('First').length }
    const of = `targetId=${String(id)}`
    const shown = async (): Promise<Any[]> =>
      (dataOf(await service.ask('GET', `/admin/audit?${of}`)) as Any).items as Any[]
    expect((await shown())[0]).toMatchObject({
      before: null,
      after: { 'data.title': 'First', 'data.body': body, 'data.shown': true, 'data.price': 0.5 },
    })
    await write('PUT', `/content/posts/${id}`, { data: { body: textOf('Second') } })
    const edited = change.id
    expect((await shown())[0]).toMatchObject({
      before: { 'data.body': body },
      after: { 'data.body': { $cut: textOf('Second').slice(0, 200) } },
    })
    const listed = dataOf(await service.ask('GET', `/changes?item=${String(id)}`)) as Any
    expect(listed.items[1].items[0]).toMatchObject({ before: null, after: { 'data.body': body } })
    const exported = await service.ask('GET', `/admin/audit?${of}&format=ndjson`)
    expect(exported.text).toContain('"data.note":"private"')
    dataOf(await service.ask('POST', `/changes/${edited}/undo`))
    expect((dataOf(await service.ask('GET', `/content/posts/${id}`)) as Any).item.data).toEqual(first)
    dataOf(await service.ask('POST', `/changes/${made}/undo`))
    expect((await service.ask('GET', `/content/posts/${id}`)).status).toBe(404)
  })

  it('keeps the values of an entry before the data for undo where those are long', async () => {
    const { id } = await make({ ...first, body: 'so weiter '.repeat(1000) })
    await write('PUT', `/content/posts/${id}`, { data: { body: 'short', note: 'public' } })
    const sql = `SELECT facts, facts_after FROM audit_log WHERE id = '${change.id}'`
    const [stored] = await rowsOf(service, sql)
    expect(stored).toMatchObject({ facts: null, facts_after: expect.stringContaining('public') as unknown })
  })

  it('is counted and changed with the content model', async () => {
    await makeCollection(service, 'pages', { supports: ['drafts', 'revisions'], fields })
    const { id } = await write('POST', '/content/pages', { data: first, status: 'published' })
    const { note: _, ...without } = first
    await write('POST', '/content/pages', { data: without, status: 'published' })
    const field = '/schema/collections/pages/fields'
    const { lost } = dataOf(await service.ask('DELETE', `${field}/note`)) as Any
    expect(lost).toEqual({ items: 1, revisions: 1 })
    const history = async (): Promise<Any[]> =>
      (dataOf(await service.ask('GET', `/content/pages/${String(id)}/revisions`)) as Any).items as Any[]
    expect((await history())[0].data).toEqual(without)
    // In a pattern of SQL the underscore would stand for any letter.
    dataOf(await service.ask('POST', field, { body: { slug: 'pr_ce', label: 'Other', type: 'string' } }), 201)
    expect((dataOf(await service.ask('DELETE', `${field}/pr_ce`)) as Any).lost).toEqual({
      items: 0,
      revisions: 0,
    })
    dataOf(await service.ask('POST', field, { body: { slug: 'note', label: 'Note', type: 'integer' } }), 201)
    expect((await history())[0].data).toEqual(without)
    expect(await compressedOf(id)).toEqual([true])
  })

  it('begins a week after an upgrade, when no node of the release before is left', async () => {
    const early = { ...service.services, compressesFrom: '9999' }
    await invoke(early, {
      operation: operations.content.create,
      caller: serviceCaller('cli'),
      input: { collection: 'posts', data: first, status: 'published' },
    })
    const [{ id } = {}] = await rowsOf(service, 'SELECT id FROM content_posts ORDER BY id DESC LIMIT 1')
    expect(await compressedOf(String(id))).toEqual([false])
    expect((await historyOf(String(id)))[0].data).toEqual(first)
    const sql = `SELECT facts FROM audit_log WHERE target_id = '${String(id)}'`
    expect((await rowsOf(service, sql)).map(({ facts }) => facts)).toEqual([null])
  })
})
