import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { expectTablesAsDescribed, foldedColumns, rowsOf, tablesOf } from '../setup/tables.ts'

/** field type → column type */
const specified = {
  string: { sqlite: 'TEXT', postgres: 'text' },
  text: { sqlite: 'TEXT', postgres: 'text' },
  number: { sqlite: 'REAL', postgres: 'double precision' },
  integer: { sqlite: 'INTEGER', postgres: 'bigint' },
  boolean: { sqlite: 'INTEGER', postgres: 'bigint' },
  datetime: { sqlite: 'TEXT', postgres: 'text' },
  select: { sqlite: 'TEXT', postgres: 'text' },
  multiSelect: { sqlite: 'JSON', postgres: 'json' },
  portableText: { sqlite: 'JSON', postgres: 'json' },
  image: { sqlite: 'TEXT', postgres: 'text' },
  file: { sqlite: 'TEXT', postgres: 'text' },
  reference: { sqlite: 'TEXT', postgres: 'text' },
  json: { sqlite: 'JSON', postgres: 'json' },
  slug: { sqlite: 'TEXT', postgres: 'text' },
} as const

const settings: Record<string, Record<string, unknown>> = {
  select: { validation: { options: ['a'] } },
  multiSelect: { validation: { options: ['a'] } },
  reference: { options: { collection: 'typed' } },
}

