import { isSlug } from '@octavo/contract/slug'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { countStatements } from '../setup/statements.ts'

const fromTitle: readonly [title: string, slug: string][] = [
  ['Hello, World!', 'hello-world'],
  ['  Ça va? Déjà  vu  ', 'ca-va-deja-vu'],
  ['Straße & Œuvre', 'strasse-oeuvre'],
  ["Don't stop", 'dont-stop'],
  ['İstanbul', 'istanbul'],
  ['100% äöü', '100-aou'],
  ['Привет, мир', 'привет-мир'],
  ['日本語 タイトル', '日本語-タイトル'],
  ['हिन्दी में', 'हिन्दी-में'],
  ['مرحبا بالعالم', 'مرحبا-بالعالم'],
  ['Αθήνα', 'αθήνα'],
  ['a_b', 'a-b'],
  ['__proto__', 'proto'],
  ['constructor', 'constructor'],
  ['Trash', 'trash-2'],
  ['x'.repeat(300), 'x'.repeat(200)],
  ['01JZZZZZZZZZZZZZZZZZZZZZZZ', '01jzzzzzzzzzzzzzzzzzzzzzzz'],
]

const refused: readonly string[] = [
  '',
  ' ',
  'Upper',
  'two words',
  'ends-',
  '-begins',
  'a/b',
  '..',
  'a.b',
  'a%20b',
  'x\n',
  "x'; DROP TABLE content_posts; --",
  '🎉',
  '\u0301e',
  'x'.repeat(201),
  '01JZZZZZZZZZZZZZZZZZZZZZZZ',
]

