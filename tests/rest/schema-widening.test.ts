import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import type { FieldInput } from '../setup/content.ts'
import { makeFilled, type Placed } from '../setup/filled.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { expectTablesAsDescribed } from '../setup/tables.ts'

interface Row {
  name: string
  from: Omit<FieldInput, 'slug'>
  placed: Placed
  change: Record<string, unknown>
  /** what the values are afterwards, where that is something else */
  becomes?: Placed
  /** settings of the field afterwards */
  settings: Record<string, unknown>
  /** can be stored afterwards, and could not before */
  newly: unknown
}

const times = {
  draft: '2026-01-01T00:00:00.000Z',
  live: '2026-01-02T00:00:00.000Z',
  pending: '0001-01-01T00:00:00.000Z',
}
const words = { draft: 'b', live: 'a', pending: 'a', trashed: 'b' }
const slugs = { draft: 'b-b', live: 'a', pending: 'ы', trashed: '日本' }
const rich = (text: string) => [
  { _type: 'block', children: [{ _type: 'span', text }], style: 'h1', extra: { deep: [1] } },
]

const rows: readonly Row[] = [
  {
    name: 'integer to number',
    from: { type: 'integer', validation: { min: -(2 ** 53) + 1 }, defaultValue: 3 },
    placed: { draft: 7, live: 2 ** 53 - 1, pending: -(2 ** 53) + 1, trashed: 0 },
    change: { type: 'number' },
    settings: { type: 'number', validation: { min: -(2 ** 53) + 1 }, defaultValue: 3 },
    newly: 0.1,
  },
  {
    name: 'string to text',
    from: { type: 'string', validation: { maxLength: 10 }, unique: true, searchable: true },
    placed: { draft: '', live: 'it\'s "so"', pending: '\\ ? $1 %s', trashed: '👍' },
    change: { type: 'text', options: { rows: 5 } },
    settings: {
      type: 'text',
      validation: { maxLength: 10 },
      options: { rows: 5 },
      unique: true,
      searchable: true,
    },
    newly: 'two\nlines',
  },
  {
    name: 'select to string',
    from: { type: 'select', validation: { options: ['a', 'b'] }, defaultValue: 'a' },
    placed: words,
    change: { type: 'string' },
    settings: { type: 'string', validation: undefined, defaultValue: 'a' },
    newly: 'anything',
  },
  {
    name: 'select to text, with a rule that all values keep',
    from: { type: 'select', validation: { options: ['a', 'b'] } },
    placed: words,
    change: { type: 'text', validation: { pattern: '^[a-z]' } },
    settings: { type: 'text', validation: { pattern: '^[a-z]' } },
    newly: 'c\nd',
  },
  {
    name: 'datetime to string',
    from: {
      type: 'datetime',
      validation: { max: '2027-01-01T00:00:00Z' },
      defaultValue: '2026-01-01T00:00:00+01:00',
    },
    placed: times,
    change: { type: 'string' },
    settings: { type: 'string', validation: undefined, defaultValue: '2025-12-31T23:00:00.000Z' },
    newly: 'some day',
  },
  {
    name: 'datetime to text',
    from: { type: 'datetime' },
    placed: times,
    change: { type: 'text' },
    settings: { type: 'text' },
    newly: 'some\nday',
  },
  {
    name: 'slug to string',
    from: { type: 'slug', validation: { minLength: 1 } },
    placed: slugs,
    change: { type: 'string' },
    settings: { type: 'string', validation: { minLength: 1 } },
    newly: '!!!',
  },
  {
    name: 'slug to text',
    from: { type: 'slug' },
    placed: slugs,
    change: { type: 'text' },
    settings: { type: 'text' },
    newly: '!\n!',
  },
  {
    name: 'rich text to json',
    from: { type: 'portableText', defaultValue: [] },
    placed: { draft: [], live: rich('live'), pending: rich('pending'), trashed: rich('') },
    change: { type: 'json' },
    settings: { type: 'json', defaultValue: [] },
    newly: { any: 'json' },
  },
  {
    name: 'options of a select added, in another order',
    from: { type: 'select', validation: { options: ['a', 'b'] } },
    placed: words,
    change: { validation: { options: ['c', 'b', 'a'] } },
    settings: { validation: { options: ['c', 'b', 'a'] } },
    newly: 'c',
  },
  {
    name: 'options of a multiSelect added',
    from: { type: 'multiSelect', validation: { options: ['a', 'b'] } },
    placed: { draft: ['b', 'a'], live: [], pending: ['b'], trashed: ['a'] },
    change: { validation: { options: ['a', 'b', 'c'] } },
    settings: { validation: { options: ['a', 'b', 'c'] } },
    newly: ['c', 'a'],
  },
  {
    name: 'bounds moved out',
    from: { type: 'number', validation: { min: 0, max: 1 } },
    placed: { draft: 0, live: 1, pending: 0.5, trashed: 1 },
    change: { validation: { min: -1, max: 2 } },
    settings: { validation: { min: -1, max: 2 } },
    newly: 2,
  },
  {
    name: 'rules taken away',
    from: {
      type: 'string',
      validation: { minLength: 2, maxLength: 3, pattern: '^a' },
      defaultValue: 'aa',
      widget: 'x',
    },
    placed: { draft: 'ab', live: 'abc', pending: 'aa', trashed: 'ac' },
    change: { validation: null, defaultValue: null, widget: null },
    settings: { validation: undefined, defaultValue: undefined, widget: undefined },
    newly: '',
  },
]

