import { encodedMark, hasMark, marksIn } from '@octavo/contract/source-marks'
import { vercelStegaClean, vercelStegaDecode, vercelStegaDecodeAll, vercelStegaSplit } from '@vercel/stega'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { importExport } from '../setup/exports.ts'
import type { Any } from '../setup/json.ts'
import { callTool } from '../setup/mcp.ts'
import { picture, uploaded } from '../setup/media.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

const id26 = '01J00000000000000000000000'

describe.each(engines)('the source map of a preview, on %s', (engine) => {
  let service: TestService
  let image: string
  let post: Any
  let token: string

  const body = [
    {
      _type: 'block',
      _key: 'a',
      style: 'normal',
      markDefs: [{ _key: 'l', _type: 'link', href: 'https://example.com' }],
      children: [
        { _type: 'span', _key: 'b', text: 'First ', marks: [] },
        { _type: 'span', _key: 'c', text: 'linked', marks: ['l'] },
      ],
    },
    { _type: 'code', _key: 'd', language: 'js', code: 'let text = 1' },
  ]

  beforeAll(async () => {
    service = await startService(engine)
    const fields = [
      ['title', 'string'],
      ['lead', 'text'],
      ['body', 'portableText'],
      ['cover', 'image'],
      ['name', 'slug'],
      ['kind', 'select', { validation: { options: ['some kind', 'another'] } }],
      ['at', 'datetime'],
      ['more', 'json'],
      ['rank', 'number'],
      ['link', 'string'],
      ['day', 'string'],
      ['ulid', 'string'],
    ] as const
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: fields.map(([slug, type, settings = {}]) => ({ slug, type, ...settings })),
    })
    await make('/schema/collections/posts/fields', {
      slug: 'friend',
      label: 'Friend',
      type: 'reference',
      options: { collection: 'posts' },
    })
    image = (await uploaded(service, { content: await picture() })).id
    dataOf(await service.ask('PUT', `/media/${image}`, { body: { alt: 'A vase' } }))
    const friend = await make('/content/posts', { data: { title: 'Friend' }, status: 'published' })
    post = await make('/content/posts', {
      data: {
        title: 'Title ✨',
        lead: 'A lead\nof two lines',
        body: [...body, { _type: 'image', _key: 'e', id: image }],
        cover: { id: image, alt: 'The cover' },
        name: 'a-name',
        kind: 'some kind',
        at: '2026-01-31T09:00:00.000Z',
        more: { text: 'Some text', alt: 'Some alt' },
        rank: 1.5,
        link: 'https://example.com/somewhere',
        day: '2026-01-31',
        ulid: id26,
        friend: friend.id,
      },
    })
    token = (await make(`/content/posts/${post.id}/preview-link`, {})).token
  })
  afterAll(() => service.close())

  const make = async (path: string, input: object): Promise<Any> =>
    dataOf(await service.ask('POST', path, { body: input }), 201).item

  const preview = async (query = '&sourceMap=1'): Promise<Any> =>
    dataOf(await service.ask('GET', `/content/posts/${post.id}?preview=${token}${query}`, { token: null }))

  it('marks texts for readers with their field, as @vercel/stega reads it', async () => {
    const { data } = (await preview()).item
    const fieldOf = (text: string): unknown => (vercelStegaDecode(text) as Any)?.field
    expect(fieldOf(data.title)).toBe('title')
    expect(vercelStegaDecode(data.title)).toEqual({
      origin: 'octavo',
      href: `${service.services.config.baseUrl}/_cms/admin/content/posts/${post.id}?field=title`,
      id: post.id,
      field: 'title',
    })
    expect(vercelStegaSplit(data.title).cleaned).toBe('Title ✨')
    expect(fieldOf(data.lead)).toBe('lead')
    expect(data.body[0].children.map(({ text }: Any) => fieldOf(text))).toEqual(['body', 'body'])
    expect(fieldOf(data.cover.alt)).toBe('cover')
    expect(fieldOf(data.body[2].alt)).toBe('body')
  })

  it('marks nothing else, and changes nothing else', async () => {
    const { item, included } = await preview('&sourceMap=1&include=friend')
    const plain = await preview('&include=friend')
    const marked = (vercelStegaDecodeAll(JSON.stringify(item)) as Any[]).map(({ field }) => field)
    expect(marked.toSorted()).toEqual(['body', 'body', 'body', 'cover', 'lead', 'title'])
    expect(vercelStegaClean(item)).toEqual(plain.item)
    expect(included).toEqual(plain.included)
    const { name, kind, at, more, rank, link, day, ulid } = item.data
    for (const value of [name, kind, at, more, rank, link, day, ulid, item.slug, item.data.body[1]])
      expect(hasMark(JSON.stringify(value))).toBe(false)
  })

  it('is only for preview links, and only asked for', async () => {
    expect(hasMark(JSON.stringify(await preview('')))).toBe(false)
    const answer = await service.ask('GET', `/content/posts/${post.id}?sourceMap=1`)
    expectFailure(answer, '400 VALIDATION_ERROR', 'sourceMap: is only for reads with a preview link')
  })

  it('is in the Markdown of rich text as well', async () => {
    const { item } = await preview('&sourceMap=1&format=markdown')
    expect(item.data.body).toContain('First')
    expect(marksIn(item.data.body)[0]?.field).toBe('body')
  })

  it('is not stored where a marked text is sent back, whole or in pieces', async () => {
    const { data } = (await preview()).item
    const { title } = data
    const other = encodedMark({ origin: 'octavo', href: '/x', id: 'x', field: 'x' })
    const made = await make('/content/posts', { data: { ...data, friend: null }, slug: `a${other}` })
    expect(made.slug).toBe('a')
    const path = `/content/posts/${made.id}`
    const stored = async (): Promise<Any> => dataOf(await service.ask('GET', path)).item
    expect((await stored()).data).toEqual({ ...(await preview('')).item.data, friend: undefined })
    const changes = { title: `Copied ${title} twice ${title}`, more: { key: [`In a list${other}`] } }
    dataOf(await service.ask('PUT', path, { body: { data: changes } }))
    expect((await stored()).data).toMatchObject({
      title: 'Copied Title ✨ twice Title ✨',
      more: { key: ['In a list'] },
    })
    dataOf(await service.ask('PUT', path, { body: { data: { title: `Broken off${title.slice(-40)}` } } }))
    expect((await stored()).data.title).toBe('Broken off')
    expect(hasMark(JSON.stringify(await stored()))).toBe(false)
  })

  it('is not stored by other writes and over MCP', async () => {
    const { title } = (await preview()).item.data
    await callTool(service, 'content_update', {
      collection: 'posts',
      id: post.id,
      data: { lead: `Over MCP ${title}`, body: `A *paragraph* ${title}` },
    })
    const { data } = (await preview('')).item
    expect(data.lead).toBe('Over MCP Title ✨')
    expect(hasMark(JSON.stringify(data))).toBe(false)
    expect(JSON.stringify(data.body)).toContain('Title ✨')
    const { label } = await make('/menus', { name: 'main', label: `Menu ${title}` })
    expect(label).toBe('Menu Title ✨')
    dataOf(await service.ask('PUT', `/media/${image}`, { body: { alt: title } }))
    expect(dataOf(await service.ask('GET', `/media/${image}`)).item.alt).toBe('Title ✨')
  })

  it('is not stored by an import', async () => {
    const { title } = (await preview()).item.data
    const items = [{ id: 1, type: 'page', title: `Old ${title}`, name: 'old', content: `<p>${title}</p>` }]
    await importExport(service, { items })
    const { item } = dataOf(await service.ask('GET', '/content/pages/old'))
    expect(item.data.title).toBe('Old Title ✨')
    expect(JSON.stringify(item.data)).toContain('"text":"Title ✨"')
    expect(hasMark(JSON.stringify(item))).toBe(false)
  })

  it('leaves invisible characters that are parts of words and emoji', async () => {
    const text = 'می‌خواهم 👩‍👩‍👧‍👦 \u{feff}'
    const { data } = await make('/content/posts', { data: { title: text } })
    expect(data.title).toBe(text)
  })
})
