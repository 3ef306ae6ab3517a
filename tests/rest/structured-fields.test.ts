import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { resultOf } from '../setup/mcp.ts'
import { picture, startMediaService, uploaded } from '../setup/media.ts'
import { engines, type TestService } from '../setup/service.ts'

const text = (words: string) => [
  { _type: 'block', style: 'normal', children: [{ _type: 'span', text: words }] },
]

const faq = {
  slug: 'faq',
  label: 'Questions',
  type: 'json',
  searchable: true,
  validation: { maxItems: 5 },
  options: {
    widget: 'list',
    fields: [
      { slug: 'question', label: 'Question', type: 'string', required: true, validation: { maxLength: 20 } },
      { slug: 'answer', label: 'Answer', type: 'portableText' },
      { slug: 'expert', type: 'reference', options: { collection: 'people' } },
      { slug: 'photo', type: 'image' },
      { slug: 'leaflet', type: 'file' },
      { slug: 'anchor', type: 'slug' },
      { slug: 'asked', type: 'datetime' },
      { slug: 'weight', type: 'integer', defaultValue: 1 },
      { slug: 'secret', type: 'string', searchable: false },
      { slug: 'raw', type: 'json' },
    ],
  },
}
const seo = {
  slug: 'seo',
  label: 'Search engines',
  type: 'json',
  options: {
    widget: 'group',
    fields: [
      { slug: 'title', label: 'Title', type: 'string' },
      {
        slug: 'links',
        label: 'Links',
        type: 'json',
        options: {
          widget: 'list',
          fields: [{ slug: 'href', label: 'Address', type: 'string', required: true }],
        },
      },
    ],
  },
}
const kind = (slug: string, fields: readonly object[]) => ({
  slug,
  label: slug,
  type: 'json',
  options: { widget: 'group', fields },
})
const sections = {
  slug: 'sections',
  label: 'Sections',
  type: 'json',
  options: {
    widget: 'blocks',
    fields: [
      kind('quote', [{ slug: 'words', type: 'text', required: true }]),
      kind('people', [
        { slug: 'members', type: 'reference', options: { collection: 'people', allowMultiple: true } },
      ]),
    ],
  },
}

