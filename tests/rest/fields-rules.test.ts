import { fieldTypeNames, type FieldTypeName } from '@octavo/contract/fields/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { type FieldInput, makeCollection } from '../setup/content.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const options = { validation: { options: ['a', 'b'] } }

interface Sample {
  settings?: Record<string, unknown>
  /** TARGET and OTHER stand for the ids of two items */
  value: unknown
  other: unknown
  /** another way to send the first value, where there is one */
  again?: unknown
}

const samples: Record<FieldTypeName, Sample> = {
  string: { value: 'a', other: 'A' },
  text: { value: 'a\nb', other: 'a\nb ' },
  number: { value: 0.5, other: 0.25 },
  integer: { value: 7, other: -7 },
  boolean: { value: true, other: false, again: 1 },
  datetime: {
    value: '2026-01-01T00:00:00.000Z',
    other: '2026-01-01T00:00:00.001Z',
    again: '2026-01-01T01:00:00+01:00',
  },
  select: { settings: options, value: 'a', other: 'b' },
  multiSelect: { settings: options, value: ['a'], other: [] },
  portableText: { value: [], other: [{ _type: 'x' }] },
  image: { value: { id: 'a', url: '/a' }, other: { id: 'b', url: '/b' } },
  file: { value: { id: 'a', url: '/a' }, other: { id: 'b', url: '/b' } },
  reference: { settings: { options: { collection: 'targets' } }, value: 'TARGET', other: 'OTHER' },
  json: { value: { a: 1 }, other: false },
  slug: { value: 'a-b', other: 'a-c', again: 'A & B!' },
}

const scalar = fieldTypeNames.filter(
  (type) => !['multiSelect', 'portableText', 'image', 'file', 'json'].includes(type),
)

