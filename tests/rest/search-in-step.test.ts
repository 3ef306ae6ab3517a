// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishAllDue } from '@octavo/server/maintenance/jobs/scheduler'
import { ensureIndex } from '@octavo/server/content/search-index/rebuild'
import { dataOf, outcome } from '../setup/answers.ts'
import { hour, inAnHour, makeCollection } from '../setup/content.ts'
import { resultOf } from '../setup/mcp.ts'
import { ask, makeSearchable, publishItem, titles } from '../setup/search.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

describe.each(engines)('the search index on %s is in step with', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    for (const [slug, features] of Object.entries({
      posts: ['drafts', 'revisions', 'scheduling'],
      plain: [],
    }))
      await makeSearchable(service, slug, [...features, 'search'])
  })
  afterAll(() => service.close())

  const send = async (method: string, path: string, body?: unknown): Promise<Record<string, never>> =>
    dataOf(await service.ask(method, path, body === undefined ? {} : { body }))

  /** No two of them are one letter apart. */
  const newWord = (): string => {
    count++
    return `w${'abcdefghij'.charAt(count % 10).repeat(3)}${'klmnopqrst'.charAt((count / 10) | 0).repeat(3)}`
  }

  it('drafts, publishing and unpublishing', async () => {
    const [first, second] = [newWord(), newWord()]
    const id = await publishItem(service, 'posts', { title: first }, { status: 'draft' })
    expect(await titles(service, first)).toEqual([])
    await send('POST', `/content/posts/${id}/publish`, {})
    expect(await titles(service, first)).toEqual([first])
    await send('PUT', `/content/posts/${id}`, { data: { title: second, text: 'more' } })
    expect(await titles(service, first)).toEqual([first])
    expect(await titles(service, second)).toEqual([])
    await send('POST', `/content/posts/${id}/publish`, {})
    expect(await titles(service, first)).toEqual([])
    expect(await titles(service, second)).toEqual([second])
    await send('POST', `/content/posts/${id}/unpublish`, {})
    expect(await titles(service, second)).toEqual([])
  })

  it('each of many saves at once, and with changes while others search', async () => {
    const word = newWord()
    const savers = Array.from({ length: 12 }, async (_, saver) => {
      for (let round = 0; round < 30; round++) {
        const [first, second] = [`${word}x${saver}x${round}`, `${word}y${saver}y${round}`]
        const id = await publishItem(service, 'plain', { title: first })
        expect(await titles(service, first)).toEqual([first])
        await send('PUT', `/content/plain/${id}`, { data: { title: second } })
        expect(await titles(service, first)).toEqual([])
        expect(await titles(service, second)).toEqual([second])
        if (round % 3 > 0) continue
        await send('DELETE', `/content/plain/${id}`)
        expect(await titles(service, second)).toEqual([])
      }
    })
    await Promise.all(savers)
  })

  it('saves that are live at once, of some of the fields', async () => {
    const [first, second, third] = [newWord(), newWord(), newWord()]
    const id = await publishItem(service, 'plain', { title: first, text: second })
    await send('PUT', `/content/plain/${id}`, { data: { text: third } })
    expect(await titles(service, first)).toEqual([first])
    expect(await titles(service, second)).toEqual([])
    expect(await titles(service, third)).toEqual([first])
    await send('PUT', `/content/plain/${id}`, { slug: `slug-${third}`, data: { title: null } })
    expect((await ask(service, third)).body.results[0]).toMatchObject({
      slug: `slug-${third}`,
      title: `slug-${third}`,
    })
    expect(await titles(service, first)).toEqual([])
  })

  it('the trash', async () => {
    const word = newWord()
    const id = await publishItem(service, 'posts', { title: word })
    await send('DELETE', `/content/posts/${id}`)
    expect(await titles(service, word)).toEqual([])
    await send('POST', `/content/posts/${id}/restore`, {})
    expect(await titles(service, word)).toEqual([word])
    await send('DELETE', `/content/posts/${id}`)
    await send('DELETE', `/content/posts/${id}/permanent`)
    expect(await titles(service, word)).toEqual([])
  })

  it('what is published at its time', async () => {
    const word = newWord()
    const id = await publishItem(service, 'posts', { title: word }, { status: 'draft' })
    await send('POST', `/content/posts/${id}/schedule`, { scheduledAt: inAnHour(service) })
    expect(await titles(service, word)).toEqual([])
    service.clock.forward(2 * hour)
    await expect
      .poll(async () => {
        await publishAllDue(service.services)
        return titles(service, word)
      })
      .toEqual([word])
  })

  it('values that translations share', async () => {
    await makeSearchable(service, 'shared', ['search'])
    await send('PATCH', '/schema/collections/shared/fields/text', { translatable: false })
    const [first, second] = [newWord(), newWord()]
    const id = await publishItem(service, 'shared', { title: 'English', text: first })
    await publishItem(service, 'shared', { title: 'Deutsch' }, { locale: 'de', translationOf: id })
    expect(await titles(service, first)).toEqual(['Deutsch', 'English'])
    expect(await titles(service, first, { locale: 'de' })).toEqual(['Deutsch'])
    await send('PUT', `/content/shared/${id}`, { data: { text: second } })
    expect(await titles(service, first)).toEqual([])
    expect(await titles(service, second)).toEqual(['Deutsch', 'English'])
  })

  it('a save that is refused or rolled back', async () => {
    const [first, second] = [newWord(), newWord()]
    await send('PATCH', '/schema/collections/plain/fields/secret', { unique: true })
    await publishItem(service, 'plain', { title: first, secret: 'one' })
    const id = await publishItem(service, 'plain', { title: first, secret: 'two' })
    const answer = await service.ask('PUT', `/content/plain/${id}`, {
      body: { data: { title: second, secret: 'one' } },
    })
    expect(answer.status).toBe(409)
    expect(await titles(service, second)).toEqual([])
    // What was rolled back is not remembered as written: a misspelt word still leads to it later.
    await publishItem(service, 'plain', { title: second })
    expect(await titles(service, `${second}y`)).toEqual([second])
  })

  it('changes of fields', async () => {
    const [found, hidden, given] = [newWord(), newWord(), newWord()]
    const path = '/schema/collections/fielded'
    await makeCollection(service, 'fielded', {
      supports: ['search'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'text', type: 'string', searchable: true },
      ],
    })
    await publishItem(service, 'fielded', { title: hidden, text: found })
    expect(await titles(service, found)).toEqual([hidden])
    expect(await titles(service, hidden)).toEqual([])
    await send('PATCH', `${path}/fields/title`, { searchable: true })
    expect(await titles(service, hidden)).toEqual([hidden])
    await send('PATCH', `${path}/fields/text`, { searchable: false })
    expect(await titles(service, found)).toEqual([])
    await send('PATCH', `${path}/fields/text`, { searchable: true, type: 'text' })
    expect(await titles(service, found)).toEqual([hidden])
    const field = { slug: 'more', label: 'More', type: 'string', searchable: true, defaultValue: given }
    dataOf(await service.ask('POST', `${path}/fields`, { body: field }), 201)
    expect(await titles(service, given)).toEqual([hidden])
    await send('DELETE', `${path}/fields/more`)
    expect(await titles(service, given)).toEqual([])
    await send('DELETE', `${path}/fields/title`)
    expect(await titles(service, hidden)).toEqual([])
    expect((await ask(service, found)).body.results[0].title).toMatch(/^w/)
  })

  it('what a collection supports, and its end', async () => {
    const word = newWord()
    await makeSearchable(service, 'passing', ['drafts'])
    await publishItem(service, 'passing', { title: word })
    expect(await titles(service, word)).toEqual([])
    await send('PATCH', '/schema/collections/passing', { supports: ['drafts', 'search'] })
    expect(await titles(service, word, { collections: 'passing' })).toEqual([word])
    await send('PATCH', '/schema/collections/passing', { supports: ['drafts'] })
    expect(await titles(service, word)).toEqual([])
    await send('PATCH', '/schema/collections/passing', { supports: ['search'] })
    await send('DELETE', '/schema/collections/passing?force=true')
    expect(await titles(service, word)).toEqual([])
    const { rows } = service.services.database.reader
    expect(
      await rows.call(service.services.database.reader, 'SELECT 1 FROM search_documents WHERE title = ?', [
        word,
      ]),
    ).toEqual([])
  })

  it('two that are saved at once', async () => {
    const words = Array.from({ length: 20 }, newWord)
    await Promise.all(
      words.map((word) => publishItem(service, 'posts', { title: word, text: words.join(' ') })),
    )
    expect(await titles(service, words[3] ?? '', { limit: 100 })).toEqual(words.toSorted())
  })

  const found = async (word: string, status: string): Promise<unknown[]> => {
    const { body } = await ask(service, word, { status })
    return body.results.map((result: Record<string, unknown>) => [result['status'], result['slug']])
  }

  it('what is not live, for those who may read drafts', async () => {
    const [first, second, third] = [newWord(), newWord(), newWord()]
    const id = await publishItem(service, 'posts', { title: first }, { status: 'draft', slug: first })
    const path = `/content/posts/${id}`
    expect(await found(first, 'draft')).toEqual([['draft', first]])
    await send('PUT', path, { data: { text: second } })
    expect(await found(second, 'draft')).toEqual([['draft', first]])
    expect(await found(second, 'scheduled')).toEqual([])
    await send('POST', `${path}/schedule`, { scheduledAt: inAnHour(service) })
    for (const status of ['draft', 'scheduled'])
      expect(await found(second, status)).toEqual([['scheduled', first]])
    await send('POST', `${path}/publish`, {})
    expect(await found(second, 'draft')).toEqual([])
    expect(await found(second, 'published')).toEqual([[undefined, first]])

    await send('PUT', path, { slug: third, data: { text: third } })
    expect(await found(third, 'draft')).toEqual([['published', third]])
    expect(await found(second, 'draft')).toEqual([])
    expect(await found(second, 'published')).toEqual([[undefined, first]])
    await send('DELETE', path)
    expect(await found(third, 'draft')).toEqual([])
    await send('POST', `${path}/restore`, {})
    expect(await found(third, 'draft')).toEqual([['published', third]])
    await send('POST', `${path}/discard-draft`, {})
    expect(await found(third, 'draft')).toEqual([])
  })

  it('drafts that were there before their index', async () => {
    const [draft, pending] = [newWord(), newWord()]
    await publishItem(service, 'posts', { title: draft }, { status: 'draft' })
    const id = await publishItem(service, 'posts', { title: 'Live' })
    await send('PUT', `/content/posts/${id}`, { data: { title: pending } })
    expect(await found(draft, 'draft')).toHaveLength(1)
    await service.services.database.transaction('write', async (tx) => {
      await tx.run('DELETE FROM search_draft_documents', [])
      await tx.run(`UPDATE counters SET value = 0 WHERE name = 'search_drafts'`, [])
    })
    expect(await found(draft, 'draft')).toEqual([])
    await ensureIndex(service.services)
    expect(await found(draft, 'draft')).toHaveLength(1)
    expect(await found(pending, 'draft')).toMatchObject([['published', expect.any(String)]])
  })

  it('pages of drafts', async () => {
    const word = newWord()
    for (let n = 0; n < 3; n++) await publishItem(service, 'posts', { title: word }, { status: 'draft' })
    const { body: first } = await ask(service, word, { status: 'draft', limit: 2 })
    const { nextCursor: cursor } = first
    const { body: rest } = await ask(service, word, { status: 'draft', limit: 2, cursor })
    const ids = [...first.results, ...rest.results].map(({ id }: { id: string }) => id)
    expect([new Set(ids).size, rest.nextCursor]).toEqual([3, undefined])
    expect(outcome(await ask(service, word, { cursor }))).toBe('400 VALIDATION_ERROR')
  })

  it('what may be seen: who may not read drafts finds what is live alone', async () => {
    const word = newWord()
    const id = await publishItem(service, 'posts', { title: word })
    await send('PUT', `/content/posts/${id}`, { data: { text: word } })
    await publishItem(service, 'posts', { title: word }, { status: 'draft' })
    const { token } = await service.person(10, ['content:read'])
    for (const [status, all, seen] of [
      ['draft', 2, 0],
      ['scheduled', 0, 0],
      ['published', 1, 1],
    ] as const) {
      expect((await ask(service, word, { status })).body.results).toHaveLength(all)
      expect((await ask(service, word, { status }, token)).body.results).toHaveLength(seen)
    }
    const query = { query: word, status: 'draft' }
    expect((await resultOf(service, 'search', query)).results).toHaveLength(2)
    expect((await resultOf(service, 'search', query, { token })).results).toEqual([])
  })
})
