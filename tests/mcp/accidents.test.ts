import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { callTool, expectFailed, expectRefused, resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

/**
 * Four accidents that assistants had: each test does what they did, and names the protection in brackets. Without it the
 * test fails.
 */
describe.each(engines)('accidents of assistants on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de' } })
    await makeCollection(service, 'articles', {
      supports: ['drafts', 'revisions'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'excerpt', type: 'string' },
        { slug: 'body', type: 'text' },
        { slug: 'price', type: 'integer', translatable: false },
      ],
    })
  })
  afterAll(() => service.close())

  const ask = async (method: string, path: string, body?: object): Promise<Any> => {
    const answer = await service.ask(method, path, body === undefined ? {} : { body })
    return dataOf(answer, answer.status === 201 ? 201 : 200)
  }
  const published = async (): Promise<Any> => {
    const data = { title: 'Whole title', excerpt: 'Old', body: 'Text', price: 3 }
    return (await ask('POST', '/content/articles', { data, status: 'published' })).item
  }
  const colleagueTypes = (id: string, data: object) => ask('PUT', `/content/articles/${id}`, { data })
  const live = async (id: string): Promise<Any> =>
    (await ask('GET', `/content/articles/${id}?view=live`)).item.data
  const target = (id: string) => ({ collection: 'articles', id })

  it("a colleague's half-typed title goes live with an excerpt that was compared before [expectChanged, _rev]", async () => {
    const { id } = await published()
    await colleagueTypes(id, { excerpt: 'New' })
    const compared = await resultOf(service, 'content_compare', target(id))
    expect(compared.changed).toMatchObject([{ field: 'excerpt' }])
    await colleagueTypes(id, { title: 'Half ty' })
    const names = { expectChanged: ['excerpt'] }
    expectFailed(await callTool(service, 'content_publish', { ...target(id), ...names }), 'title')
    const { _rev } = compared
    expectFailed(await callTool(service, 'content_publish', { ...target(id), _rev }), 'CONFLICT')
    expect(await live(id)).toMatchObject({ title: 'Whole title', excerpt: 'Old' })
  })

  it("a colleague's pending text goes live with an update that publishes [expectChanged of updates, notice]", async () => {
    const { id } = await published()
    await colleagueTypes(id, { body: 'Not yet for readers' })
    const update = { ...target(id), data: { excerpt: 'By the assistant' }, status: 'published' }
    const refused = await callTool(service, 'content_update', { ...update, expectChanged: ['excerpt'] })
    expectFailed(refused, 'body')
    expect(await live(id)).toMatchObject({ body: 'Text', excerpt: 'Old' })
    // Without it the text goes live, as it always did, and the answer says so.
    const { notice } = await resultOf(service, 'content_update', update)
    expect(notice).toContain('body')
  })

  it('publishing a translation changes the live original [expectChanged names translations]', async () => {
    const { id } = await published()
    const german = { data: { title: 'Ganzer Titel' }, locale: 'de', translationOf: id }
    const { item } = await ask('POST', '/content/articles', german)
    await colleagueTypes(item.id, { price: 5 })
    const compared = await resultOf(service, 'content_compare', target(item.id))
    expect(compared.changed).toContainEqual(expect.objectContaining({ field: 'price', locale: 'en' }))
    const own = compared.changed.flatMap(({ field, locale }: Any) => (locale === undefined ? [field] : []))
    const refused = await callTool(service, 'content_publish', { ...target(item.id), expectChanged: own })
    expectFailed(refused, 'translations.en.price')
    expect(await live(id)).toMatchObject({ price: 3 })
  })

  it('one call destroys a collection [the scope, and the confirmation of grants]', async () => {
    await published()
    const drop = { slug: 'articles', force: true }
    const editor = await service.person(50, ['content:read', 'content:write'])
    expectRefused(
      await callTool(service, 'schema_delete_collection', drop, { token: editor.token }),
      'schema:write',
    )
    const limits = { confirmDestructive: true }
    const careful = await service.person(50, ['schema:write'], 'latest', limits)
    const first = await resultOf(service, 'schema_delete_collection', drop, { token: careful.token })
    expect(first).toMatchObject({ confirm: expect.any(String), wouldDo: expect.any(String) })
    const invented = { ...drop, confirm: `${Date.now() + 1000}.${'x'.repeat(43)}` }
    const again = await resultOf(service, 'schema_delete_collection', invented, { token: careful.token })
    expect(again).toMatchObject({ confirm: expect.any(String) })
    expect((await ask('GET', '/content/articles')).items.length).toBeGreaterThan(0)
  })
})