describe.each(engines)('structured fields on %s', (engine) => {
  let service: TestService
  let ana: string
  let image: string

  const post = (data: object, more: object = {}) =>
    service.ask('POST', '/content/pages', { body: { data, ...more } })
  const created = async (data: object, more: object = {}): Promise<Any> =>
    dataOf(await post(data, more), 201).item
  const issuesOf = async (answer: ReturnType<typeof post>): Promise<string[]> => {
    const failed = await answer
    expectFailure(failed, '400 VALIDATION_ERROR')
    return (failed.body.error.details.issues as Any[]).map(({ path, message }) => `${path} ${message}`)
  }
  beforeAll(async () => {
    service = await startMediaService(engine, 'local', { OCTAVO_RATE_LIMIT: 'off', OCTAVO_LOCALES: 'en,de' })
    await makeCollection(service, 'people', {
      supports: ['drafts'],
      fields: [{ slug: 'name', type: 'string' }],
    })
    await makeCollection(service, 'pages', {
      supports: ['drafts', 'revisions', 'search'],
      fields: [{ slug: 'title', type: 'string' }, faq, seo, sections],
    })
    ana = dataOf(await service.ask('POST', '/content/people', { body: { data: { name: 'Ana' } } }), 201).item
      .id
    image = (await uploaded(service, { content: await picture() })).id
  })
  afterAll(() => service.close())

  it('gives the definition back with all of its settings', async () => {
    const { items } = dataOf(await service.ask('GET', '/schema/collections/pages/fields'))
    const [question, answer] = (items as Any[])[1].options.fields
    expect(question).toEqual({
      slug: 'question',
      label: 'Question',
      type: 'string',
      required: true,
      searchable: true,
      validation: { maxLength: 20 },
    })
    expect(answer).toEqual({
      slug: 'answer',
      label: 'Answer',
      type: 'portableText',
      required: false,
      searchable: true,
    })
  })

  it('stores values in the form of their fields', async () => {
    const item = await created({
      title: 'Forms',
      faq: [
        {
          _key: 'a',
          question: 'Why?',
          anchor: 'Why So',
          asked: '2026-01-31T10:00:00+01:00',
          answer: text('So.'),
        },
        { question: 'How?', weight: null, secret: '' },
      ],
      seo: { title: 'T', links: [{ href: 'x' }] },
      sections: [
        { _type: 'quote', words: 'Two\nlines' },
        { _type: 'people', members: [ana] },
      ],
    })
    expect(item.data).toEqual({
      title: 'Forms',
      faq: [
        {
          _key: 'a',
          question: 'Why?',
          answer: text('So.'),
          anchor: 'why-so',
          asked: '2026-01-31T09:00:00.000Z',
          weight: 1,
        },
        { question: 'How?', weight: null, secret: '' },
      ],
      seo: { title: 'T', links: [{ href: 'x' }] },
      sections: [
        { _type: 'quote', words: 'Two\nlines' },
        { _type: 'people', members: [ana] },
      ],
    })
    const again = dataOf(
      await service.ask('PUT', `/content/pages/${item.id}`, { body: { data: item.data } }),
    ).item
    expect(again.data).toEqual(item.data)
    expect(again.updatedAt).toBe(item.updatedAt)
  })

  it.each<[name: string, data: object, issues: string[]]>([
    ['no list', { faq: { question: 'x' } }, ['data.faq must be a list']],
    ['no object', { faq: ['x'] }, ['data.faq[0] must be an object']],
    ['a missing value', { faq: [{ question: 'x' }, {}] }, ['data.faq[1].question is required']],
    ['an empty value', { faq: [{ question: '' }] }, ['data.faq[0].question is required']],
    [
      'a value that is too long',
      { faq: [{ question: 'x' }, { question: 'y' }, { question: 'z'.repeat(21) }] },
      ['data.faq[2].question must have at most 20 characters, has 21'],
    ],
    [
      'an unknown member',
      { faq: [{ question: 'x', anser: 1 }] },
      ['data.faq[0].anser is not known here; did you mean "answer"?'],
    ],
    [
      'too many entries',
      { faq: Array.from({ length: 6 }, () => ({ question: 'x' })) },
      ['data.faq must have at most 5 entries'],
    ],
    [
      'a missing item',
      { faq: [{ question: 'x', expert: '01JZZZZZZZZZZZZZZZZZZZZZZZ' }] },
      ['data.faq[0].expert there is no item 01JZZZZZZZZZZZZZZZZZZZZZZZ in "people" (or it is in the trash)'],
    ],
    [
      'a missing file',
      { faq: [{ question: 'x', photo: { id: 'no' } }] },
      [
        'data.faq[0].photo there is no file no in the media library; an external file needs its address as url',
      ],
    ],
    [
      'rich text',
      { faq: [{ question: 'x', answer: [{ _type: 'block' }] }] },
      ['data.faq[0].answer[0].children must be a list'],
    ],
    ['deeper', { seo: { links: [{ href: 'x' }, { href: 7 }] } }, ['data.seo.links[1].href must be a text']],
    ['no kind', { sections: [{ words: 'x' }] }, ['data.sections[0]._type must be one of "quote", "people"']],
    [
      'another kind',
      { sections: [{ _type: 'video' }] },
      ['data.sections[0]._type must be one of "quote", "people"'],
    ],
    [
      'a field of another kind',
      { sections: [{ _type: 'quote', words: 'x', members: [] }] },
      ['data.sections[0].members is not known here; known: words'],
    ],
  ])('names the place of %s', async (_name, data, issues) => {
    expect(await issuesOf(post(data))).toEqual(issues)
  })

  it('refuses an unsafe link within', async () => {
    const link = { _type: 'link', _key: 'l', href: 'javascript:alert(1)' }
    const [block] = text('x')
    const answer = [{ ...block, markDefs: [link] }]
    const [issue] = await issuesOf(post({ faq: [{ question: 'x', answer }] }))
    expect(issue).toMatch(/^data\.faq\[0\]\.answer\.0\.markDefs\.0\.href must be a safe link/)
  })

  it('lets a draft lack required values, and names them when it is published', async () => {
    const item = await created(
      { faq: [{ question: 'x' }, { secret: 's' }], seo: { links: [{}] }, sections: [{ _type: 'quote' }] },
      { incomplete: true },
    )
    expect(item.missing).toEqual(['faq', 'seo', 'sections'])
    const paths = ['data.faq[1].question', 'data.seo.links[0].href', 'data.sections[0].words']
    const publish = () => service.ask('POST', `/content/pages/${item.id}/publish`)
    expect(await issuesOf(publish())).toEqual(paths.map((path) => `${path} is required`))
    const data = { faq: [{ question: 'x' }], seo: {}, sections: [] }
    const whole = dataOf(await service.ask('PUT', `/content/pages/${item.id}`, { body: { data } })).item
    expect(whole).not.toHaveProperty('missing')
    dataOf(await publish())
  })

  it('shows files within as those of fields, and keeps what was read when it is sent back', async () => {
    const raw = { id: image }
    const item = await created({
      faq: [{ question: 'x', photo: { id: image, alt: 'Own' }, leaflet: { id: image }, raw }],
    })
    const [{ photo, leaflet, raw: given }] = item.data.faq
    expect(photo).toMatchObject({
      id: image,
      alt: 'Own',
      width: expect.any(Number),
      url: expect.stringContaining('/media/file/'),
    })
    expect(leaflet).toMatchObject({ id: image, filename: expect.any(String), mimeType: expect.any(String) })
    expect(leaflet).not.toHaveProperty('width')
    expect(given).toEqual(raw)
    const again = dataOf(
      await service.ask('PUT', `/content/pages/${item.id}`, { body: { data: item.data } }),
    ).item
    expect(again.updatedAt).toBe(item.updatedAt)
  })

  it('counts references and files within, and includes them', async () => {
    const item = await created({
      faq: [{ question: 'x', expert: ana, photo: { id: image } }],
      sections: [{ _type: 'people', members: [ana] }],
    })
    const usage = dataOf(await service.ask('GET', `/media/${image}/usage`))
    expect(JSON.stringify(usage)).toContain(item.id)
    const read = dataOf(await service.ask('GET', `/content/pages/${item.id}?include=faq.expert,faq.photo`))
    expect(Object.keys(read.included.items)).toEqual([ana])
    expect(Object.keys(read.included.media)).toEqual([image])
    const ofKind = dataOf(
      await service.ask('GET', `/content/pages/${item.id}?include=sections.people.members`),
    )
    expect(Object.keys(ofKind.included.items)).toEqual([ana])
    expect(outcome(await service.ask('GET', `/content/pages/${item.id}?include=faq.question`))).toMatch(
      /^400/,
    )
    const collection = dataOf(await service.ask('GET', '/schema/collections/people/usage')).item
    expect(collection.referredBy).toEqual(['pages.faq', 'pages.sections'])
  })

  it('finds the words of its texts, but not those of fields that are left out', async () => {
    await created(
      { title: 'Words', faq: [{ question: 'zanzibar', answer: text('quokka'), secret: 'xylophone' }] },
      { status: 'published' },
    )
    const found = async (word: string) => (await service.ask('GET', `/search?q=${word}`)).body.results.length
    expect([await found('zanzibar'), await found('quokka'), await found('xylophone')]).toEqual([1, 1, 0])
  })

  it('reads and writes the rich text within as Markdown', async () => {
    const body = { data: { faq: [{ question: 'x', answer: 'Some **strong** words' }] }, format: 'markdown' }
    const item = dataOf(await service.ask('POST', '/content/pages', { body }), 201).item
    expect(item.data.faq[0].answer).toBe('Some **strong** words')
    const blocks = dataOf(await service.ask('GET', `/content/pages/${item.id}`)).item
    expect(blocks.data.faq[0].answer[0].children[1]).toMatchObject({ text: 'strong', marks: ['strong'] })
    const same = dataOf(await service.ask('PUT', `/content/pages/${item.id}`, { body })).item
    expect(same.updatedAt).toBe(item.updatedAt)
  })

  it('names what differs within', async () => {
    const item = await created(
      { faq: [{ question: 'a' }, { question: 'b' }], seo: { title: 'x' } },
      { status: 'published' },
    )
    await service.ask('PUT', `/content/pages/${item.id}`, {
      body: { data: { faq: [{ question: 'a' }, { question: 'c' }, { question: 'd' }], seo: { title: 'y' } } },
    })
    const { changed } = dataOf(await service.ask('GET', `/content/pages/${item.id}/compare`))
    expect((changed as Any[]).map(({ field, paths }) => [field, paths])).toEqual([
      ['faq', ['faq[1].question', 'faq[2]']],
      ['seo', ['seo.title']],
    ])
  })

  it('marks the texts within in previews', async () => {
    const item = await created({ faq: [{ question: 'What is it' }], seo: { title: 'A title' } })
    const { token } = dataOf(
      await service.ask('POST', `/content/pages/${item.id}/preview-link`, { body: {} }),
      201,
    ).item
    const marked = await service.ask('GET', `/content/pages/${item.id}?preview=${token}&sourceMap=1`, {
      token: null,
    })
    expect(JSON.stringify(dataOf(marked).item.data)).toMatch(/What is it\u200b/)
  })

  it.each<[name: string, options: object, issue: string | RegExp]>([
    ['no fields', { widget: 'list' }, /^options\.fields/],
    ['an unknown widget', { widget: 'table', fields: [] }, /^options\.widget/],
    [
      'a field twice',
      {
        widget: 'list',
        fields: [
          { slug: 'a', type: 'text' },
          { slug: 'a', type: 'text' },
        ],
      },
      'options.fields[1].slug',
    ],
    ['a reserved name', { widget: 'list', fields: [{ slug: 'id', type: 'text' }] }, 'options.fields[0].slug'],
    [
      'a missing target',
      { widget: 'list', fields: [{ slug: 'a', type: 'reference', options: { collection: 'no' } }] },
      'options.fields[0].options.collection',
    ],
    [
      'a bad rule',
      { widget: 'group', fields: [{ slug: 'a', type: 'string', validation: { maxLength: -1 } }] },
      'options.fields[0].validation.maxLength',
    ],
    [
      'a bad default',
      { widget: 'group', fields: [{ slug: 'a', type: 'integer', defaultValue: 'x' }] },
      'options.fields[0].defaultValue',
    ],
    ['a kind that is no group', { widget: 'blocks', fields: [{ slug: 'a', type: 'text' }] }, 'options'],
    [
      'an unknown setting',
      { widget: 'list', fields: [{ slug: 'a', type: 'text', sizes: 1 }] },
      'options.fields[0].sizes',
    ],
    [
      'too deep a field',
      [1, 2, 3].reduce<object>(
        (inner) => ({ widget: 'group', fields: [{ slug: 'a', type: 'json', options: inner }] }),
        { widget: 'group', fields: [{ slug: 'a', type: 'text' }] },
      ),
      'options.fields[0].options.fields[0].options.fields[0].options',
    ],
    [
      'too many fields',
      { widget: 'group', fields: Array.from({ length: 101 }, (_, at) => ({ slug: `f${at}`, type: 'text' })) },
      /^options\.fields/,
    ],
  ])('refuses the definition with %s', async (_name, options, issue) => {
    const body = { slug: 'bad', label: 'Bad', type: 'json', options }
    const failed = await service.ask('POST', '/schema/collections/pages/fields', { body })
    expectFailure(failed, '400 VALIDATION_ERROR')
    const [path] = issuePaths(failed)
    if (typeof issue === 'string') expect(path).toBe(issue)
    else expect(path).toMatch(issue)
  })

  it('checks stored values when the fields within change', async () => {
    const list = (fields: readonly object[]) => ({ options: { widget: 'list', fields } })
    await makeCollection(service, 'notes', {
      supports: ['drafts'],
      fields: [
        {
          slug: 'rows',
          type: 'json',
          ...list([
            { slug: 'a', type: 'string' },
            { slug: 'b', type: 'reference', options: { collection: 'people' } },
          ]),
        },
      ],
    })
    const body = { data: { rows: [{ a: 'long enough', b: ana }, {}] } }
    const note = dataOf(await service.ask('POST', '/content/notes', { body }), 201).item
    const patch = (fields: readonly object[]) =>
      service.ask('PATCH', '/schema/collections/notes/fields/rows', { body: list(fields) })
    const preview = async (fields: readonly object[]) =>
      dataOf(
        await service.ask('POST', '/schema/collections/notes/preview', {
          body: { updateField: { fieldSlug: 'rows', ...list(fields) } },
        }),
      ).item
    const b = { slug: 'b', type: 'reference', options: { collection: 'people' } }
    const tooShort = [{ slug: 'a', type: 'string', validation: { maxLength: 4 } }, b]
    const fault = '0.a must have at most 4 characters'
    expectFailure(await patch(tooShort), '400 SCHEMA_ERROR', fault)
    expect((await preview(tooShort)).refusal.message).toContain(fault)
    const needed = [{ slug: 'a', type: 'string', required: true }, b]
    expectFailure(await patch(needed), '400 SCHEMA_ERROR', 'rows[1].a is required')
    const elsewhere = [
      { slug: 'a', type: 'string' },
      { slug: 'b', type: 'reference', options: { collection: 'pages' } },
    ]
    expectFailure(await patch(elsewhere), '400 SCHEMA_ERROR', 'rows[0].b')

    const added = [{ slug: 'a', type: 'string' }, b, { slug: 'c', type: 'boolean', defaultValue: false }]
    dataOf(await patch(added))
    const read = async () => dataOf(await service.ask('GET', `/content/notes/${note.id}`)).item.data
    expect(await read()).toEqual({ rows: [{ a: 'long enough', b: ana, c: false }, { c: false }] })

    const shorter = [{ slug: 'a', type: 'string' }]
    expect((await preview(shorter)).lost).toEqual({ items: 1, revisions: 0 })
    expect(await read()).toEqual({ rows: [{ a: 'long enough', b: ana, c: false }, { c: false }] })
    dataOf(await patch(shorter))
    expect(await read()).toEqual({ rows: [{ a: 'long enough' }, {}] })
    const removed = await service.ask('DELETE', `/schema/collections/notes/fields/rows`)
    expect(dataOf(removed).lost.items).toBe(1)
  })

  it('turns any JSON into fields and back, where the values allow it', async () => {
    await makeCollection(service, 'loose', { supports: ['drafts'], fields: [{ slug: 'any', type: 'json' }] })
    const body = { data: { any: [{ photo: { id: image } }] } }
    const { id } = dataOf(await service.ask('POST', '/content/loose', { body }), 201).item
    const patch = (options: object | null) =>
      service.ask('PATCH', '/schema/collections/loose/fields/any', { body: { options } })
    expectFailure(
      await patch({ widget: 'list', fields: [{ slug: 'other', type: 'text' }] }),
      '400 SCHEMA_ERROR',
    )
    dataOf(await patch({ widget: 'list', fields: [{ slug: 'photo', type: 'image' }] }))
    const read = async () => dataOf(await service.ask('GET', `/content/loose/${id}`)).item.data.any[0].photo
    const shown = await read()
    expect(shown).toMatchObject({ id: image, url: expect.stringContaining('/media/file/') })
    dataOf(await patch(null))
    expect(await read()).toEqual(shown)
  })

  it('offers it over MCP and in types', async () => {
    const described = await resultOf(service, 'schema_get_collection', { slug: 'pages' })
    expect(JSON.stringify(described)).toContain('"question":"A line of text"')
    const types = await service.ask('GET', '/schema', { headers: { accept: 'text/typescript' } })
    expect(types.text).toContain(
      'question: string; answer?: PortableTextBlock[]; expert?: Reference<"people">',
    )
    expect(types.text).toContain('_type: "quote"; _key?: string; words: string')
  })
})

