import { type FieldTypeName, fieldTypeNames, fieldTypes } from '@octavo/contract/fields/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { type FieldInput, makeCollection } from '../setup/content.ts'
import { type Filled, makeFilled, type Placed } from '../setup/filled.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { expectTablesAsDescribed } from '../setup/tables.ts'

interface Row {
  from: Omit<FieldInput, 'slug'>
  placed: Placed
  change: Record<string, unknown>
}

interface Allowed extends Row {
  name: string
  /** the expected issue of a save that was valid before */
  thenRefuses?: readonly [value: unknown, says: string]
  thenTakes?: unknown
}

interface Refused extends Row {
  because: string
  says: string
}

const gap = 'cannot be required'
const unfit = 'a stored value would not fit'
const full = { draft: 'aaa', live: 'bbb', pending: 'ccc', trashed: 'ddd' }
const options = (...names: string[]) => ({ validation: { options: names } })

const allowed: readonly Allowed[] = [
  { name: 'a label', from: {}, placed: full, change: { label: 'New "label"' }, thenTakes: 'x' },
  {
    name: 'a place, a widget and flags',
    from: {},
    placed: full,
    change: { sortOrder: -1.5, widget: 'color', searchable: true, filterable: true },
    thenTakes: 'x',
  },
  { name: 'a default value', from: {}, placed: full, change: { defaultValue: 'new' }, thenTakes: 'x' },
  { name: 'nothing', from: { required: true }, placed: full, change: {}, thenRefuses: [null, 'is required'] },
  {
    name: 'required, where every value is there',
    from: {},
    placed: full,
    change: { required: true },
    thenRefuses: [null, 'is required'],
  },
  {
    name: 'required no more',
    from: { required: true },
    placed: full,
    change: { required: false },
    thenTakes: null,
  },
  {
    name: 'unique, where no value is there twice',
    from: {},
    placed: full,
    change: { unique: true },
    thenRefuses: ['bbb', 'is unique'],
  },
  {
    name: 'unique no more',
    from: { unique: true },
    placed: full,
    change: { unique: false },
    thenTakes: 'bbb',
  },
  {
    name: 'unique, where only gaps are there twice',
    from: {},
    placed: { draft: 'a' },
    change: { unique: true },
    thenTakes: 'b',
  },
  {
    name: 'an option that nothing has',
    from: { type: 'select', ...options('a', 'b', 'c') },
    placed: { draft: 'a', live: 'a', pending: 'b', trashed: 'b' },
    change: options('b', 'a'),
    thenRefuses: ['c', 'must be one of "b", "a"'],
  },
  {
    name: 'a shorter length that all keep',
    from: {},
    placed: full,
    change: { validation: { maxLength: 3 } },
    thenRefuses: ['aaaa', 'at most 3'],
  },
  {
    name: 'a longer length that all keep',
    from: {},
    placed: full,
    change: { validation: { minLength: 3 } },
    thenRefuses: ['aa', 'at least 3'],
  },
  {
    name: 'a pattern that all match',
    from: {},
    placed: full,
    change: { validation: { pattern: '^[a-d]+$' } },
    thenRefuses: ['e', 'must match'],
  },
  {
    name: 'bounds that all keep',
    from: { type: 'integer' },
    placed: { draft: 1, live: 5, pending: 3, trashed: 2 },
    change: { validation: { min: 1, max: 5 } },
    thenRefuses: [6, 'must be at most 5, is 6'],
  },
  {
    name: 'times that all keep',
    from: { type: 'datetime' },
    placed: { draft: '2026-06-01T00:00:00Z' },
    change: { validation: { min: '2026-06-01T01:00:00+01:00' } },
    thenRefuses: ['2026-05-31T23:59:59.999Z', 'must be at least 2026-06-01T00:00:00.000Z'],
  },
  {
    name: 'shared by translations, where there are none',
    from: {},
    placed: full,
    change: { translatable: false },
    thenTakes: 'x',
  },
  {
    name: 'translatable again',
    from: { translatable: false },
    placed: full,
    change: { translatable: true },
    thenTakes: 'x',
  },
]