describe.each(engines)('fields made wider on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(async () => {
    await expectTablesAsDescribed(service)
    await service.close()
  })

  it.each(rows)('$name', async ({ from, placed, change, becomes = placed, settings, newly }) => {
    const filled = await makeFilled(service, from, placed)
    expect(await filled.values()).toEqual(placed)
    expectFailure(await filled.save(newly), '400 VALIDATION_ERROR', 'data.value')

    const { item } = dataOf(await filled.change(change))
    expect(Object.fromEntries(Object.keys(settings).map((key) => [key, item[key]]))).toEqual(settings)
    expect(await filled.field()).toEqual(JSON.parse(JSON.stringify(item)))
    expect(await filled.values()).toEqual(becomes)

    expect(dataOf(await filled.save(newly)).item.data).toEqual({ value: newly })
    const published = await service.ask('POST', `/content/${filled.collection}/live/publish`, { body: {} })
    expect(dataOf(published).item.data.value).toEqual(becomes.pending)
    expect((await filled.values()).live).toEqual(becomes.pending)
  })

  it.each(rows.filter(({ from, change }) => change['type'] !== undefined && from.type !== 'portableText'))(
    '$name: sorts and stays unique as before',
    async ({ from, placed, change }) => {
      const filled = await makeFilled(
        service,
        { ...from, unique: true },
        { live: placed.live, draft: placed.draft },
      )
      const path = `/content/${filled.collection}`
      const order = async () =>
        dataOf(await service.ask('GET', `${path}?orderBy=value&order=asc&view=latest`)).items.map(
          ({ slug }: { slug: string }) => slug,
        )
      const before = await order()
      dataOf(await filled.change(change))
      expect(await order()).toEqual(before)
      expectFailure(await filled.save(placed.live), '409 CONFLICT', '"value"')
    },
  )

  describe('one reference to several', () => {
    const several = { options: { collection: 'targets', allowMultiple: true } }
    let targets: string[]
    beforeAll(async () => {
      const body = { slug: 'targets', label: 'Targets', supports: [] }
      dataOf(await service.ask('POST', '/schema/collections', { body }), 201)
      const made = await Promise.all(
        Array.from({ length: 3 }, () => service.ask('POST', '/content/targets', { body: {} })),
      )
      targets = made.map((answer) => dataOf(answer, 201).item.id)
    })
    const one = { type: 'reference', options: { collection: 'targets' } }

    it('keeps them, in drafts and in the history too', async () => {
      const [a, b, c] = targets
      const filled = await makeFilled(service, one, { draft: a, live: b, pending: c })
      expectFailure(await filled.save([a, b]), '400 VALIDATION_ERROR', 'data.value')
      dataOf(await filled.change(several))
      expect(await filled.values()).toEqual({ draft: [a], live: [b], pending: [c] })
      expect(dataOf(await filled.save([a, b])).item.data.value).toEqual([a, b])

      const { items } = dataOf(await service.ask('GET', `/content/${filled.collection}/live/revisions`))
      expect(items.map(({ data }: { data: unknown }) => data)).toEqual([{ value: [c] }, { value: [b] }])
      const restored = await service.ask('POST', `/revisions/${items[1].id}/restore`, { body: {} })
      expect(dataOf(restored).item.data).toEqual({ value: [b] })
      expectFailure(
        await service.ask('GET', `/content/${filled.collection}?orderBy=value`),
        '400 VALIDATION_ERROR',
        'a field of type reference has no order when it takes several items',
      )
    })

    it('takes its default value along', async () => {
      const [a] = targets
      const filled = await makeFilled(service, { ...one, defaultValue: a }, {})
      const { item } = dataOf(await filled.change(several))
      expect(item.defaultValue).toEqual([a])
      const made = await service.ask('POST', `/content/${filled.collection}`, { body: {} })
      expect(dataOf(made, 201).item.data).toEqual({ value: [a] })
    })

    it('cannot stay unique', async () => {
      const [a] = targets
      const filled = await makeFilled(service, { ...one, unique: true }, { draft: a })
      expectFailure(
        await filled.change(several),
        '400 VALIDATION_ERROR',
        'unique',
        'with allowMultiple cannot be unique',
      )
      dataOf(await filled.change({ ...several, unique: false }))
      expect(await filled.values()).toEqual({ draft: [a] })
    })

    it('goes back while nothing is stored', async () => {
      const [a] = targets
      const filled = await makeFilled(service, { ...one, ...several }, {})
      dataOf(await filled.change({ options: one.options }))
      expect(dataOf(await filled.save(a)).item.data).toEqual({ value: a })
    })
  })
})
