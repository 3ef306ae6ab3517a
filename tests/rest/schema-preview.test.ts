import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { makeFilled, type Placed } from '../setup/filled.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { expectTablesAsDescribed } from '../setup/tables.ts'

interface Row {
  name: string
  from?: Record<string, unknown>
  placed: Placed
  change: Record<string, unknown>
}

const full = { draft: 'aaa', live: 'bbb', pending: 'ccc', trashed: 'ddd' }

const allowed: readonly Row[] = [
  { name: 'required with values everywhere', placed: full, change: { required: true } },
  { name: 'unique with different values', placed: full, change: { unique: true } },
  { name: 'a wider type', placed: full, change: { type: 'text' } },
  { name: 'a rule that all fit', placed: full, change: { validation: { maxLength: 3 } } },
]

const refused: readonly Row[] = [
  { name: 'required with gaps', placed: { live: 'a' }, change: { required: true } },
  { name: 'unique with a value twice', placed: { draft: 'a', trashed: 'a' }, change: { unique: true } },
  {
    name: 'unique with one that a draft wants',
    placed: { draft: 'a', pending: 'a' },
    change: { unique: true },
  },
  { name: 'a rule that one breaks', placed: full, change: { validation: { maxLength: 2 } } },
  {
    name: 'a rule that a draft breaks',
    placed: { pending: 'long' },
    change: { validation: { maxLength: 2 } },
  },
  { name: 'a narrower type', placed: {}, change: { type: 'number' } },
  { name: 'a type that lacks its settings', placed: {}, change: { type: 'select' } },
  { name: 'settings that contradict', placed: {}, change: { validation: { minLength: 2, maxLength: 1 } } },
  { name: 'a default that does not fit', placed: {}, change: { defaultValue: 7 } },
]