describe.each(engines)('rules of fields on %s', (engine) => {
  let service: TestService
  let target: string
  let other: string
  let trashed: string

  const slugOf = (type: FieldTypeName): string => `a_${type.toLowerCase()}`
  const post = (collection: string, data: unknown, more = {}): Promise<Answer> =>
    service.ask('POST', `/content/${collection}`, { body: { data, ...more } })
  const put = (collection: string, id: string, data: unknown): Promise<Answer> =>
    service.ask('PUT', `/content/${collection}/${id}`, { body: { data } })
  const withIds = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('TARGET', target).replaceAll('OTHER', other))
  const fieldOf = (type: FieldTypeName, more = {}): FieldInput => ({
    slug: slugOf(type),
    type,
    ...samples[type].settings,
    ...more,
  })

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'targets', { supports: [] })
    const makeTarget = async (): Promise<string> => dataOf(await post('targets', {}), 201).item.id
    ;[target, other, trashed] = [await makeTarget(), await makeTarget(), await makeTarget()]
    dataOf(await service.ask('DELETE', `/content/targets/${trashed}`))
    const fields = fieldTypeNames.map((type) => fieldOf(type))
    await makeCollection(service, 'loose', { supports: ['drafts'], fields })
    await makeCollection(service, 'unique', {
      supports: ['drafts'],
      fields: scalar.map((type) => fieldOf(type, { unique: true })),
    })
    await makeCollection(service, 'strict', {
      supports: ['drafts'],
      fields: fields.map((field) => ({ ...field, required: true })),
    })
  })
  afterAll(() => service.close())

  const complete = (): Record<string, unknown> =>
    Object.fromEntries(fieldTypeNames.map((type) => [slugOf(type), withIds(samples[type].value)]))

  describe('a required field', () => {
    it('is fine with a value', async () => {
      dataOf(await post('strict', complete()), 201)
    })

    it.each(fieldTypeNames)('of type %s is never empty', async (type) => {
      const slug = slugOf(type)
      const { [slug]: value, ...rest } = complete()
      const expectRequired = (answer: Answer): void => {
        expectFailure(answer, '400 VALIDATION_ERROR', `data.${slug}: is required`)
        expect(issuePaths(answer)).toEqual([`data.${slug}`])
      }
      expectRequired(await post('strict', rest))
      expectRequired(await post('strict', { ...rest, [slug]: null }))
      expectRequired(await post('strict', { ...rest, [slug]: '' }))
      const { item } = dataOf(await post('strict', { ...rest, [slug]: value }, { status: 'published' }), 201)
      expectRequired(await put('strict', item.id, { [slug]: null }))
      expectRequired(await put('strict', item.id, { [slug]: '' }))
      dataOf(await put('strict', item.id, { [slug]: withIds(samples[type].other) }))
    })

    it('that is missing everywhere is reported everywhere', async () => {
      const answer = await post('strict', {})
      expectFailure(answer, '400 VALIDATION_ERROR', `and ${fieldTypeNames.length - 5} more`)
      expect(issuePaths(answer)).toEqual(fieldTypeNames.map((type) => `data.${slugOf(type)}`))
    })
  })

  it('names the rules that are broken, for programs and other languages', async () => {
    const answer = await service.ask('POST', '/schema/collections', {
      body: { slug: 'x'.repeat(100), supports: ['drafts', 'flying'], extra: 1 },
    })
    const { issues } = answer.body.error.details
    expect(issues.map(({ path, rule }: { path: string; rule?: string }) => [path, rule])).toEqual(
      expect.arrayContaining([
        ['label', 'required'],
        ['supports.1', 'choice'],
        ['extra', 'unknown'],
      ]),
    )
    const wrong = { a_text: null, a_integer: 'one', a_select: 'z' }
    const content = await post('strict', { ...complete(), ...wrong })
    const dangling = await post('loose', { a_reference: trashed })
    expect(dangling.body.error.details.issues).toMatchObject([
      { rule: 'missingItem', params: { id: trashed, collection: 'targets' } },
    ])
    expect(content.body.error.details.issues).toEqual(
      expect.arrayContaining([
        { path: 'data.a_text', message: 'is required', rule: 'required', params: {} },
        expect.objectContaining({ path: 'data.a_integer', rule: 'type', params: { expected: 'number' } }),
        expect.objectContaining({
          path: 'data.a_select',
          rule: 'choice',
          params: { allowed: '"a", "b"' },
        }),
      ]),
    )
  })

  describe('a unique field', () => {
    it.each(scalar)('of type %s has each value once in a locale', async (type) => {
      const slug = slugOf(type)
      const value = withIds(samples[type].value)
      const first = dataOf(await post('unique', { [slug]: value }), 201).item
      for (const again of [value, samples[type].again ?? value]) {
        const answer = await post('unique', { [slug]: again })
        expectFailure(answer, '409 CONFLICT', `The field "${slug}" is unique`)
        expect(answer.body.error.details).toEqual({
          field: slug,
          reason: 'valueTaken',
          params: { field: slug },
        })
      }
      const german = dataOf(await post('unique', { [slug]: value }, { locale: 'de' }), 201).item
      const second = dataOf(
        await post('unique', { [slug]: withIds(samples[type].other) }, { status: 'published' }),
        201,
      ).item
      expectFailure(await put('unique', second.id, { [slug]: value }), '409 CONFLICT', `"${slug}"`)
      dataOf(await put('unique', first.id, { [slug]: value }))
      dataOf(await post('unique', { [slug]: null }), 201)
      dataOf(await post('unique', {}), 201)

      dataOf(await service.ask('DELETE', `/content/unique/${first.id}`))
      for (const answer of [
        await post('unique', { [slug]: value }),
        await put('unique', second.id, { [slug]: value }),
      ]) {
        expectFailure(answer, '409 CONFLICT', `"${slug}"`, 'an item in the trash')
        expect(answer.body.error.details).toMatchObject({ holder: first.id, reason: 'valueInTrash' })
      }
      for (const id of [second.id, german.id]) dataOf(await service.ask('DELETE', `/content/unique/${id}`))
      for (const id of [first.id, second.id, german.id])
        dataOf(await service.ask('DELETE', `/content/unique/${id}/permanent`))
      dataOf(await post('unique', { [slug]: value }), 201)
    })

    it('takes 500 characters and no more', async () => {
      dataOf(await post('unique', { a_text: '日'.repeat(500) }), 201)
      expectFailure(
        await post('unique', { a_text: '日'.repeat(501) }),
        '400 VALIDATION_ERROR',
        'a unique value has at most 500 characters',
      )
      expectFailure(await post('unique', { a_text: '日'.repeat(500) }), '409 CONFLICT', '"a_text"')
      dataOf(await post('unique', { a_text: '👍'.repeat(250) }), 201)
    })

    it('of two that come at once takes one', async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => post('unique', { a_string: 'at once' })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
    })
  })

  describe('a reference', () => {
    beforeAll(async () => {
      const several = { options: { collection: 'targets', allowMultiple: true } }
      await makeCollection(service, 'referring', {
        supports: ['drafts'],
        fields: [fieldOf('reference'), { slug: 'many', type: 'reference', ...several }],
      })
    })

    it('points at an item of its collection that is there', async () => {
      const elsewhere = dataOf(await post('loose', {}), 201).item.id
      for (const id of ['01JZZZZZZZZZZZZZZZZZZZZZZZ', trashed, elsewhere]) {
        const says = `there is no item ${id} in "targets" (or it is in the trash)`
        const answer = await post('referring', { a_reference: id, many: [target, id] })
        expectFailure(answer, '400 VALIDATION_ERROR', says)
        expect(issuePaths(answer)).toEqual(['data.a_reference', 'data.many'])
      }
      const data = { a_reference: target, many: [other, target] }
      const { item } = dataOf(await post('referring', data, { status: 'published' }), 201)
      expect(item.data).toEqual(data)
      expectFailure(
        await put('referring', item.id, { many: [trashed] }),
        '400 VALIDATION_ERROR',
        `data.many: there is no item ${trashed}`,
      )
      expectFailure(
        await put('referring', item.id, { many: [target, target] }),
        '400 VALIDATION_ERROR',
        'must not name an item twice',
      )
      expect(dataOf(await put('referring', item.id, { many: [] })).item.data).toEqual({
        a_reference: target,
        many: [],
      })
    })

    it('passes when an item repeats one that was trashed since', async () => {
      const gone = dataOf(await post('targets', {}), 201).item.id
      const data = { a_reference: gone, many: [target, gone] }
      const { id } = dataOf(await post('referring', data, { status: 'published' }), 201).item
      dataOf(await service.ask('DELETE', `/content/targets/${gone}`))
      expect(dataOf(await put('referring', id, data)).item.data).toEqual(data)
      expect(dataOf(await put('referring', id, { many: [gone, other] })).item.data.many).toEqual([
        gone,
        other,
      ])
      const swapped = await put('referring', id, { a_reference: trashed, many: [gone, trashed] })
      expect(issuePaths(swapped)).toEqual(['data.a_reference', 'data.many'])
      dataOf(await put('referring', id, { many: [] }))
      expect(issuePaths(await put('referring', id, { many: [gone] }))).toEqual(['data.many'])
      expect(issuePaths(await post('referring', { many: [gone] }))).toEqual(['data.many'])
    })

    it('may take a thousand, and each of them is looked at', async () => {
      const made = await Promise.all(Array.from({ length: 130 }, () => post('targets', {})))
      const ids = made.map((answer) => dataOf(answer, 201).item.id as string)
      expect(dataOf(await post('referring', { many: ids }), 201).item.data.many).toEqual(ids)
      const missing = ['01JZZZZZZZZZZZZZZZZZZZZZZ0', '01JZZZZZZZZZZZZZZZZZZZZZZ1']
      const answer = await post('referring', { many: [missing[0], ...ids, missing[1]] })
      expectFailure(answer, '400 VALIDATION_ERROR', ...missing)
      expect(issuePaths(answer)).toEqual(['data.many', 'data.many'])
    })
  })

  describe('what can be stored nowhere', () => {
    const nul = 'must not contain the character U+0000'
    const half = 'is not well-formed Unicode'
    it.each([
      ['a_string', '"a\\u0000b"', 'data.a_string', nul],
      ['a_text', '"\\ud800"', 'data.a_text', half],
      ['a_text', '"\\udc00\\ud800"', 'data.a_text', half],
      ['a_json', '{"a":["\\u0000"]}', 'data.a_json.a.0', nul],
      ['a_json', '{"\\u0000":1}', 'data.a_json.\u0000', nul],
      ['a_json', '{"\\udfff":1}', 'data.a_json.\uFFFD', half],
      ['a_json', '{"__proto__":1}', 'data.a_json.__proto__', 'is not a key that can be stored'],
      [
        'a_json',
        `${'['.repeat(200)}${']'.repeat(200)}`,
        `data.a_json${'.0'.repeat(98)}`,
        'must not nest deeper than 100 levels',
      ],
      ['a_json', '1e400', 'data.a_json', 'number'],
      ['a_json', '{"a":[1,-1e999]}', 'data.a_json.a.1', 'number'],
      ['a_portabletext', '[{"_type":"x","size":1e400}]', 'data.a_portabletext.0.size', 'number'],
      ['a_number', '1e400', 'data.a_number', 'number'],
      ['a_integer', '1e400', 'data.a_integer', 'number'],
      ['a_image', '{"id":"a","alt":"\\u0000"}', 'data.a_image.alt', nul],
      ['a_select', '"\\ud83d"', 'data.a_select', half],
    ])('%s %s is refused', async (slug, value, path, says) => {
      const answer = await service.ask('POST', '/content/loose', { body: `{"data":{"${slug}":${value}}}` })
      expectFailure(answer, '400 VALIDATION_ERROR', says)
      expect(issuePaths(answer)).toEqual([path])
      const { item } = dataOf(await post('loose', {}), 201)
      const saved = await service.ask('PUT', `/content/loose/${item.id}`, {
        body: `{"data":{"${slug}":${value}}}`,
      })
      expectFailure(saved, '400 VALIDATION_ERROR', says)
    })

    it('bytes that are not UTF-8', async () => {
      const body = Buffer.concat([
        Buffer.from('{"data":{"a_text":"'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('"}}'),
      ])
      expectFailure(
        await service.ask('POST', '/content/loose', { body }),
        '400 VALIDATION_ERROR',
        'not valid UTF-8',
      )
    })
  })

  it('all problems are reported at once, each with its place', async () => {
    const answer = await service.ask('POST', '/content/loose', {
      body: {
        colour: 'red',
        status: 'later',
        slug: 'Not A Slug',
        data: {
          a_string: 'two\nlines',
          a_number: '1',
          a_integer: 1.5,
          a_boolean: 'true',
          a_datetime: '2026-01-01',
          a_select: 'c',
          a_multiselect: ['a', 'c', 'd'],
          a_portabletext: [{ _type: 'block' }],
          a_image: { id: 'a', width: -1, colour: 1 },
          a_reference: 'x',
          a_slug: '!',
          strng: 1,
        },
      },
    })
    expectFailure(answer, '400 VALIDATION_ERROR')
    expect(issuePaths(answer).toSorted()).toEqual(
      [
        ...['colour', 'status', 'slug'],
        ...[
          'a_string',
          'a_number',
          'a_integer',
          'a_boolean',
          'a_datetime',
          'a_select',
          'a_multiselect.1',
          'a_multiselect.2',
        ],
        ...['a_portabletext.0.children', 'a_image.width', 'a_image', 'a_reference', 'a_slug', 'strng'],
      ]
        .map((path, index) => (index < 3 ? path : `data.${path}`))
        .toSorted(),
    )
  })

  it('an unknown field is named, with the one that was meant', async () => {
    const answer = await post('loose', { a_strng: 'a', constructor: 1, zzz: 1 })
    expect(issuePaths(answer)).toEqual(['data.a_strng', 'data.constructor', 'data.zzz'])
    expectFailure(
      answer,
      '400 VALIDATION_ERROR',
      'a_strng: is not a field of "loose"; did you mean "a_string"?',
      'zzz: is not a field of "loose"; known: a_string',
    )
  })
})
