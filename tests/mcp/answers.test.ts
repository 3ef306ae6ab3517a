import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { fieldsOfAllTypes } from '../setup/field-values.ts'
import { manySpans } from '../setup/many-spans.ts'
import { callTool, expectFailed, resultOf } from '../setup/mcp.ts'
import { make } from '../setup/site.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const most = 60_000

const paragraph = (text: string, key: string): object => ({
  _type: 'block',
  _key: key,
  style: 'normal',
  markDefs: [],
  children: [{ _type: 'span', _key: `${key}s`, text, marks: [] }],
})
const video = { _type: 'video', _key: 'v1', url: 'https://example.com/v', odd: { deep: [1] } }

describe.each(engines)('what tools answer on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'pages', {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'body', type: 'portableText' },
        { slug: 'notes', type: 'portableText' },
        { slug: 'views', type: 'integer' },
      ],
    })
  })
  afterAll(() => service.close())

  const newPage = async (data: object): Promise<string> =>
    dataOf(await service.ask('POST', '/content/pages', { body: { data } }), 201).item.id
  const bodyOf = async (id: string): Promise<object[]> =>
    dataOf(await service.ask('GET', `/content/pages/${id}`)).item.data.body

  describe('a change of a long item', () => {
    const long = 'A sentence that an article is full of. '.repeat(2000)
    const data = { title: 'Long', body: long, views: 7 }
    const bytes = (result: unknown): number => Buffer.byteLength(JSON.stringify(result))

    it.each([
      'content_create',
      'content_update',
      'content_publish',
      'content_unpublish',
      'content_duplicate',
    ])('%s answers short values, and names the others', async (name) => {
      const id = await newPage({ ...data, body: [paragraph(long, 'a')] })
      const args = {
        content_create: { collection: 'pages', data },
        content_update: { collection: 'pages', id, data: { views: 7 } },
      }[name] ?? { collection: 'pages', id }
      const result = await resultOf(service, name, args)
      expect(result).toMatchObject({ item: { id: expect.any(String), status: expect.any(String) } })
      expect(result._rev).toEqual(expect.any(String))
      expect(Object.keys(result.item.data)).not.toContain('body')
      expect(result.item.data.views).toBe(7)
      expect(result.notice).toContain('body')
      expect(bytes(result)).toBeLessThan(2000)
    })

    it('answers them where they are asked for', async () => {
      const id = await newPage({ ...data, body: [paragraph(long, 'a')] })
      const page = { collection: 'pages', id }
      const named = await resultOf(service, 'content_update', {
        ...page,
        data: { views: 8 },
        fields: ['body'],
      })
      expect(named.item.data).toEqual({ body: [paragraph(long, 'a')] })
      const written = await resultOf(service, 'content_publish', { ...page, format: 'markdown' })
      expect(written.item.data.body.includes(long)).toBe(true)
    })

    it('stays short with many fields', async () => {
      const many = Array.from({ length: 100 }, (_, index) => `field_${index}`)
      const fields = ['title', ...many].map((slug) => ({ slug, type: 'string' }))
      await makeCollection(service, 'wide', { supports: [], fields })
      const values = Object.fromEntries(many.map((slug) => [slug, 'x'.repeat(100)]))
      const result = await resultOf(service, 'content_create', { collection: 'wide', data: values })
      expect(bytes(result)).toBeLessThan(2500)
      expect(result.notice).toContain('more')
    })
  })

  describe('rich text', () => {
    it('is written as Markdown and stored as blocks', async () => {
      const data = { title: 'A', body: '# Hi\n\n- one\n- two', notes: '' }
      const { item } = await resultOf(service, 'content_create', { collection: 'pages', data })
      expect(await bodyOf(item.id)).toMatchObject([
        { _type: 'block', style: 'h1', children: [{ text: 'Hi' }] },
        { listItem: 'bullet', level: 1, children: [{ text: 'one' }] },
        { listItem: 'bullet', level: 1, children: [{ text: 'two' }] },
      ])
      expect(item.data.notes).toEqual([])
    })

    it('comes back to the last key when a model sends what it read', async () => {
      const body = [
        paragraph('One.', 'a'),
        video,
        paragraph('  spaced  ', 'b'),
        paragraph('Two *stars*.', 'c'),
      ]
      const id = await newPage({ title: 'B', body })
      const page = { collection: 'pages', id, format: 'markdown' }
      const read = await resultOf(service, 'content_get', page)
      expect(read.item.data.body).toContain('```json:object')
      const { _rev } = read
      await resultOf(service, 'content_update', { ...page, _rev, data: { body: read.item.data.body } })
      expect(await bodyOf(id)).toEqual(body)
    })

    it('an edit leaves the other paragraphs as they are', async () => {
      const body = [paragraph('One.', 'a'), video, paragraph('Two.', 'b')]
      const id = await newPage({ title: 'C', body })
      const page = { collection: 'pages', id }
      const { item } = await resultOf(service, 'content_get', { ...page, format: 'markdown' })
      const edited = item.data.body.replace('Two.', 'Two and **more**.')
      await resultOf(service, 'content_update', { ...page, data: { body: edited } })
      const after = await bodyOf(id)
      expect(after.slice(0, 2)).toEqual(body.slice(0, 2))
      expect(after[2]).toMatchObject({
        children: [{ text: 'Two and ' }, { marks: ['strong'] }, { text: '.' }],
      })
    })

    it('is blocks unless Markdown is asked for, in items, lists, versions and revisions', async () => {
      const body = [paragraph('Live.', 'a')]
      const id = await newPage({ title: 'D', body })
      await service.ask('POST', `/content/pages/${id}/publish`, { body: {} })
      const page = { collection: 'pages', id }
      const change = { ...page, data: { body: 'Draft.' }, format: 'markdown' }
      expect((await resultOf(service, 'content_update', change)).item.data.body).toBe('Draft.')
      expect((await resultOf(service, 'content_compare', page)).live.body).toEqual(body)
      const compared = await resultOf(service, 'content_compare', { ...page, format: 'markdown' })
      expect([compared.live.body, compared.draft.body]).toEqual(['Live.', 'Draft.'])
      const revisions = await resultOf(service, 'revision_list', { ...page, format: 'markdown' })
      expect(revisions.items[0].data.body).toBe('Draft.')
      const list = await resultOf(service, 'content_list', {
        collection: 'pages',
        format: 'markdown',
        limit: 1,
      })
      expect(list.items[0].data.body).toBe('Draft.')
    })

    it('text fields hold Markdown as the text that it is', async () => {
      const data = { title: '# No heading', body: [paragraph('x', 'a')] }
      const { item } = await resultOf(service, 'content_create', { collection: 'pages', data })
      expect(item.data).toEqual(data)
    })

    it('Markdown without end is refused, by the field', async () => {
      const data = { title: 'E', body: 'x '.repeat(150_000) }
      expectFailed(
        await callTool(service, 'content_create', { collection: 'pages', data }),
        '- data.body: ',
        '200000',
      )
    })

    it('what blocks would not be allowed is refused in Markdown too, by the field', async () => {
      await makeCollection(service, 'letters', {
        supports: [],
        fields: [
          { slug: 'title', type: 'string' },
          { slug: 'body', type: 'portableText', required: true },
        ],
      })
      for (const [body, ...said] of [
        ['', 'is required'],
        [' \n\n ', 'is required'],
        ['a\0b', 'U+0000'],
        ['a\n\n```json:object\n{"_type":"video",\n```', 'line 3', 'json:object'],
      ] as const) {
        const call = { collection: 'letters', data: { title: 'A', body } }
        expectFailed(await callTool(service, 'content_create', call), '- data.body: ', ...said)
      }
    })

    it('what takes too long to write stays blocks, and the answer says so', { tags: 'long' }, async () => {
      const body = [{ ...paragraph('', 'a'), children: manySpans() }]
      const data = { title: 'Slow', body, notes: [paragraph('Short.', 'b')] }
      const id = await newPage(data)
      const page = { collection: 'pages', id, format: 'markdown' }
      const { item, notice } = await resultOf(service, 'content_get', page)
      expect(item.data).toEqual(data)
      expect(notice).toContain('as blocks')
    })

    it('JSON in a fence is checked as all blocks are', async () => {
      for (const text of [
        '{"_type":"block"}',
        '{"_type":"a","__proto__":{"x":1}}',
        '{"_type":"a","b":"\\u0000"}',
        '{"_type":"a","b":[9007199254740993]}',
        '{"_type":"a","b":1,"b":2}',
      ]) {
        const data = { body: `\`\`\`json:object\n${text}\n\`\`\`` }
        expectFailed(
          await callTool(service, 'content_create', { collection: 'pages', data }),
          '- data.body.0',
        )
      }
    })

    it('numbers and keys in a fence, or within a text, are not changed in silence', async () => {
      const call = (body: string) =>
        callTool(service, 'content_create', { collection: 'pages', data: { title: 'A', body } })
      const fence = '```json:object\n{"_type":"a","b":[1,9007199254740993]}\n```'
      expectFailed(await call(fence), '- data.body.0.b.1: ', '9007199254740993 would become')
      expectFailed(
        await call('Text json:object`{"_type":"a","b":1,"b":2}` text'),
        '- data.body.0.children.1.b: is given twice',
      )
      const kept = '```json:object\n{"_type":"a","b":[9007199254740992, 1.50, "9007199254740993"]}\n```'
      const { item } = await resultOf(service, 'content_create', {
        collection: 'pages',
        data: { title: 'A', body: kept },
      })
      expect(await bodyOf(item.id)).toMatchObject([{ b: [9007199254740992, 1.5, '9007199254740993'] }])
    })

    it('who may write but not read writes Markdown too', async () => {
      const { token } = await service.person(50, ['content:write'])
      const id = await newPage({ title: 'F', body: [paragraph('Old.', 'a')] })
      const change = { collection: 'pages', id, data: { body: 'New.' } }
      await resultOf(service, 'content_update', change, { token })
      expect(await bodyOf(id)).toMatchObject([{ children: [{ text: 'New.' }] }])
    })
  })

  it('fields picks values and properties, and names what there is otherwise', async () => {
    const id = await newPage({ title: 'Pick', views: 3, body: [] })
    const page = { collection: 'pages', id, fields: ['views', 'createdAt'] }
    const { item, _rev } = await resultOf(service, 'content_get', page)
    expect(item).toEqual({
      id,
      slug: 'pick',
      status: 'draft',
      createdAt: expect.any(String),
      data: { views: 3 },
    })
    expect(_rev).toEqual(expect.any(String))
    const wrong = { collection: 'pages', data: { title: 'Never' }, fields: ['titel'] }
    expectFailed(await callTool(service, 'content_create', wrong), '- fields.0: ', 'did you mean "title"')
    const { items } = await resultOf(service, 'content_list', {
      collection: 'pages',
      fields: ['title'],
      limit: 100,
    })
    expect(JSON.stringify(items)).not.toContain('Never')
  })

  describe('long answers', () => {
    const length = 40

    beforeAll(async () => {
      await makeCollection(service, 'long', {
        supports: ['drafts', 'revisions'],
        fields: [
          { slug: 'title', type: 'string' },
          { slug: 'body', type: 'text' },
        ],
      })
      for (let index = 0; index < length; index++) {
        const data = { title: `T${index}`, body: 'ü"'.repeat(1500) }
        await service.ask('POST', '/content/long', { body: { data } })
      }
    })

    it('are cut at a whole item, say so, and go on', async () => {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const args = {
          collection: 'long',
          orderBy: 'slug',
          order: 'asc',
          ...(cursor !== undefined && { cursor }),
        }
        const outcome = await callTool(service, 'content_list', args)
        const text = outcome.kind === 'done' ? outcome.text : ''
        expect(Buffer.byteLength(text)).toBeLessThan(most)
        const page = JSON.parse(text)
        if (page.nextCursor !== undefined)
          expect(page.notice).toMatch(/^Shortened to \d+ of \d+: .* nextCursor/)
        seen.push(...page.items.map(({ slug }: { slug: string }) => slug))
        cursor = page.nextCursor
      } while (cursor !== undefined)
      expect(seen).toEqual(Array.from({ length }, (_, index) => `t${index}`).toSorted())
    })

    it('are cut where the items are given by their ids, too', async () => {
      const list = dataOf(await service.ask('GET', '/content/long?limit=100&fields=title'))
      const ids = list.items.map(({ id }: { id: string }) => id).toReversed()
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const args = { collection: 'long', ids, limit: 1, ...(cursor !== undefined && { cursor }) }
        const page = await resultOf(service, 'content_list', args)
        expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(most)
        expect(page.notice === undefined).toBe(page.nextCursor === undefined)
        if (cursor === undefined) expect(page.items.length).toBeGreaterThan(1)
        seen.push(...page.items.map(({ id }: { id: string }) => id))
        cursor = page.nextCursor
      } while (cursor !== undefined)
      expect(seen).toEqual(ids)
    })

    it('fit when less is picked', async () => {
      const page = await resultOf(service, 'content_list', { collection: 'long', fields: ['title'] })
      expect(page.items).toHaveLength(length)
      expect(page).not.toHaveProperty('notice')
    })

    it('one item that is too long is given whole', async () => {
      const data = { title: 'Whale', body: 'x'.repeat(80_000) }
      const { item } = dataOf(await service.ask('POST', '/content/long', { body: { data } }), 201)
      const read = await resultOf(service, 'content_get', { collection: 'long', id: item.id })
      expect(read.item.data).toEqual(data)
      const page = await resultOf(service, 'content_list', {
        collection: 'long',
        orderBy: 'createdAt',
        limit: 5,
      })
      expect(page.items).toHaveLength(1)
      expect(page.nextCursor).toEqual(expect.any(String))
      await service.ask('DELETE', `/content/long/${item.id}`)
    })

    it('lists that come at once are cut too, with a cursor of their own', async () => {
      await make(service, '/menus', { name: 'huge', label: 'Huge' })
      for (let index = 0; index < 60; index++) {
        const entry = { type: 'custom', customUrl: `/${'x'.repeat(1500)}`, label: `L${index}` }
        await make(service, '/menus/huge/items', entry)
      }
      const labels: string[] = []
      let cursor: string | undefined
      do {
        const args = { name: 'huge', ...(cursor !== undefined && { cursor }) }
        const page = await resultOf(service, 'menu_get', args)
        expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(most)
        expect(page.notice === undefined).toBe(page.nextCursor === undefined)
        labels.push(...page.item.items.map(({ label }: { label: string }) => label))
        cursor = page.nextCursor
      } while (cursor !== undefined)
      expect(labels).toEqual(Array.from({ length: 60 }, (_, index) => `L${index}`))
      for (const wrong of ['', 'x', 'after--1', 'after-1e3'])
        expectFailed(await callTool(service, 'menu_get', { name: 'huge', cursor: wrong }), '- cursor: ')
    })
  })

  describe('what schema_get_collection tells', () => {
    it('has an example of every type of field that content_create takes', async () => {
      await makeCollection(service, 'targets', { supports: [], fields: [] })
      const target = await make(service, '/content/targets', { data: {} })
      await makeCollection(service, 'every', {
        supports: [],
        fields: [
          ...fieldsOfAllTypes,
          { slug: 'short', type: 'string', validation: { maxLength: 3 } },
          { slug: 'long', type: 'text', validation: { minLength: 50 } },
          { slug: 'late', type: 'datetime', validation: { min: '2990-01-01T00:00:00.000Z' } },
          { slug: 'high', type: 'number', validation: { min: 1000 } },
        ],
      })
      const { item } = await resultOf(service, 'schema_get_collection', { slug: 'every' })
      const examples = item.fields.map(({ slug, example }: { slug: string; example: unknown }) => [
        slug,
        example,
      ])
      for (const [slug, example] of examples) expect(example, slug).toBeDefined()
      const record = { filename: 'a.png', mimeType: 'image/png', storageKey: 'examples/a.png' }
      const file = await make(service, '/media', record)
      const data = {
        ...Object.fromEntries(examples),
        a_image: { id: file.id },
        a_file: { id: file.id },
        a_reference: target.id,
        a_references: [target.id],
      }
      await resultOf(service, 'content_create', { collection: 'every', data })
    })

    it('says what a value must fulfil where no example could', async () => {
      const validation = { pattern: '^[A-Z]{3}-\\d{4}$' }
      await makeCollection(service, 'coded', {
        supports: [],
        fields: [{ slug: 'code', type: 'string', required: true, validation }],
      })
      const { item, example } = await resultOf(service, 'schema_get_collection', { slug: 'coded' })
      expect(item.fields[0]).toMatchObject({ slug: 'code', required: true, takes: validation })
      expect(example).toEqual({
        tool: 'content_create',
        arguments: { collection: 'coded', data: {} },
        note: 'Before you call it: add data.code, which is required; its "takes" says what it must fulfil.',
      })
    })

    it('says which ids of its example call are to be replaced', async () => {
      await makeCollection(service, 'pointing', {
        supports: [],
        fields: [
          { slug: 'name', type: 'string' },
          { slug: 'page', type: 'reference', required: true, options: { collection: 'pages' } },
          { slug: 'cover', type: 'image', required: true },
          { slug: 'minutes', type: 'file', required: true },
          { slug: 'other', type: 'file' },
        ],
      })
      const { example } = await resultOf(service, 'schema_get_collection', { slug: 'pointing' })
      expect(Object.keys(example.arguments.data)).toEqual(['name', 'page', 'cover', 'minutes'])
      expect(example.note).toBe(
        'Before you call it: replace the id in data.page by one of an existing item of "pages" (content_list); ' +
          'replace the id in data.cover by one of an existing file (media_list); ' +
          'replace the id in data.minutes by one of an existing file (media_list).',
      )
      const plain = await resultOf(service, 'schema_get_collection', { slug: 'pages' })
      expect(plain.example).not.toHaveProperty('note')
    })

    it('its example call works', async () => {
      const { example } = await resultOf(service, 'schema_get_collection', { slug: 'pages' })
      expect((await resultOf(service, example.tool, example.arguments)).item.status).toBe('draft')
    })
  })

  it.each([
    ['content_list', { collection: 'page' }, ['Did you mean "pages"?', 'long, pages']],
    [
      'content_create',
      { collection: 'nothing_like_it', data: {} },
      ['There are these collections: ', 'pages'],
    ],
    ['schema_delete_field', { collection: 'pages', fieldSlug: 'titel' }, ['did you mean "title"?']],
    [
      'content_create',
      { collection: 'pages', data: { views: 'many' } },
      ['- data.views: ', 'schema_get_collection'],
    ],
    ['content_list', { collection: 'pages', orderBy: 'titel' }, ['- orderBy: ', 'title']],
    ['content_list', { collection: 'pages', status: 'live' }, ['- status: ', 'draft', 'scheduled']],
    ['content_list', { collection: 'pages', locale: 'xx' }, ['- locale: ', 'en']],
    ['content_restore', { collection: 'pages', id: 'pick' }, ['content_list_trashed']],
    ['content_schedule', { collection: 'pages', id: 'pick', scheduledAt: '2999-01-01' }, ['- scheduledAt: ']],
    ['search', { query: 'x', collections: ['pages'] }, ['- collections: ', 'does not support search']],
    ['revision_restore', { revisionId: 'x' }, ['revision_list']],
  ] as const)('%s %j: the failure says what to do', async (tool, args, mentions) => {
    expectFailed(await callTool(service, tool, args), ...mentions)
  })

  it('unknown menus, taxonomies and tools: the nearest is named, and those that there are', async () => {
    const none = await callTool(service, 'taxonomy_list_terms', { taxonomy: 'topics' })
    expectFailed(none, 'There are no taxonomies yet.')
    await make(service, '/menus', { name: 'footer', label: 'Footer' })
    await make(service, '/menus', { name: 'main', label: 'Main' })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', hierarchical: true })
    const menus = 'There are these menus: footer, huge, main.'
    const taxonomies = 'There are these taxonomies: topics.'
    expectFailed(await callTool(service, 'menu_get', { name: 'mains' }), `Did you mean "main"? ${menus}`)
    expectFailed(await callTool(service, 'menu_get', { name: 'nothing' }), `\n${menus}`)
    const topic = { taxonomy: 'topic' }
    const near = `Did you mean "topics"? ${taxonomies}`
    expectFailed(await callTool(service, 'taxonomy_list_terms', topic), near)
    const term = { ...topic, slug: 'a', label: 'A' }
    expectFailed(await callTool(service, 'taxonomy_create_term', term), near)
    // A caller who may not read does not learn which items exist.
    const { token } = await service.person(50, ['content:write'])
    const fallbackChange = await callTool(service, 'taxonomy_create_term', term, { token })
    expectFailed(fallbackChange, 'NOT_FOUND')
    expect(fallbackChange).not.toMatchObject({ text: expect.stringContaining('topics') })

    const { message } = (await callTool(service, 'content_gte', {})) as { message: string }
    expect(message).toMatch(
      /^There is no tool "content_gte"\. Did you mean "content_get"\? There are these tools: /,
    )
    expect(message.split(': ').at(-1)?.split(', ')).toHaveLength(33)
  })

  it('a slug that is taken, and a stale _rev', async () => {
    const taken = { collection: 'pages', data: { title: 'x' }, slug: 'pick' }
    expectFailed(
      await callTool(service, 'content_create', taken),
      'DUPLICATE_SLUG',
      'Pass another slug, or none',
    )
    const { _rev } = await resultOf(service, 'content_get', { collection: 'pages', id: 'pick' })
    const change = { collection: 'pages', id: 'pick', data: { views: 4 }, _rev }
    const after = await resultOf(service, 'content_update', change)
    expectFailed(await callTool(service, 'content_update', change), 'CONFLICT', `"${after._rev}"`)
  })

  it('a slug of an item in the trash, which can be brought back as the text says', async () => {
    const { id, slug } = await makeItem(service, 'pages', { state: 'trash' })
    const taken = { collection: 'pages', data: { title: 'x' }, slug }
    const outcome = await callTool(service, 'content_create', taken)
    expectFailed(outcome, 'DUPLICATE_SLUG', 'in the trash', 'content_restore', id)
    expect(outcome).not.toMatchObject({ text: expect.stringContaining('content_get') })
    const { item } = await resultOf(service, 'content_restore', { collection: 'pages', id })
    expect(item).toMatchObject({ id, slug })
  })

  it('who may not read drafts sees what is live, and nothing else', async () => {
    const { token } = await service.person(10, ['content:read'])
    const { id } = await makeItem(service, 'pages', { state: 'draft' })
    expectFailed(await callTool(service, 'content_get', { collection: 'pages', id }, { token }), 'NOT_FOUND')
    const { items } = await resultOf(service, 'content_list', { collection: 'pages', limit: 100 }, { token })
    for (const { status } of items) expect(status).toBe('published')
  })
})
