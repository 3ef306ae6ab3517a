import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const base = '/content/posts'

/** Names that lead to several items: what counts is which of them an operation can act on, and its caller may see. */
describe.each(engines)('items that share a slug on %s', (engine) => {
  let service: TestService
  let visitor: string

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    visitor = (await service.person(10, ['content:read'])).token
  })
  afterAll(() => service.close())

  const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
    service.ask(method, `${base}${path}`, body === undefined ? {} : { body })
  const make = async (body: Record<string, unknown>): Promise<string> =>
    dataOf(await ask('POST', '', body), 201).item.id as string

  it('one in the trash hides none in another locale, and none there hides it', async () => {
    const english = await make({ slug: 'shared' })
    const german = await make({ slug: 'shared', locale: 'de' })
    dataOf(await ask('DELETE', '/shared'))
    for (const path of ['', '/compare', '/revisions', '/translations'])
      expect([path, outcome(await ask('GET', `/shared${path}`))]).toEqual([path, '200'])
    expect(dataOf(await ask('PUT', '/shared', { data: { title: 'de' } })).item.id).toBe(german)
    expect(dataOf(await ask('POST', '/shared/publish', {})).item.id).toBe(german)
    expect(dataOf(await ask('POST', '/shared/restore', {})).item.id).toBe(english)
    expectFailure(await ask('POST', '/shared/restore', {}), '404 NOT_FOUND', 'not in the trash')
  })

  it('a slug that a draft waits for leads to it while nothing else has it', async () => {
    const bee = await make({ slug: 'bee', status: 'published' })
    const other = await make({ slug: 'wanted' })
    dataOf(await ask('PUT', '/bee', { slug: 'elsewhere' }))
    // As when both are saved at the same time.
    await service.services.database.transaction('write', (tx) =>
      tx.run(`UPDATE content_posts SET draft_slug = 'wanted' WHERE id = ?`, [bee]),
    )
    expect(dataOf(await ask('PUT', '/wanted', { data: { title: 'x' } })).item.id).toBe(other)
    dataOf(await ask('DELETE', '/wanted'))
    expect(dataOf(await ask('PUT', '/wanted', { data: { title: 'y' } })).item.id).toBe(bee)
  })

  it('who may not read drafts learns nothing of the slugs that they want, and is not kept from what is live', async () => {
    dataOf(await ask('POST', '', { slug: 'cee', status: 'published' }), 201)
    dataOf(await ask('PUT', '/cee', { slug: 'secret-launch' }))
    for (const path of ['', '/translations', '/revisions']) {
      const answer = await service.ask('GET', `${base}/secret-launch${path}`, { token: visitor })
      expectFailure(answer, '404 NOT_FOUND')
    }
    await make({ slug: 'dee' })
    await make({ slug: 'dee', locale: 'de', status: 'published' })
    for (const path of ['', '/translations', '/revisions']) {
      dataOf(await service.ask('GET', `${base}/dee${path}`, { token: visitor }))
    }
  })

  it('two drafts cannot wait for one slug, and a new item does not get it by itself', async () => {
    await make({ slug: 'eff', status: 'published' })
    await make({ slug: 'gee', status: 'published' })
    dataOf(await ask('PUT', '/eff', { slug: 'the-one' }))
    expectFailure(await ask('PUT', '/gee', { slug: 'the-one' }), '409 DUPLICATE_SLUG')
    const { item } = dataOf(await ask('POST', '', { data: { title: 'The one' } }), 201)
    expect(item.slug).toBe('the-one-2')
  })

  it('an item stays in its locale, and says so', async () => {
    const id = await make({ slug: 'here' })
    const answer = await ask('PUT', `/${id}`, { locale: 'de', data: { title: 'x' } })
    expectFailure(answer, '400 VALIDATION_ERROR', 'locale', 'translationOf')
  })
})
