import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { startService, type TestService } from '../setup/service.ts'
import { expectSomeUnder } from '../setup/timing.ts'

const json = (slug: string, widget: string, fields: unknown) => ({
  slug,
  label: slug,
  type: 'json',
  options: { widget, fields },
})

describe('structured fields under attack', () => {
  let service: TestService
  const post = (collection: string, data: object) =>
    service.ask('POST', `/content/${collection}`, { body: { data, incomplete: true } })

  beforeAll(async () => {
    service = await startService('sqlite', { env: { OCTAVO_RATE_LIMIT: 'off' } })
    await makeCollection(service, 'people', {
      supports: ['drafts'],
      fields: [{ slug: 'name', type: 'string' }],
    })
    await makeCollection(service, 'pages', {
      supports: ['drafts'],
      fields: [
        json('sections', 'blocks', [json('quote', 'group', [{ slug: 'words', type: 'text' }])]),
        json('rows', 'list', [{ slug: 'constructor', type: 'string', required: true }]),
        json('links', 'list', [
          json('of', 'list', [
            { slug: 'file', type: 'file' },
            { slug: 'person', type: 'reference', options: { collection: 'people' } },
          ]),
        ]),
      ],
    })
  })
  afterAll(() => service.close())

  it.each([[['quote']], [[['quote']]], [{ toString: 1 }], [{ toString: 'quote' }], [true], [null]])(
    'takes %j for no kind of a block',
    async (_type) => {
      const failed = await post('pages', { sections: [{ _type, words: 'x' }] })
      expectFailure(failed, '400 VALIDATION_ERROR')
      expect(issuePaths(failed)).toEqual(['data.sections[0]._type'])
    },
  )

  it('refuses such kinds in stored JSON that becomes blocks', async () => {
    await makeCollection(service, 'loose', { supports: ['drafts'], fields: [{ slug: 'any', type: 'json' }] })
    dataOf(await post('loose', { any: [{ _type: { toString: 1 } }] }), 201)
    const { options } = json('any', 'blocks', [json('quote', 'group', [{ slug: 'words', type: 'text' }])])
    const changed = await service.ask('PATCH', '/schema/collections/loose/fields/any', { body: { options } })
    expectFailure(changed, '400 SCHEMA_ERROR', '_type must be one of "quote"')
  })

  it.each([
    ['a text', 'x', 'options.fields[0].options.fields'],
    ['a number', 3, 'options.fields[0].options.fields'],
    ['nothing', undefined, 'options.fields[0].options.fields'],
    ['a list of nothing', [null], 'options.fields[0].options.fields[0]'],
    ['a field of an unknown type', [{ slug: 'a', type: 'nope' }], 'options.fields[0].options.fields[0].type'],
    ['a field without a type', [{ slug: 'a' }], 'options.fields[0].options.fields[0].type'],
  ])('names %s in the place of the fields within a field', async (_, fields, path) => {
    for (const widget of ['list', 'blocks']) {
      const body = json('added', widget, [json('inner', 'group', fields)])
      const failed = await service.ask('POST', '/schema/collections/pages/fields', { body })
      expectFailure(failed, '400 VALIDATION_ERROR')
      expect(issuePaths(failed)).toEqual([path])
    }
  })

  it('refuses entries that every entry around them would get', async () => {
    const filled = (slug: string, fields: object[], most: number) => ({
      ...json(slug, 'list', fields),
      defaultValue: Array.from({ length: most }, () => ({})),
    })
    const words = { slug: 'words', type: 'string', defaultValue: 'x' }
    const body = filled('many', [filled('more', [filled('most', [words], 1000)], 1000)], 1000)
    const failed = await service.ask('POST', '/schema/collections/pages/fields', { body })
    expectFailure(failed, '400 VALIDATION_ERROR')
    expect(issuePaths(failed)).toContain('options.fields[0].options.fields[0].defaultValue')
    const empty = filled('many', [filled('more', [words], 0)], 2)
    dataOf(await service.ask('POST', '/schema/collections/pages/fields', { body: empty }), 201)
  })

  it('takes the name of what every object has', async () => {
    const { id } = dataOf(await post('pages', { rows: [{}, { constructor: 'x' }] }), 201).item as Any
    const read = dataOf(await service.ask('GET', `/content/pages/${id}`)).item as Any
    expect(JSON.stringify(read.data.rows)).toBe('[{},{"constructor":"x"}]')
    expect(read.missing).toEqual(['rows'])
    const published = await service.ask('POST', `/content/pages/${id}/publish`, { body: {} })
    expect(issuePaths(published)).toEqual(['data.rows[0].constructor'])
  })

  it('compares no inherited members', async () => {
    await makeCollection(service, 'named', {
      supports: ['drafts'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'constructor', type: 'string' },
      ],
    })
    const { id } = dataOf(await post('named', { title: 'A' }), 201).item as Any
    const { changed } = dataOf(await service.ask('GET', `/content/named/${id}/compare`))
    expect((changed as Any[]).map(({ field }) => field)).toEqual(['title', 'slug'])
  })

  it('reads ten thousand files and references in time, and again', async () => {
    const person = (dataOf(await post('people', { name: 'Ana' }), 201).item as Any).id
    const entry = { file: { id: 'x', url: 'https://example.com/x' }, person }
    const links = Array.from({ length: 10 }, () => ({ of: Array.from({ length: 1000 }, () => entry) }))
    const start = performance.now()
    const { id } = dataOf(await post('pages', { links }), 201).item as Any
    const began = performance.now()
    // Comparing each file with each stored one took fifteen times as long as creating the item.
    await expectSomeUnder(4 * (began - start) + 500, async () => {
      const begun = performance.now()
      const saved = await service.ask('PUT', `/content/pages/${id}`, { body: { data: { links } } })
      const time = performance.now() - begun
      expect((dataOf(saved).item as Any).data.links[9].of[999]).toEqual(entry)
      return time
    })
  })

  it('keeps references that broke since, and names each that is new', async () => {
    const [gone, other] = [
      (dataOf(await post('people', { name: 'Gone' }), 201).item as Any).id as string,
      (dataOf(await post('people', { name: 'Other' }), 201).item as Any).id as string,
    ]
    const links = (...ids: string[]) => [{ of: ids.map((person) => ({ person })) }]
    const { id } = dataOf(await post('pages', { links: links(gone) }), 201).item as Any
    for (const one of [gone, other]) dataOf(await service.ask('DELETE', `/content/people/${one}`))
    const put = (...ids: string[]) =>
      service.ask('PUT', `/content/pages/${id}`, { body: { data: { links: links(...ids) } } })
    dataOf(await put(gone, gone))
    const failed = await put(other, gone, other)
    expect(issuePaths(failed)).toEqual(['data.links[0].of[0].person', 'data.links[0].of[2].person'])
  })
})