const refused: readonly Refused[] = [
  {
    because: 'an item has no value',
    from: {},
    placed: { ...full, draft: null },
    change: { required: true },
    says: gap,
  },
  {
    because: 'an item in the trash has no value',
    from: {},
    placed: { ...full, trashed: null },
    change: { required: true },
    says: gap,
  },
  {
    because: 'a pending draft has no value',
    from: {},
    placed: { ...full, pending: null },
    change: { required: true },
    says: gap,
  },
  {
    because: 'what visitors see has no value',
    from: {},
    placed: { ...full, live: null },
    change: { required: true },
    says: gap,
  },
  {
    because: 'an item has an empty text',
    from: {},
    placed: { ...full, draft: '' },
    change: { required: true },
    says: gap,
  },
  {
    because: 'two items have one value',
    from: {},
    placed: { draft: 'a', live: 'a' },
    change: { unique: true },
    says: 'the same value',
  },
  {
    because: 'an item in the trash has the same value',
    from: {},
    placed: { draft: 'a', trashed: 'a' },
    change: { unique: true },
    says: 'the same value',
  },
  {
    because: 'a value is too long to be unique',
    from: {},
    placed: { draft: 'a'.repeat(501) },
    change: { unique: true },
    says: 'at most 500 characters',
  },
  {
    because: 'a draft is too long to be unique',
    from: {},
    placed: { pending: 'a'.repeat(501) },
    change: { unique: true },
    says: 'at most 500 characters',
  },
  ...(['draft', 'live', 'pending', 'trashed'] as const).map((place): Refused => ({
    because: `an option is in use (${place})`,
    from: { type: 'select', ...options('a', 'b') },
    placed: { [place]: 'b' },
    change: options('a', 'c'),
    says: unfit,
  })),
  {
    because: 'an option is in use among several',
    from: { type: 'multiSelect', ...options('a', 'b') },
    placed: { draft: ['a', 'b'] },
    change: options('a'),
    says: 'must be one of "a"',
  },
  {
    because: 'a value is below',
    from: { type: 'integer' },
    placed: { draft: 4 },
    change: { validation: { min: 5 } },
    says: 'must be at least 5, is 4',
  },
  {
    because: 'a pending value is below',
    from: { type: 'number', validation: { min: 4 } },
    placed: { pending: 4 },
    change: { validation: { min: 4.5 } },
    says: 'must be at least 4.5, is 4',
  },
  {
    because: 'a value is above',
    from: { type: 'number' },
    placed: { trashed: 5 },
    change: { validation: { max: 4 } },
    says: 'must be at most 4, is 5',
  },
  {
    because: 'a value is shorter',
    from: {},
    placed: full,
    change: { validation: { minLength: 4 } },
    says: 'must have at least 4 characters, has 3',
  },
  {
    because: 'a value is longer',
    from: { type: 'text' },
    placed: full,
    change: { validation: { maxLength: 2 } },
    says: 'must have at most 2 characters, has 3',
  },
  {
    because: 'a value does not match',
    from: {},
    placed: full,
    change: { validation: { pattern: '^[a-c]' } },
    says: 'must match the pattern ^[a-c]',
  },
  {
    because: 'a time is earlier',
    from: { type: 'datetime' },
    placed: { pending: '2026-01-01T00:00:00Z' },
    change: { validation: { min: '2026-01-01T00:00:00.001Z' } },
    says: 'must be at least 2026-01-01T00:00:00.001Z',
  },
  {
    because: 'a rule of the wider type would not hold',
    from: {},
    placed: full,
    change: { type: 'text', validation: { maxLength: 2 } },
    says: unfit,
  },
]

const least: Partial<Record<FieldTypeName, Record<string, unknown>>> = {
  select: options('a'),
  multiSelect: options('a'),
  reference: { options: { collection: 'targets' } },
}

const typeInSlug = (type: string): string => `a_${type.toLowerCase()}`

