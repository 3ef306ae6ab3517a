import { limits } from '@octavo/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { rowsOf } from '../setup/tables.ts'

const { entries: mostEntries, bytes: mostBytes, entryBytes } = limits.changeSets
const texts = ['one', 'two', 'three', 'four', 'five']

describe.each(engines)('the bounds of a change-set on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_MAX_ITEM_MB: '20' } })
    const fields = [
      { slug: 'title', type: 'string' },
      ...texts.map((slug) => ({ slug, type: 'text', validation: { maxLength: 1_000_000 } })),
    ]
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
  })
  afterAll(() => service.close())

  const newSet = async (): Promise<string> =>
    dataOf(await service.ask('POST', '/change-sets', { body: { name: 'Large' } }), 201).item.id
  const run = (sql: string, parameters: readonly (string | number)[]) =>
    service.services.database.transaction('write', (tx) => tx.run(sql, parameters))
  const stage = async (changeSet: string, data: object): Promise<Answer> => {
    const { id } = await makeItem(service, 'posts')
    return service.ask('PUT', `/content/posts/${id}`, { body: { data, changeSet } })
  }
  const sizeOf = async (id: string) =>
    (await rowsOf(service, `SELECT entry_count, bytes FROM change_sets WHERE id = '${id}'`))[0]

  it(`${mostEntries} entries: one more is refused`, async () => {
    const set = await newSet()
    dataOf(await stage(set, { title: 'Original' }))
    // Copies of the first entry: they are of another item than the entries that follow.
    const columns =
      'set_id, operation, input, markdown, made, hooked, items, digest, user_id, client_id, created_at'
    for (let count = 1; count < mostEntries - 1; count++)
      await run(
        `INSERT INTO change_set_entries (id, ${columns}) SELECT id || '${count}', ${columns} FROM change_set_entries WHERE set_id = ? ORDER BY id LIMIT 1`,
        [set],
      )
    await run('UPDATE change_sets SET entry_count = ? WHERE id = ?', [mostEntries - 1, set])
    dataOf(await stage(set, { title: 'Last' }))
    expectFailure(await stage(set, { title: 'Too many' }), '409 CONFLICT', String(mostEntries))
    expect(await sizeOf(set)).toMatchObject({ entry_count: mostEntries })
  })

  it(`${mostBytes} bytes of entries: one more is refused`, async () => {
    const set = await newSet()
    dataOf(await stage(set, { title: 'Same' }))
    const size = Number((await sizeOf(set))?.['bytes'])
    const fill = (bytes: number) => run('UPDATE change_sets SET bytes = ? WHERE id = ?', [bytes, set])
    await fill(mostBytes - size + 1)
    expectFailure(await stage(set, { title: 'Same' }), '409 CONFLICT', String(mostBytes))
    await fill(mostBytes - size)
    dataOf(await stage(set, { title: 'Same' }))
    expect(await sizeOf(set)).toMatchObject({ entry_count: 2, bytes: mostBytes })
  })

  it(`${entryBytes} bytes of one entry: one more is refused`, { tags: 'long' }, async () => {
    const million = 'x'.repeat(1_000_000)
    const { id } = await makeItem(service, 'posts')
    const put = async (last: string): Promise<{ answer: Answer; bytes: number }> => {
      const changeSet = await newSet()
      const data = Object.fromEntries(texts.map((slug) => [slug, slug === 'five' ? last : million]))
      const answer = await service.ask('PUT', `/content/posts/${id}`, { body: { data, changeSet } })
      return { answer, bytes: Number((await sizeOf(changeSet))?.['bytes']) }
    }
    const small = await put('x')
    dataOf(small.answer)
    const last = 'x'.repeat(1 + entryBytes - small.bytes)
    const exact = await put(last)
    dataOf(exact.answer)
    expect(exact.bytes).toBe(entryBytes)
    const large = await put(`${last}x`)
    expectFailure(large.answer, '409 CONFLICT', String(entryBytes))
    expect(large.bytes).toBe(0)
  })
})
