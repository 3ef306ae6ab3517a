import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { manySpans } from '../setup/many-spans.ts'
import { resultOf } from '../setup/mcp.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { expectSomeUnder } from '../setup/timing.ts'
import type { Any } from '../setup/json.ts'

const paragraph = (text: string, key: string): object => ({
  _type: 'block',
  _key: key,
  style: 'normal',
  markDefs: [],
  children: [{ _type: 'span', _key: `${key}s`, text, marks: [] }],
})
const video = { _type: 'video', _key: 'v1', url: 'https://example.com/v' }

/** Markdown that takes longer than the limit of time. */
const endless = '[a](b) '.repeat(28_000)

describe.each(engines)('rich text as Markdown over REST on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'pages', {
      supports: ['drafts', 'revisions', 'scheduling'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'body', type: 'portableText' },
        { slug: 'notes', type: 'text' },
      ],
    })
    await makeCollection(service, 'letters', {
      supports: [],
      fields: [
        { slug: 'title', type: 'string', required: true },
        { slug: 'body', type: 'portableText', required: true },
      ],
    })
  })
  afterAll(() => service.close())

  const create = (data: object, more: object = {}, collection = 'pages'): Promise<Answer> =>
    service.ask('POST', `/content/${collection}`, { body: { data, ...more } })
  const newPage = async (body: unknown): Promise<string> =>
    dataOf(await create({ title: 'A', body }), 201).item.id
  const read = async (path: string): Promise<Any> => dataOf(await service.ask('GET', path))
  const bodyOf = async (id: string): Promise<object[]> => (await read(`/content/pages/${id}`)).item.data.body

  it('is written and answered with format=markdown, in the body or in the query', async () => {
    const body = '# Hi\n\n- one\n- two'
    const data = { title: 'A', body, notes: '# As it is' }
    const { item } = dataOf(await create(data, { format: 'markdown' }), 201)
    expect(item.data).toEqual(data)
    expect(await bodyOf(item.id)).toMatchObject([
      { _type: 'block', style: 'h1', children: [{ text: 'Hi' }] },
      { listItem: 'bullet', level: 1 },
      { listItem: 'bullet', level: 1 },
    ])
    const path = `/content/pages/${item.id}?format=markdown`
    const changed = dataOf(await service.ask('PUT', path, { body: { data: { body: 'New.' } } }))
    expect(changed.item.data).toEqual({ ...data, body: 'New.' })
  })

  it('is written with takesMarkdown where the answer has blocks', async () => {
    const { item } = dataOf(await create({ title: 'A', body: 'One.' }, { takesMarkdown: true }), 201)
    expect(item.data.body).toMatchObject([{ children: [{ text: 'One.' }] }])
  })

  it('comes back to the last key, and an edit leaves the other paragraphs as they are', async () => {
    const body = [paragraph('One.', 'a'), video, paragraph('Two.', 'b')]
    const id = await newPage(body)
    const path = `/content/pages/${id}?format=markdown`
    const { item, _rev } = await read(path)
    expect(item.data.body).toContain('```json:object')
    const same = dataOf(await service.ask('PUT', path, { body: { data: { body: item.data.body } } }))
    expect(same._rev).toBe(_rev)
    expect(await bodyOf(id)).toEqual(body)
    const edited = item.data.body.replace('Two.', 'Three.')
    await service.ask('PUT', path, { body: { data: { body: edited } } })
    expect((await bodyOf(id)).slice(0, 2)).toEqual(body.slice(0, 2))
  })

  it('every answer that has the values of an item has them as Markdown, as over MCP', async () => {
    const id = await newPage([paragraph('First.', 'a')])
    const at = `/content/pages/${id}`
    const post = async (path: string, body: object = {}) =>
      (await service.ask('POST', `${path}?format=markdown`, { body })).body.data
    const scheduledAt = new Date(service.clock.now.getTime() + 3_600_000).toISOString()
    for (const [path, body] of [
      [`${at}/schedule`, { scheduledAt }],
      [`${at}/unschedule`, {}],
      [`${at}/publish`, {}],
      [`${at}/unpublish`, {}],
      [`${at}/duplicate`, {}],
      [`${at}/publish`, {}],
    ] as const)
      expect((await post(path, body)).item.data.body, path).toBe('First.')
    const change = { data: { body: 'Second.' }, format: 'markdown' }
    expect(dataOf(await service.ask('PUT', at, { body: change })).item.data.body).toBe('Second.')
    const page = { collection: 'pages', id, format: 'markdown' }
    for (const [tool, path, args] of [
      ['content_get', at, page],
      ['content_compare', `${at}/compare`, page],
      ['revision_list', `${at}/revisions`, page],
      ['content_list', '/content/pages', { collection: 'pages', format: 'markdown', orderBy: 'createdAt' }],
    ] as const) {
      const answered = await read(`${path}?format=markdown`)
      expect(JSON.stringify(answered), path).toContain('Second.')
      expect(JSON.stringify(answered), path).not.toMatch(/[{,]"_type"/)
      expect(await resultOf(service, tool, args), tool).toEqual(answered)
    }
    const { items } = await read(`${at}/revisions?format=markdown`)
    const [newest] = items
    const revision = await read(`/revisions/${newest.id}?format=markdown`)
    expect(revision.item).toEqual(newest)
    expect((await post(`/revisions/${newest.id}/restore`)).item.data.body).toBe('Second.')
    expect((await post(`${at}/discard-draft`)).item.data.body).toBe('First.')
    await service.ask('DELETE', at)
    const trash = await read('/content/pages/trash?format=markdown')
    expect(trash.items[0].data.body).toBe('First.')
    expect((await post(`${at}/restore`)).item.data.body).toBe('First.')
  })

  it('what lists and quotes hold is checked, linked and found as all rich text is', async () => {
    await makeCollection(service, 'guides', {
      supports: ['search'],
      fields: [{ slug: 'body', type: 'portableText', searchable: true }],
    })
    const file = { filename: 'a.png', mimeType: 'image/png', storageKey: 'markdown/a.png' }
    const media = dataOf(await service.ask('POST', '/media', { body: file }), 201).item
    const body = `3. One\n\n   Zanzibar\n\n   \`\`\`js\n   quokka()\n   \`\`\`\n\n> - ![Picture](${media.url})`
    const more = { format: 'markdown', status: 'published' }
    const { item } = dataOf(await create({ body }, more, 'guides'), 201)
    expect(item.data.body).toBe(body)
    const { results } = (await service.ask('GET', '/search?q=zanzibar%20quokka')).body
    expect(results.map(({ id }: { id: string }) => id)).toEqual([item.id])
    const { items } = await read(`/media/${media.id}/usage`)
    expect(items).toMatchObject([{ id: item.id }])
    const unsafe = '1. One\n\n   [x](vbscript%3Ax)\n\n   [y](foo:bar)'
    const refused = await create({ body: unsafe }, more, 'guides')
    expectFailure(refused, '400 VALIDATION_ERROR', 'data.body.0.content.1.markDefs.0.href')
    const block = (parts: object): object => ({ _type: 'block', children: [], listItem: 'number', ...parts })
    for (const [parts, path] of [
      [{ start: -1 }, 'start'],
      [{ start: '5' }, 'start'],
      [{ spread: 1 }, 'spread'],
      [{ content: {} }, 'content'],
      [{ content: [{}] }, 'content.0._type'],
      [{ content: [block({ children: 1 })] }, 'content.0.children'],
    ] as const)
      expectFailure(
        await create({ body: [block(parts)] }, {}, 'guides'),
        '400 VALIDATION_ERROR',
        `data.body.0.${path}`,
      )
  })

  it(
    'an update keeps what is stored when it writes, not what was stored when it came',
    { tags: 'long' },
    async () => {
      const id = await newPage([paragraph('Old.', 'a')])
      const at = `/content/pages/${id}`
      // Calls of one person are converted one after the other, so the second change waits for the first.
      const slow = service.ask('PUT', at, { body: { data: { body: endless }, takesMarkdown: true } })
      const waiting = service.ask('PUT', at, {
        body: { data: { body: 'New.\n\nLast.' }, takesMarkdown: true },
      })
      const meanwhile = [paragraph('New.', 'n')]
      dataOf(await service.ask('PUT', at, { body: { data: { body: meanwhile } } }))
      expectFailure(await slow, '400 VALIDATION_ERROR', 'data.body', 'takes too long')
      dataOf(await waiting)
      expect((await bodyOf(id))[0]).toEqual(meanwhile[0])
    },
  )

  it('a text is no rich text unless the request says that it is Markdown', async () => {
    expectFailure(await create({ title: 'A', body: 'One.' }), '400 VALIDATION_ERROR', 'data.body')
    const wrong = await create({ title: 'A' }, { format: 'html' })
    expectFailure(wrong, '400 VALIDATION_ERROR', 'format', 'markdown')
    expectFailure(
      await service.ask('GET', '/content/pages?format=html'),
      '400 VALIDATION_ERROR',
      'format',
      'markdown',
    )
  })

  it.each([
    ['', 'is required'],
    [' \n\n ', 'is required'],
    ['a\0b', 'U+0000'],
    ['x '.repeat(150_000), '200000'],
    ['a\n\n```json:object\n{"_type":"video",\n```', 'line 3'],
  ])('refuses %#, with all other issues of the input', async (body, said) => {
    const answer = await create({ body }, { format: 'markdown', status: 'published' }, 'letters')
    expectFailure(answer, '400 VALIDATION_ERROR', said)
    expect(JSON.stringify(answer.body)).toContain('data.title')
  })

  it('who has no right is refused before any Markdown is read', async () => {
    const { token } = await service.person(10, ['content:read'])
    const body = { data: { title: 'A', body: endless }, format: 'markdown' }
    await expectSomeUnder(2500, async () => {
      const startedAt = performance.now()
      expectFailure(await service.ask('POST', '/content/pages', { body, token }), '403 FORBIDDEN')
      return performance.now() - startedAt
    })
  })

  it(
    'what takes too long to write stays blocks, the answer says so and is not taken for unchanged',
    { tags: 'long' },
    async () => {
      const body = [{ ...paragraph('', 'a'), children: manySpans() }]
      const id = await newPage(body)
      const answer = await service.ask('GET', `/content/pages/${id}?format=markdown`)
      expect(dataOf(answer).item.data.body).toEqual(body)
      expect(dataOf(answer).notice).toContain('as blocks')
      expect(answer.headers['etag']).toBeUndefined()
    },
  )
})