describe.each(engines)('fields changed on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'targets', { supports: [] })
    const fields = fieldTypeNames.map((type) => ({ slug: typeInSlug(type), type, ...least[type] }))
    await makeCollection(service, 'typed', { supports: [], fields })
  })
  afterAll(async () => {
    await expectTablesAsDescribed(service)
    await service.close()
  })

  const expectUnchanged = async (filled: Filled, work: () => Promise<void>): Promise<void> => {
    const before = [await filled.field(), await filled.values()]
    await work()
    expect([await filled.field(), await filled.values()]).toEqual(before)
  }

  it.each(allowed)('takes $name', async ({ from, placed, change, thenRefuses, thenTakes }) => {
    const filled = await makeFilled(service, from, placed)
    if (thenRefuses !== undefined && !('required' in from)) dataOf(await filled.save(thenRefuses[0]))
    if (thenRefuses !== undefined && 'draft' in placed) dataOf(await filled.save(placed.draft))
    const before = await filled.field()
    const values = await filled.values()
    service.clock.forward(1000)
    const { item } = dataOf(await filled.change(change))
    expect(item.updatedAt).toBe(service.clock.now.toISOString())
    const expected = { ...before, ...change, updatedAt: item.updatedAt }
    if (from.type !== 'datetime') expect(item).toEqual(expected)
    expect(await filled.field()).toEqual(item)
    expect(await filled.values()).toEqual(values)
    if (thenRefuses === undefined) dataOf(await filled.save(thenTakes))
    else {
      const [value, says] = thenRefuses
      expectFailure(
        await filled.save(value),
        says === 'is unique' ? '409 CONFLICT' : '400 VALIDATION_ERROR',
        says,
      )
    }
  })

  it.each(refused)('refuses $change: $because', async ({ from, placed, change, says }) => {
    const filled = await makeFilled(service, from, placed)
    await expectUnchanged(filled, async () => {
      expectFailure(await filled.change(change), '400 SCHEMA_ERROR', 'The field "value"', says)
    })
  })

  it.each([
    ['live', 'unfitValue', 'live', 'item "live"'],
    ['pending', 'unfitDraft', 'live', 'pending draft of the item "live"'],
    ['draft', 'unfitValue', 'draft', 'item "draft"'],
  ])('names the item whose value does not fit: %s', async (place, reason, slug, named) => {
    const filled = await makeFilled(service, {}, { [place]: 'long' })
    const { item } = dataOf(await service.ask('GET', `/content/${filled.collection}/${slug}`))
    const answer = await filled.change({ validation: { maxLength: 2 } })
    expectFailure(answer, '400 SCHEMA_ERROR', `(${named}, ${item.id}: `)
    expect(answer.body.error.details).toMatchObject({ reason, params: { id: item.id, slug } })
  })

  it.each(fieldTypeNames)('refuses %s to become what it could not, even while it is empty', async (from) => {
    const field = `/schema/collections/typed/fields/${typeInSlug(from)}`
    const narrower = fieldTypeNames.filter((to) => to !== from && !fieldTypes[from].widerTypes.includes(to))
    for (const to of narrower) {
      const answer = await service.ask('PATCH', field, { body: { type: to, ...least[to] } })
      expectFailure(answer, '400 SCHEMA_ERROR', `${from} can become`, `not ${to}`)
    }
    const { items } = dataOf(await service.ask('GET', '/schema/collections/typed/fields'))
    expect(items.find(({ slug }: { slug: string }) => slug === typeInSlug(from)).type).toBe(from)
  })

  it('lets the same value be unique in each locale', async () => {
    const filled = await makeFilled(service, {}, { draft: 'a' })
    const path = `/content/${filled.collection}`
    const german = await service.ask('POST', path, { body: { locale: 'de', data: { value: 'a' } } })
    const { item } = dataOf(german, 201)
    dataOf(await filled.change({ unique: true }))
    const body = { locale: 'de', data: { value: 'a' } }
    expectFailure(await service.ask('POST', path, { body }), '409 CONFLICT', '"value"')
    dataOf(await service.ask('PUT', `${path}/${item.id}`, { body: { data: { value: 'a' } } }))
  })

  it('refuses to share a field of which translations may differ', async () => {
    const filled = await makeFilled(service, {}, { draft: 'a' })
    const path = `/content/${filled.collection}`
    const { item } = dataOf(await service.ask('GET', `${path}/draft`))
    const body = { locale: 'de', translationOf: item.id, data: { value: 'b' } }
    dataOf(await service.ask('POST', path, { body }), 201)
    expectFailure(
      await filled.change({ translatable: false }),
      '400 SCHEMA_ERROR',
      'translated items, whose values may differ',
    )
    expect(await filled.field()).toMatchObject({ translatable: true })
  })

  describe('a reference', () => {
    let target: string
    beforeAll(async () => {
      target = dataOf(await service.ask('POST', '/content/targets', { body: {} }), 201).item.id
      await makeCollection(service, 'others', { supports: [] })
    })
    const one = { type: 'reference', options: { collection: 'targets' } }
    const several = { type: 'reference', options: { collection: 'targets', allowMultiple: true } }
    const elsewhere = { options: { collection: 'others' } }

    it.each(['draft', 'live', 'pending', 'trashed'] as const)(
      'keeps its target while %s points into it',
      async (place) => {
        const filled = await makeFilled(service, one, { [place]: target })
        await expectUnchanged(filled, async () => {
          expectFailure(await filled.change(elsewhere), '400 SCHEMA_ERROR', 'holds references into "targets"')
        })
      },
    )

    it.each(['draft', 'pending'] as const)('keeps taking several while %s has some', async (place) => {
      const filled = await makeFilled(service, several, { [place]: [target] })
      await expectUnchanged(filled, async () => {
        expectFailure(
          await filled.change({ options: one.options }),
          '400 SCHEMA_ERROR',
          'holds lists of references',
        )
      })
    })

    it('gets another target while it is empty', async () => {
      const filled = await makeFilled(service, one, {})
      dataOf(await filled.change(elsewhere))
      expectFailure(
        await filled.save(target),
        '400 VALIDATION_ERROR',
        `there is no item ${target} in "others"`,
      )
      expectFailure(
        await filled.change({ defaultValue: target }),
        '400 VALIDATION_ERROR',
        'defaultValue',
        target,
      )
      expectFailure(
        await filled.change({ options: null }),
        '400 VALIDATION_ERROR',
        'options.collection must name',
      )
      expectFailure(
        await filled.change({ options: { allowMultiple: true } }),
        '400 VALIDATION_ERROR',
        'options.collection',
      )
    })

    it('can be described anew when its target is gone', async () => {
      await makeCollection(service, 'passing', { supports: [] })
      const { item } = dataOf(await service.ask('POST', '/content/passing', { body: {} }), 201)
      const passing = { type: 'reference', options: { collection: 'passing' }, defaultValue: item.id }
      const filled = await makeFilled(service, passing, {})
      dataOf(await service.ask('DELETE', `/content/passing/${item.id}`))
      dataOf(await filled.change({ label: 'Its default is in the trash' }))
      dataOf(await service.ask('DELETE', '/schema/collections/passing?force=true'))
      dataOf(await filled.change({ label: 'Once there was a target' }))
      expectFailure(
        await filled.save(target),
        '400 VALIDATION_ERROR',
        '"passing", which does not exist any more',
      )
      expectFailure(
        await filled.change(elsewhere),
        '400 VALIDATION_ERROR',
        'defaultValue',
        `${item.id} in "others"`,
      )
      dataOf(await filled.change({ ...elsewhere, defaultValue: null }))
    })
  })

  it('a field called constructor is changed like others', async () => {
    const slug = 'constructor'
    await makeCollection(service, 'classes', {
      supports: ['drafts'],
      fields: [
        { slug, type: 'string' },
        { slug: 'title', type: 'string' },
      ],
    })
    dataOf(
      await service.ask('POST', '/content/classes', {
        body: { slug: 'a', status: 'published', data: { title: 'A' } },
      }),
      201,
    )
    dataOf(await service.ask('PUT', '/content/classes/a', { body: { data: { title: 'B' } } }))
    const path = `/schema/collections/classes/fields/${slug}`
    expectFailure(
      await service.ask('PATCH', path, { body: { required: true } }),
      '400 SCHEMA_ERROR',
      '2 stored items or drafts',
    )
    dataOf(await service.ask('PATCH', path, { body: { unique: true, validation: { maxLength: 5 } } }))
    dataOf(await service.ask('PATCH', path, { body: { type: 'text' } }))
    expect(dataOf(await service.ask('GET', '/content/classes/a')).item.data).toEqual({ title: 'B' })
  })
})