describe('forms of fields', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startMediaService('sqlite', 'local', { OCTAVO_RATE_LIMIT: 'off' })
    await makeCollection(service, 'cards', {
      supports: ['drafts'],
      fields: ['url', 'email', 'date', 'color'].map((widget) => ({
        slug: widget,
        type: 'string',
        options: {
          widget,
          help: `A ${widget}`,
          width: 'half',
          tab: 'More',
          showIf: { field: 'url', exists: true },
        },
      })),
    })
  })
  afterAll(() => service.close())

  it.each([
    [
      'url',
      ['https://example.com/a?b=c', 'http://localhost:3000', ''],
      ['example.com', 'javascript:alert(1)', 'ftp://a.b'],
    ],
    ['email', ['ana@example.com'], ['ana', 'ana@', 'a b@example.com']],
    ['date', ['2026-01-31', '2024-02-29'], ['2026-02-30', '31.01.2026', '2026-01-31T09:00:00Z']],
    ['color', ['#abc', '#A1B2C3', '#a1b2c3d4'], ['red', 'abc', '#ab', '#12345']],
  ])('takes a text of the form %s alone', async (field, taken, refused) => {
    const post = (value: string) =>
      service.ask('POST', '/content/cards', { body: { data: { [field]: value } } })
    for (const value of taken) expect(dataOf(await post(value), 201).item.data[field]).toBe(value)
    for (const value of refused) expect(issuePaths(await post(value)), value).toEqual([`data.${field}`])
  })

  it.each<[type: string, settings: object, path: string]>([
    ['string', { options: { widget: 'phone' } }, 'options.widget'],
    ['text', { options: { help: 'x'.repeat(501) } }, 'options.help'],
    ['text', { options: { width: 'wide' } }, 'options.width'],
    ['text', { options: { showIf: { field: 'url' } } }, 'options.showIf'],
    ['select', { validation: { options: ['a'] }, options: { labels: { b: 'B' } } }, 'options'],
  ])('refuses wrong options of %s', async (type, settings, path) => {
    const body = { slug: 'bad', label: 'Bad', type, ...settings }
    const failed = await service.ask('POST', '/schema/collections/cards/fields', { body })
    expect(issuePaths(failed)).toEqual([path])
  })

  it('keeps labels of values, and checks what is stored when the form changes', async () => {
    const options = { labels: { a: 'First' } }
    const body = { slug: 'kind', label: 'Kind', type: 'select', validation: { options: ['a', 'b'] }, options }
    expect(
      dataOf(await service.ask('POST', '/schema/collections/cards/fields', { body }), 201).item.options,
    ).toEqual(options)
    const change = (field: string, changes: object) =>
      service.ask('PATCH', `/schema/collections/cards/fields/${field}`, { body: changes })
    expectFailure(await change('url', { options: { widget: 'email' } }), '400 SCHEMA_ERROR')
    const { item } = dataOf(await change('url', { type: 'text' }))
    expect(item.options).toEqual({
      help: 'A url',
      width: 'half',
      tab: 'More',
      showIf: { field: 'url', exists: true },
    })
  })
})