describe.each(engines)('a change of the schema that is only looked at on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(async () => {
    await expectTablesAsDescribed(service)
    await service.close()
  })

  const preview = (slug: string, body: Record<string, unknown>) =>
    service.ask('POST', `/schema/collections/${slug}/preview`, { body })
  const previewOf = async (slug: string, body: Record<string, unknown>) =>
    dataOf(await preview(slug, body)).item
  const version = async (): Promise<string> => dataOf(await service.ask('GET', '/schema')).version
  const nothing = {
    refusal: null,
    filled: 0,
    lost: { items: 0, revisions: 0 },
    usedFor: [],
    isReindexed: false,
  }

  it.each(allowed)('has nothing against $name', async ({ from = {}, placed, change }) => {
    const filled = await makeFilled(service, from, placed)
    const before = await version()
    const found = await previewOf(filled.collection, { updateField: { fieldSlug: 'value', ...change } })
    expect(found).toEqual(nothing)
    expect(await version()).toBe(before)
    expect(await filled.values()).toEqual(placed)
    dataOf(await filled.change(change))
  })

  it.each(refused)('is reported as it would be refused: $name', async ({ from = {}, placed, change }) => {
    const filled = await makeFilled(service, from, placed)
    const { refusal } = await previewOf(filled.collection, { updateField: { fieldSlug: 'value', ...change } })
    const answer = await filled.change(change)
    expect(answer.status).toBe(400)
    const { code, message, details } = answer.body.error
    const { fault, reason, params } = details ?? {}
    const { issues = fault === undefined ? [] : [fault] } = details ?? {}
    expect(refusal).toEqual({ code, message, issues, reason, params })
    // People read what is wrong with the value in their language.
    if (reason === 'unfitValue' || reason === 'unfitDraft')
      expect(issues).toEqual([expect.objectContaining({ rule: expect.any(String) })])
    expect(typeof reason).toBe(code === 'SCHEMA_ERROR' ? 'string' : 'undefined')
  })

  it('says how many items a default fills', async () => {
    const { collection } = await makeFilled(service, {}, full)
    const field = { slug: 'more', label: 'More', type: 'string' }
    expect(await previewOf(collection, { createField: field })).toEqual(nothing)
    const withDefault = { ...field, defaultValue: 'x', required: true }
    expect(await previewOf(collection, { createField: withDefault })).toEqual({ ...nothing, filled: 3 })
    expect(await previewOf(collection, { createField: { ...withDefault, unique: true } })).toMatchObject({
      refusal: { code: 'SCHEMA_ERROR', message: expect.stringContaining('cannot be unique') },
      filled: 0,
    })
    expect(await previewOf(collection, { createField: { ...field, required: true } })).toMatchObject({
      refusal: { code: 'SCHEMA_ERROR', message: expect.stringContaining('3 items') },
    })
  })

  it.each([
    [{ slug: 'value' }, 'DUPLICATE_SLUG'],
    [{ slug: 'created_at' }, 'RESERVED_SLUG'],
    [{ slug: 'other', type: 'reference', options: { collection: 'nowhere' } }, 'VALIDATION_ERROR'],
  ])('says of a new field %s that it is refused', async (given, code) => {
    const { collection } = await makeFilled(service, {}, {})
    const field = { label: 'More', type: 'string', ...given }
    expect((await previewOf(collection, { createField: field })).refusal.code).toBe(code)
  })

  it('says of a reference that its default must be there', async () => {
    await makeCollection(service, 'targets', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
    const { id } = await makeItem(service, 'targets')
    const { collection } = await makeFilled(service, {}, full)
    const field = { slug: 'to', label: 'To', type: 'reference', options: { collection: 'targets' } }
    const missing = { ...field, defaultValue: '01JZZZZZZZZZZZZZZZZZZZZZZZ' }
    expect((await previewOf(collection, { createField: missing })).refusal.issues).toEqual([
      expect.objectContaining({ path: 'defaultValue', rule: 'missingItem' }),
    ])
    expect((await previewOf(collection, { createField: { ...field, defaultValue: id } })).filled).toBe(3)
  })

  it('says what a deletion would lose', async () => {
    const filled = await makeFilled(service, {}, full)
    const { lost } = await previewOf(filled.collection, { deleteField: { fieldSlug: 'value' } })
    expect(lost.items).toBe(3)
    expect(lost.revisions).toBeGreaterThan(0)
    expect(await filled.values()).toEqual(full)
    const empty = await makeFilled(service, {}, {})
    expect(await previewOf(empty.collection, { deleteField: { fieldSlug: 'value' } })).toEqual(nothing)
  })

  it('says what the collection uses a field for, before and after it is deleted', async () => {
    const text = { type: 'string', searchable: true }
    const fields = [
      { slug: 'title', ...text },
      { slug: 'name', type: 'string' },
      { slug: 'teaser', ...text },
      { slug: 'rating', type: 'integer' },
    ]
    await makeCollection(service, 'used', { supports: ['drafts', 'revisions', 'search'], fields })
    const item = { data: { title: 'A', teaser: 'B' } }
    dataOf(await service.ask('POST', '/content/used', { body: item }), 201)
    const expected = [
      ['teaser', ['search'], { items: 1, revisions: 1 }],
      ['title', ['title', 'slug', 'search'], { items: 1, revisions: 1 }],
      ['name', ['title', 'slug'], { items: 0, revisions: 0 }],
      ['rating', [], { items: 0, revisions: 0 }],
    ] as const
    for (const [fieldSlug, usedFor, lost] of expected) {
      expect(await previewOf('used', { deleteField: { fieldSlug } })).toMatchObject({ usedFor, lost })
      const answer = await service.ask('DELETE', `/schema/collections/used/fields/${fieldSlug}`)
      expect(dataOf(answer)).toEqual({ success: true, usedFor, lost })
    }
  })

  it('says what a feature that goes would leave behind', async () => {
    const fields = [{ slug: 'title', type: 'string', searchable: true }]
    const supports = ['drafts', 'revisions', 'scheduling', 'search']
    await makeCollection(service, 'timed', { supports, fields })
    const without = (feature: string) => ({
      updateCollection: { supports: supports.filter((name) => name !== feature) },
    })
    await makeItem(service, 'timed', { state: 'published' })
    expect(await previewOf('timed', without('scheduling'))).toEqual(nothing)
    expect(await previewOf('timed', without('search'))).toEqual({ ...nothing, isReindexed: true })
    await makeItem(service, 'timed', { state: 'scheduled+time' })
    await makeItem(service, 'timed', { state: 'published+draft' })
    const reported = async (feature: string) => (await previewOf('timed', without(feature))).refusal.message
    expect(await reported('scheduling')).toContain('1 of the items is scheduled')
    expect(await reported('drafts')).toContain('1 of the items has a pending draft')
  })

  it('is for those who may change the schema: its answers tell of what is stored', async () => {
    const { collection } = await makeFilled(service, {}, full)
    const { token } = await service.person(50, ['schema:read', 'content:read'])
    const path = `/schema/collections/${collection}/preview`
    const body = { deleteField: { fieldSlug: 'value' } }
    expectFailure(await service.ask('POST', path, { body, token }), '403 FORBIDDEN', 'schema:write')
  })

  it('does not know fields that are not there', async () => {
    const { collection } = await makeFilled(service, {}, {})
    const answer = await preview(collection, { deleteField: { fieldSlug: 'nothing' } })
    expectFailure(answer, '404 NOT_FOUND', 'The field "nothing"')
  })
})