describe.each(engines)('slugs on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    const title = { slug: 'title', type: 'string' }
    const features = { supports: ['drafts', 'revisions'], fields: [title] }
    for (const slug of ['posts', 'many', 'titles', 'any']) await makeCollection(service, slug, features)
    await makeCollection(service, 'named', {
      supports: [],
      fields: [title, { slug: 'name', type: 'text' }, { slug: 'count', type: 'integer' }],
    })
    await makeCollection(service, 'numbered', { supports: [], fields: [{ slug: 'title', type: 'integer' }] })
  })
  afterAll(() => service.close())

  const create = (body: unknown, collection = 'posts'): Promise<Answer> =>
    service.ask('POST', `/content/${collection}`, { body })
  const update = (id: string, body: unknown): Promise<Answer> =>
    service.ask('PUT', `/content/posts/${id}`, { body })
  const get = (id: string, query = ''): Promise<Answer> =>
    service.ask('GET', `/content/posts/${encodeURIComponent(id)}${query}`)

  it.each(fromTitle)('%s becomes %s', async (title, slug) => {
    const { item } = dataOf(await create({ data: { title } }, 'titles'), 201)
    expect(item.slug).toBe(slug)
    const found = dataOf(await service.ask('GET', `/content/titles/${encodeURIComponent(slug)}`))
    expect(found.item.id).toBe(item.id)
  })

  it('makes of any title a slug that can be asked for and given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 250 }), async (title) => {
        const body = { data: { title: title.replaceAll(/[\0\n\r\u2028\u2029]/g, ' ') } }
        const { item } = dataOf(await create(body, 'any'), 201)
        expect(isSlug(item.slug)).toBe(true)
        const path = `/content/any/${encodeURIComponent(item.slug)}`
        expect(dataOf(await service.ask('GET', path)).item.id).toBe(item.id)
        expect(dataOf(await service.ask('PUT', path, { body: { slug: item.slug } })).item.slug).toBe(
          item.slug,
        )
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['the title', { title: 'From title', name: 'From name' }, 'from-title'],
    ['the name where the title is missing', { name: 'From name' }, 'from-name'],
    ['the name where the title has no letter', { title: '!?', name: 'Other name' }, 'other-name'],
  ])('comes from %s', async (_, data, slug) => {
    expect(dataOf(await create({ data }, 'named'), 201).item.slug).toBe(slug)
  })

  it.each([
    ['named', {}],
    ['named', { title: '🎉', name: '—' }],
    ['numbered', { title: 5 }],
  ])('is the id where %s says nothing: %o', async (collection, data) => {
    const { item } = dataOf(await create({ data }, collection), 201)
    expect(item.slug).toBe(item.id.toLowerCase())
  })

  it('counts on when it is taken, by the trash too', async () => {
    const same = { data: { title: 'Same' } }
    const slugs: string[] = []
    for (let count = 0; count < 3; count++) slugs.push(dataOf(await create(same), 201).item.slug)
    expect(slugs).toEqual(['same', 'same-2', 'same-3'])
    dataOf(await service.ask('DELETE', '/content/posts/same'))
    expect(dataOf(await create(same), 201).item.slug).toBe('same-4')
    const long = { data: { title: 'y'.repeat(200) } }
    dataOf(await create(long), 201)
    expect(dataOf(await create(long), 201).item.slug).toBe(`${'y'.repeat(198)}-2`)
  })

  it('finds a free one among thousands in a handful of statements', async () => {
    const { database } = service.services
    await database.transaction('write', (tx) =>
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
         INSERT INTO content_many (id, slug, status, locale, translation_group, created_at, updated_at, version, was_published)
         SELECT 'many' || i, 'same-' || i, 'draft', 'en', 'many' || i, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 1, 0 FROM n`,
        [],
      ),
    )
    dataOf(await create({ data: { title: 'Same' } }, 'many'), 201)
    const statements = countStatements(service)
    const slugs: string[] = []
    for (let n = 0; n < 5; n++)
      slugs.push(dataOf(await create({ data: { title: 'Same' } }, 'many'), 201).item.slug)
    const count = statements()
    expect(slugs).toEqual(['same-5001', 'same-5002', 'same-5003', 'same-5004', 'same-5005'])
    expect(count / 5).toBeLessThan(15)
  })

  it.each(['a', '7', 'a-b', 'a_b', 'a--b', 'привет', '日本語', 'é', 'constructor', 'z'.repeat(200)])(
    'takes %s as it is given',
    async (slug) => {
      const { item } = dataOf(await create({ slug }), 201)
      expect(item.slug).toBe(slug)
      expect(dataOf(await get(slug)).item.id).toBe(item.id)
    },
  )

  it.each(refused)('refuses %j, new or changed', async (slug) => {
    const { id } = await makeItem(service, 'posts')
    for (const answer of [await create({ slug }), await update(id, { slug })]) {
      expectFailure(answer, '400 VALIDATION_ERROR')
      expect(issuePaths(answer)).toEqual(['slug'])
    }
  })

  it('says which slug would be right', async () => {
    expectFailure(await create({ slug: 'Déjà Vu!' }), '400 VALIDATION_ERROR', '"deja-vu"')
  })

  it.each(['ёлка', '각'.repeat(100)])('is found in either form of its letters: %s', async (slug) => {
    const { id } = await makeItem(service, 'posts', { slug })
    const decomposed = slug.normalize('NFD')
    expect(dataOf(await get(decomposed)).item.id).toBe(id)
    expect((await resultOf(service, 'content_get', { collection: 'posts', id: decomposed })).item.id).toBe(id)
  })

  it('is the same in either form of its letters', async () => {
    const [composed, decomposed] = ['ёж', 'ёж'.normalize('NFD')]
    const { item } = dataOf(await create({ slug: decomposed }), 201)
    expect(item.slug).toBe(composed)
    expectFailure(await create({ slug: composed }), '409 DUPLICATE_SLUG')
    expectFailure(await create({ slug: decomposed }), '409 DUPLICATE_SLUG')
    dataOf(await update(item.id, { slug: 'й'.normalize('NFD') }))
    expect(dataOf(await get('й')).item.id).toBe(item.id)
  })

  it('keeps "trash" for itself', async () => {
    const { id } = await makeItem(service, 'posts')
    expectFailure(await create({ slug: 'trash' }), '400 RESERVED_SLUG', 'trash')
    expectFailure(await update(id, { slug: 'trash' }), '400 RESERVED_SLUG', 'trash')
  })

  it('is no text of 26 digits that could be an id, because an address takes either', async () => {
    const digits = '01234567890123456789012345'
    const { id } = await makeItem(service, 'posts')
    expectFailure(await create({ slug: digits }), '400 RESERVED_SLUG', digits, 'form of an id')
    expectFailure(await update(id, { slug: digits }), '400 RESERVED_SLUG', digits)
    const { item } = dataOf(await create({ data: { title: digits } }), 201)
    expect(item.slug).toBe(`${digits}-2`)
    expect(dataOf(await get(item.slug)).item.id).toBe(item.id)
    // A ULID begins with at most 7.
    const noId = `8${digits.slice(1)}`
    const other = dataOf(await create({ slug: noId }), 201)
    expect(dataOf(await get(noId)).item.id).toBe(other.item.id)
    // An item of an older release that has such a slug can be saved with it.
    await service.services.database.transaction('write', (tx) =>
      tx.run('UPDATE content_posts SET slug = ? WHERE id = ?', [digits, id]),
    )
    expect(dataOf(await update(id, { slug: digits })).item.slug).toBe(digits)
  })

  const reported = { draft: 'is taken (', published: 'is taken (', trash: 'in the trash' } as const

  it.each(['draft', 'published', 'trash', 'published+draft'] as const)(
    'a slug of an item in the state %s is taken',
    async (state) => {
      const holder = await makeItem(service, 'posts', { state })
      const mention = state === 'published+draft' ? reported.published : reported[state]
      expectFailure(await create({ slug: holder.slug }), '409 DUPLICATE_SLUG', holder.slug, mention)
      for (const other of ['draft', 'published'] as const) {
        const { id } = await makeItem(service, 'posts', { state: other })
        const before = dataOf(await get(id))
        expectFailure(
          await update(id, { slug: holder.slug, data: { title: 'Lost' } }),
          '409 DUPLICATE_SLUG',
          holder.slug,
          mention,
        )
        expect(dataOf(await get(id))).toEqual(before)
      }
    },
  )

  const awaited = { slug: 'awaited', locale: 'en' }

  it('that a pending draft waits for is refused to all other items, whose editors learn why', async () => {
    const waiting = await makeItem(service, 'posts', { state: 'published' })
    dataOf(await update(waiting.id, { slug: 'awaited' }))
    const answers = [
      await create({ slug: 'awaited' }),
      await create({ slug: 'awaited', status: 'published' }),
      await update((await makeItem(service, 'posts')).id, { slug: 'awaited' }),
      await update((await makeItem(service, 'posts', { state: 'published' })).id, { slug: 'awaited' }),
    ]
    for (const answer of answers) {
      expectFailure(answer, '409 DUPLICATE_SLUG', 'when its pending draft is published')
      const reason = { reason: 'slugAwaited', params: awaited }
      expect(answer.body.error.details).toEqual({ ...awaited, holder: waiting.id, ...reason })
    }
    dataOf(await service.ask('POST', `/content/posts/${waiting.id}/discard-draft`, { body: {} }))
    dataOf(await create({ slug: 'awaited' }), 201)
  })

  it('reveals nothing about the draft that waits to callers who may not read drafts', async () => {
    const { id } = await makeItem(service, 'posts', { state: 'published' })
    dataOf(await update(id, { slug: 'hidden-wish' }))
    const { token } = await service.person(50, ['content:write'])
    const body = { data: {}, slug: 'hidden-wish' }
    const answer = await service.ask('POST', '/content/posts', { body, token })
    expectFailure(answer, '409 DUPLICATE_SLUG', 'is taken (')
    expect(answer.text).not.toContain(id)
  })

  it('tells who may not read drafts nothing about the item that has it', async () => {
    const { slug } = await makeItem(service, 'posts', { state: 'trash' })
    const { token } = await service.person(50, ['content:write'])
    const answer = await service.ask('POST', '/content/posts', { body: { data: {}, slug }, token })
    expectFailure(answer, '409 DUPLICATE_SLUG', 'is taken (')
    expect(answer.body.error.details).not.toHaveProperty('holder')
  })

  it('is free again when its item is gone for good', async () => {
    const { id, slug } = await makeItem(service, 'posts', { state: 'trash' })
    dataOf(await service.ask('DELETE', `/content/posts/${id}/permanent`))
    expect(dataOf(await create({ slug }), 201).item.slug).toBe(slug)
  })

  it('changes with the publication: until then both are found by editors, and visitors have the old one', async () => {
    const { id, slug } = await makeItem(service, 'posts', { state: 'published', slug: 'old-slug' })
    expect(dataOf(await update(slug, { slug: 'new-slug' })).item.slug).toBe('new-slug')
    for (const name of ['old-slug', 'new-slug']) expect(dataOf(await get(name)).item.id).toBe(id)
    expect(dataOf(await get('old-slug', '?view=live')).item.slug).toBe('old-slug')
    expectFailure(await get('new-slug', '?view=live'), '404 NOT_FOUND')
    expect(dataOf(await update(id, { slug: 'new-slug' })).item.slug).toBe('new-slug')
    dataOf(await service.ask('POST', `/content/posts/new-slug/publish`, { body: {} }))
    expect(dataOf(await get('new-slug', '?view=live')).item.slug).toBe('new-slug')
    expectFailure(await get('old-slug'), '404 NOT_FOUND')
  })

  it('that several drafts wait for goes to the first that is published; the others learn it and lose nothing', async () => {
    const first = await makeItem(service, 'posts', { state: 'published' })
    const second = await makeItem(service, 'posts', { state: 'published' })
    const publish = async (id: string): ReturnType<typeof service.ask> =>
      service.ask('POST', `/content/posts/${id}/publish`, { body: {} })
    dataOf(await update(first.id, { slug: 'contested' }))
    dataOf(await update(second.id, { slug: 'elsewhere', data: { title: 'Waits' } }))
    // As when both are saved at the same time.
    await service.services.database.transaction('write', (tx) =>
      tx.run(`UPDATE content_posts SET draft_slug = 'contested' WHERE id = ?`, [second.id]),
    )
    dataOf(await publish(first.id))
    const before = [dataOf(await get(second.id)), dataOf(await get(second.id, '?view=live'))]
    expectFailure(await publish(second.id), '409 DUPLICATE_SLUG', 'contested')
    expect([dataOf(await get(second.id)), dataOf(await get(second.id, '?view=live'))]).toEqual(before)
    dataOf(await update(second.id, { slug: 'uncontested' }))
    dataOf(await publish(second.id))
  })
})