describe.each(engines)('tables on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(async () => {
    await expectTablesAsDescribed(service)
    await service.close()
  })

  const fieldsOf = async (collection: string): Promise<Record<string, unknown>[]> =>
    dataOf(await service.ask('GET', `/schema/collections/${collection}/fields`)).items
  const addField = (collection: string, field: Record<string, unknown>) =>
    service.ask('POST', `/schema/collections/${collection}/fields`, { body: { label: 'Field', ...field } })

  it('a collection is a table, a field is a column of its type', async () => {
    await makeCollection(service, 'typed', { supports: [] })
    const bare = (await tablesOf(service))['content_typed'] ?? {}
    for (const [type, { [engine]: column }] of Object.entries(specified)) {
      const slug = `a_${type.toLowerCase()}`
      dataOf(await addField('typed', { slug, type, ...settings[type] }), 201)
      expect((await tablesOf(service))['content_typed']?.[slug]).toBe(column)
    }
    const added = Object.entries(specified).map(([type, columns]) => [
      `a_${type.toLowerCase()}`,
      columns[engine],
    ])
    const folded = await foldedColumns(service, 'typed')
    expect((await tablesOf(service))['content_typed']).toEqual({
      ...bare,
      ...folded,
      ...Object.fromEntries(added),
    })
  })

  it('a field that is deleted takes its column and its data along', async () => {
    await makeCollection(service, 'shrinking', {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: 'kept', type: 'string' },
        { slug: 'gone', type: 'string', unique: true },
      ],
    })
    const { item } = dataOf(
      await service.ask('POST', '/content/shrinking', {
        body: { data: { kept: 'a', gone: 'b' }, status: 'published' },
      }),
      201,
    )
    dataOf(
      await service.ask('PUT', `/content/shrinking/${item.id}`, { body: { data: { kept: 'c', gone: 'd' } } }),
    )
    expect(dataOf(await service.ask('DELETE', '/schema/collections/shrinking/fields/gone'))).toEqual({
      success: true,
      lost: { items: 1, revisions: expect.any(Number) },
      usedFor: expect.any(Array),
    })
    const columns = (await tablesOf(service))['content_shrinking'] ?? {}
    expect([Object.hasOwn(columns, 'kept'), Object.hasOwn(columns, 'gone')]).toEqual([true, false])
    const read = async (view: string) =>
      dataOf(await service.ask('GET', `/content/shrinking/${item.id}?view=${view}`)).item.data
    expect(await read('live')).toEqual({ kept: 'a' })
    expect(await read('latest')).toEqual({ kept: 'c' })
    expect(dataOf(await service.ask('GET', '/content/shrinking')).items[0].data).toEqual({ kept: 'c' })

    dataOf(await addField('shrinking', { slug: 'gone', type: 'integer' }), 201)
    expect(await read('live')).toEqual({ kept: 'a' })
    const saved = await service.ask('PUT', `/content/shrinking/${item.id}`, {
      body: { data: { gone: 7 }, status: 'published' },
    })
    expect(dataOf(saved).item.data).toEqual({ kept: 'c', gone: 7 })
  })

  it('a field that is deleted leaves nothing in the history, which can be restored from', async () => {
    await makeCollection(service, 'historic', {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: 'kept', type: 'string' },
        { slug: 'gone', type: 'string' },
      ],
    })
    const data = { kept: 'a', gone: 'secret' }
    const { item } = dataOf(
      await service.ask('POST', '/content/historic', { body: { data, status: 'published' } }),
      201,
    )
    dataOf(
      await service.ask('PUT', `/content/historic/${item.id}`, {
        body: { data: { kept: 'b' }, status: 'published' },
      }),
    )
    dataOf(await service.ask('DELETE', '/schema/collections/historic/fields/gone'))
    expect(await rowsOf(service, "SELECT id FROM revisions WHERE data LIKE '%secret%'")).toEqual([])
    dataOf(await addField('historic', { slug: 'gone', type: 'integer' }), 201)
    const { items } = dataOf(await service.ask('GET', `/content/historic/${item.id}/revisions`))
    expect(items.map((revision: { data: unknown }) => revision.data)).toEqual([{ kept: 'b' }, { kept: 'a' }])
    const restored = await service.ask('POST', `/revisions/${items[1].id}/restore`, { body: {} })
    expect(dataOf(restored).item.data).toEqual({ kept: 'a' })
  })

  it('a collection that is deleted takes its table, its revisions and its schedules along', async () => {
    await makeCollection(service, 'gone', {
      supports: ['drafts', 'revisions', 'scheduling'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    const { item } = dataOf(
      await service.ask('POST', '/content/gone', { body: { data: { title: 'a' } } }),
      201,
    )
    const scheduledAt = new Date(service.clock.now.getTime() + 60_000).toISOString()
    dataOf(await service.ask('POST', `/content/gone/${item.id}/schedule`, { body: { scheduledAt } }))
    const left = async () => ({
      revisions: (await rowsOf(service, `SELECT id FROM revisions WHERE entry_id = '${item.id}'`)).length,
      schedules: (await rowsOf(service, `SELECT entry_id FROM schedules WHERE entry_id = '${item.id}'`))
        .length,
      table: Object.hasOwn(await tablesOf(service), 'content_gone'),
    })
    expect(await left()).toEqual({ revisions: 1, schedules: 1, table: true })
    expect(dataOf(await service.ask('DELETE', '/schema/collections/gone?force=true'))).toEqual({
      success: true,
    })
    expect(await left()).toEqual({ revisions: 0, schedules: 0, table: false })
    expectFailure(await service.ask('GET', '/schema/collections/gone'), '404 NOT_FOUND')
    expectFailure(await service.ask('GET', '/content/gone'), '404 NOT_FOUND')

    await makeCollection(service, 'gone', { supports: [], fields: [{ slug: 'title', type: 'integer' }] })
    expect(dataOf(await service.ask('GET', '/content/gone')).items).toEqual([])
  })

  it('a change that fails half way leaves table and description as they were', async () => {
    await makeCollection(service, 'failing', {
      supports: [],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'kind', type: 'select', validation: { options: ['a', 'b'] } },
      ],
    })
    for (let count = 0; count < 2; count++) {
      dataOf(
        await service.ask('POST', '/content/failing', { body: { data: { title: 'same', kind: 'a' } } }),
        201,
      )
    }
    const before = await fieldsOf('failing')
    const attempts = [
      addField('failing', { slug: 'code', type: 'string', unique: true, defaultValue: 'x' }),
      service.ask('PATCH', '/schema/collections/failing/fields/title', { body: { unique: true } }),
      service.ask('PATCH', '/schema/collections/failing/fields/title', {
        body: { type: 'text', unique: true, label: 'New' },
      }),
      service.ask('PATCH', '/schema/collections/failing/fields/kind', {
        body: { type: 'string', unique: true },
      }),
    ]
    for (const attempt of attempts)
      expectFailure(await attempt, '400 SCHEMA_ERROR', 'cannot be unique', 'the same value')
    expect(await fieldsOf('failing')).toEqual(before)
    await expectTablesAsDescribed(service)
    dataOf(
      await service.ask('POST', '/content/failing', { body: { data: { title: 'same', kind: 'a' } } }),
      201,
    )
    const sorted = dataOf(await service.ask('GET', '/content/failing?orderBy=title&order=asc'))
    expect(sorted.items.map(({ data }: { data: unknown }) => data)).toEqual(
      Array.from({ length: 3 }, () => ({ title: 'same', kind: 'a' })),
    )
  })

  it('of two that make the same thing at once, one is refused', async () => {
    const body = { slug: 'twice', label: 'Twice' }
    const collections = await Promise.all(
      Array.from({ length: 4 }, () => service.ask('POST', '/schema/collections', { body })),
    )
    expect(collections.map(outcome).toSorted()).toEqual([
      '201',
      ...Array.from({ length: 3 }, () => '409 DUPLICATE_SLUG'),
    ])
    const fields = await Promise.all(
      Array.from({ length: 4 }, () => addField('twice', { slug: 'title', type: 'string' })),
    )
    expect(fields.map(outcome).toSorted()).toEqual([
      '201',
      ...Array.from({ length: 3 }, () => '409 DUPLICATE_SLUG'),
    ])
    const deletes = await Promise.all(
      Array.from({ length: 4 }, () => service.ask('DELETE', '/schema/collections/twice')),
    )
    expect(deletes.map(outcome).toSorted()).toEqual([
      '200',
      ...Array.from({ length: 3 }, () => '404 NOT_FOUND'),
    ])
  })

  it('content is written while its table changes', async () => {
    await makeCollection(service, 'busy', {
      supports: ['revisions'],
      fields: [{ slug: 'title', type: 'integer' }],
    })
    const write = (title: number) => service.ask('POST', '/content/busy', { body: { data: { title } } })
    const change = (step: number) =>
      addField('busy', {
        slug: `extra${step}`,
        type: 'string',
        defaultValue: `default ${step}`,
        required: true,
      })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, step) => [write(step * 2), change(step), write(step * 2 + 1)]).flat(),
    )
    expect(new Set(answers.map(outcome))).toEqual(new Set(['201']))
    dataOf(await service.ask('PATCH', '/schema/collections/busy/fields/title', { body: { type: 'number' } }))
    const { items } = dataOf(await service.ask('GET', '/content/busy?orderBy=title&order=asc'))
    const extras = Object.fromEntries(
      Array.from({ length: 6 }, (_, step) => [`extra${step}`, `default ${step}`]),
    )
    expect(items.map(({ data }: { data: unknown }) => data)).toEqual(
      Array.from({ length: 12 }, (_, title) => ({ title, ...extras })),
    )
  })
})
