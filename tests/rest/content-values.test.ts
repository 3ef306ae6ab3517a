import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const fields = [
  { slug: 'title', type: 'string', required: true, validation: { maxLength: 20 } },
  { slug: 'body', type: 'text' },
  { slug: 'views', type: 'integer', defaultValue: 7 },
  { slug: 'code', type: 'string', unique: true },
  { slug: 'is_hot', type: 'boolean' },
  { slug: 'meta', type: 'json' },
  { slug: 'next', type: 'reference', options: { collection: 'posts' } },
]

describe.each(engines)('values on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions'], fields })
    await makeCollection(service, 'bare', { supports: ['drafts', 'revisions'] })
  })
  afterAll(() => service.close())

  const create = (data: unknown, more = {}): Promise<Answer> =>
    service.ask('POST', '/content/posts', { body: { data, ...more } })
  const make = async (data: Record<string, unknown> = {}, more = {}): Promise<{ id: string; slug: string }> =>
    dataOf(await create({ title: 'Made', ...data }, more), 201).item
  const update = (id: string, data: unknown): Promise<Answer> =>
    service.ask('PUT', `/content/posts/${id}`, { body: { data } })
  const get = async (id: string, query = ''): Promise<{ data: unknown; [key: string]: unknown }> =>
    dataOf(await service.ask('GET', `/content/posts/${id}${query}`)).item

  it('come back as they were given, defaults filled in, empty ones left out', async () => {
    const meta = { z: [1, 1.5, null, { a: '\u2028"\\' }], a: true }
    const given = { title: 'Full', body: 'a\nb\t"\\/\u0001\u007f🎉', is_hot: 1, meta }
    const { id } = dataOf(await create(given), 201).item
    expect((await get(id)).data).toEqual({ ...given, is_hot: true, views: 7 })
    expect(Object.keys((await get(id)).data as object)).toEqual(['title', 'body', 'views', 'is_hot', 'meta'])
    expect((await get(id)).data).toHaveProperty('meta', meta)
  })

  it('that are not named stay, and null empties one', async () => {
    const { id } = await make({ body: 'stays', code: 'c-stays' })
    expect(dataOf(await update(id, { views: null, is_hot: false })).item.data).toEqual({
      title: 'Made',
      body: 'stays',
      code: 'c-stays',
      is_hot: false,
    })
    expect(dataOf(await update(id, { body: '' })).item.data).toMatchObject({ body: '' })
    dataOf(await service.ask('POST', `/content/posts/${id}/publish`, { body: {} }))
    expect(dataOf(await update(id, { is_hot: null })).item.data).not.toHaveProperty('is_hot')
    expect((await get(id, '?view=live')).data).toHaveProperty('is_hot', false)
    dataOf(await service.ask('POST', `/content/posts/${id}/publish`, { body: {} }))
    expect((await get(id, '?view=live')).data).not.toHaveProperty('is_hot')
  })

  it.each([{}, { title: null }, { title: '' }])('that are required must be there: %o', async (data) => {
    const answer = await create(data)
    expectFailure(answer, '400 VALIDATION_ERROR', 'data.title', 'required')
    expect(issuePaths(answer)).toEqual(['data.title'])
  })

  it.each([
    ['title', null],
    ['title', ''],
    ['title', 5],
    ['title', ['a']],
    ['title', 'two\nlines'],
    ['title', 'longer than twenty characters'],
    ['body', {}],
    ['views', '5'],
    ['views', 1.5],
    ['views', true],
    ['views', 2 ** 53],
    ['is_hot', 'true'],
    ['is_hot', 2],
    ['next', 'a-slug'],
    ['next', '01JZZZZZZZZZZZZZZZZZZZZZZZ'],
    ['titel', 'x'],
  ])('are refused and change nothing: %s %j', async (field, value) => {
    const { id } = await make({ body: 'before' })
    const before = await get(id)
    const answer = await update(id, { body: 'after', [field]: value })
    expectFailure(answer, '400 VALIDATION_ERROR', `data.${field}`)
    expect(issuePaths(answer)).toEqual([`data.${field}`])
    expect(await get(id)).toEqual(before)
    expect(dataOf(await service.ask('GET', `/content/posts/${id}/revisions`)).total).toBe(1)
  })

  it('that are unique are held by one item, its draft included', async () => {
    const { id } = await make({ code: 'one' }, { status: 'published' })
    const other = await make({ code: 'two' })
    expectFailure(await create({ title: 'x', code: 'one' }), '409 CONFLICT', '"code"')
    expectFailure(await update(id, { code: 'two' }), '409 CONFLICT', '"code"')
    expectFailure(await update(other.id, { code: 'one' }), '409 CONFLICT', '"code"')
    dataOf(await update(id, { code: 'one' }))
    dataOf(await update(other.id, { code: 'two', body: 'again' }))
  })

  it('that are unique and taken while a draft waited are reported at the publication, which changes nothing', async () => {
    const { id } = await make({ code: 'was' }, { status: 'published' })
    dataOf(await update(id, { code: 'wanted', body: 'waits' }))
    await make({ code: 'wanted' })
    const before = [await get(id), await get(id, '?view=live')]
    expectFailure(
      await service.ask('POST', `/content/posts/${id}/publish`, { body: {} }),
      '409 CONFLICT',
      '"code"',
    )
    expect([await get(id), await get(id, '?view=live')]).toEqual(before)
  })

  it('refer to items that are there', async () => {
    const [from, to] = [await make(), await make()]
    expect(dataOf(await update(from.id, { next: to.id })).item.data).toHaveProperty('next', to.id)
    dataOf(await service.ask('DELETE', `/content/posts/${to.id}`))
    dataOf(await update(from.id, { body: 'the reference is unchanged', next: to.id }))
    const other = await make()
    expectFailure(await update(other.id, { next: to.id }), '400 VALIDATION_ERROR', 'data.next', to.id)
  })

  it('duplicates what editors see into a draft of their own', async () => {
    const person = await service.person(40, ['content:write', 'content:read'])
    const { id, slug } = await make({ code: 'kept', meta: [1] }, { status: 'published' })
    dataOf(await update(id, { body: 'pending' }))
    const answer = await service.ask('POST', `/content/posts/${slug}/duplicate`, {
      body: {},
      token: person.token,
    })
    const { item } = dataOf(answer, 201)
    expect(item).toMatchObject({
      status: 'draft',
      hasPendingDraft: false,
      publishedAt: null,
      authorId: person.userId,
    })
    expect(item.data).toEqual({ title: 'Made (Copy)', body: 'pending', views: 7, meta: [1] })
    expect(item.slug).toMatch(/^made-copy(-\d+)?$/)
    expect(item.translationGroup).not.toBe((await get(id))['translationGroup'])
    expect(dataOf(await service.ask('GET', `/content/posts/${item.id}/revisions`)).total).toBe(1)
  })

  it('a copy of a long title keeps within its longest', async () => {
    const { id } = await make({ title: '12345678901234567890' })
    const { item } = dataOf(await service.ask('POST', `/content/posts/${id}/duplicate`, { body: {} }), 201)
    expect(item.data.title).toBe('1234567890123 (Copy)')
    dataOf(await update(item.id, item.data))
  })

  it('duplicates an item without a title', async () => {
    const { item } = dataOf(await service.ask('POST', '/content/bare', { body: {} }), 201)
    const copy = dataOf(await service.ask('POST', `/content/bare/${item.slug}/duplicate`, { body: {} }), 201)
    expect(copy.item.data).toEqual({})
    expect(copy.item.slug).toBe(copy.item.id.toLowerCase())
  })

  it('updatedAt is the last change of any kind, and in the live view the last live one', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    const published = service.clock.now.toISOString()
    const at = async (): Promise<unknown[]> => [
      (await get(id))['updatedAt'],
      (await get(id, '?view=live'))['updatedAt'],
    ]
    expect(await at()).toEqual([published, published])
    service.clock.forward(1000)
    dataOf(await update(id, { body: 'pending' }))
    expect(await at()).toEqual([service.clock.now.toISOString(), published])
    service.clock.forward(1000)
    dataOf(await service.ask('POST', `/content/posts/${id}/discard-draft`, { body: {} }))
    expect(await at()).toEqual([service.clock.now.toISOString(), published])
    service.clock.forward(1000)
    dataOf(await update(id, { body: 'goes live' }))
    dataOf(await service.ask('POST', `/content/posts/${id}/publish`, { body: {} }))
    expect(await at()).toEqual([service.clock.now.toISOString(), service.clock.now.toISOString()])
  })

  it('are compared: what visitors see beside what waits', async () => {
    const { id, slug } = await make({ body: 'live' }, { status: 'published' })
    const path = `/content/posts/${id}`
    const compare = async (): Promise<unknown> => dataOf(await service.ask('GET', `${path}/compare`))
    const rev = async (): Promise<string> => dataOf(await service.ask('GET', path))._rev
    const live = { title: 'Made', body: 'live', views: 7 }
    expect(await compare()).toEqual({
      hasChanges: false,
      live,
      draft: null,
      slug: { live: slug, draft: null },
      terms: { live: {}, draft: null },
      changed: [],
      _rev: await rev(),
    })
    dataOf(await update(id, { body: 'waits' }))
    const draft = { ...live, body: 'waits' }
    expect(await compare()).toEqual({
      hasChanges: true,
      live,
      draft,
      slug: { live: slug, draft: slug },
      terms: { live: {}, draft: {} },
      changed: [{ field: 'body', from: 'live', to: 'waits' }],
      _rev: await rev(),
    })
    dataOf(await update(id, { body: 'live' }))
    expect(await compare()).toEqual({
      hasChanges: false,
      live,
      draft: null,
      slug: { live: slug, draft: null },
      terms: { live: {}, draft: null },
      changed: [],
      _rev: await rev(),
    })
    dataOf(await service.ask('PUT', `/content/posts/${id}`, { body: { slug: `${slug}-new` } }))
    expect(await compare()).toEqual({
      hasChanges: true,
      live,
      draft: live,
      slug: { live: slug, draft: `${slug}-new` },
      terms: { live: {}, draft: {} },
      changed: [{ field: 'slug', from: slug, to: `${slug}-new` }],
      _rev: await rev(),
    })
    dataOf(await service.ask('POST', `/content/posts/${id}/unpublish`, { body: {} }))
    expect(await compare()).toEqual({
      hasChanges: true,
      live: null,
      draft: live,
      slug: { live: null, draft: `${slug}-new` },
      terms: { live: null, draft: {} },
      changed: [
        { field: 'title', from: null, to: 'Made' },
        { field: 'body', from: null, to: 'live' },
        { field: 'views', from: null, to: 7 },
        { field: 'slug', from: null, to: `${slug}-new` },
      ],
      _rev: await rev(),
    })
  })
})
