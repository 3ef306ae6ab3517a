import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { callTool, resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

describe.each(engines)('singletons on %s', (engine) => {
  let service: TestService
  let count = 0
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de', OCTAVO_RATE_LIMIT: 'off' } })
  })
  afterAll(() => service.close())

  async function singleton(): Promise<string> {
    const slug = `home_${count++}`
    const supports = ['drafts', 'revisions']
    await makeCollection(service, slug, { supports, fields: [{ slug: 'title', type: 'string' }] })
    const changed = await service.ask('PATCH', `/schema/collections/${slug}`, { body: { singleton: true } })
    expect(dataOf(changed).item.singleton).toBe(true)
    return slug
  }
  const create = (slug: string, more: object = {}) =>
    service.ask('POST', `/content/${slug}`, { body: { data: { title: 'One' }, ...more } })

  it('hold one item, whoever makes the second one, and however', async () => {
    const slug = await singleton()
    const { id } = dataOf(await create(slug), 201).item
    const refused = await create(slug)
    expectFailure(refused, '409 CONFLICT', 'singleton')
    expect((refused.body as Any).error.details.holder).toBe(id)
    expectFailure(await create(slug, { locale: 'de' }), '409 CONFLICT', 'singleton')
    expectFailure(await create(slug, { dryRun: true }), '409 CONFLICT', 'singleton')
    expectFailure(await service.ask('POST', `/content/${slug}/${id}/duplicate`, { body: {} }), '409 CONFLICT')
    const call = { collection: slug, data: { title: 'One' } }
    expect(await callTool(service, 'content_create', call)).toMatchObject({ kind: 'failed' })
    dataOf(await create(slug, { locale: 'de', translationOf: id }), 201)
    expect(dataOf(await service.ask('GET', `/content/${slug}?locale=de`)).items).toHaveLength(1)
  })

  it('do not count the trash, and restore nothing from it beside another one', async () => {
    const slug = await singleton()
    const { id } = dataOf(await create(slug), 201).item
    dataOf(await service.ask('DELETE', `/content/${slug}/${id}`))
    const { id: second } = dataOf(await create(slug), 201).item
    const restore = () => service.ask('POST', `/content/${slug}/${id}/restore`, { body: {} })
    expectFailure(await restore(), '409 CONFLICT', 'singleton')
    dataOf(await service.ask('DELETE', `/content/${slug}/${second}`))
    dataOf(await restore())
  })

  it('get one of several items that are made at once', async () => {
    const slug = await singleton()
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(slug)))
    expect(answers.map(outcome).toSorted()).toEqual(['201', '409 CONFLICT', '409 CONFLICT', '409 CONFLICT'])
  })

  it('refuse the second item in a change-set too, and when it is applied', async () => {
    const slug = await singleton()
    const { id: changeSet } = dataOf(
      await service.ask('POST', '/change-sets', { body: { name: 'Home' } }),
      201,
    ).item
    dataOf(await create(slug, { changeSet }), 201)
    expectFailure(await create(slug, { changeSet }), '409 CONFLICT', 'singleton')
    dataOf(await create(slug), 201)
    const refused = await service.ask('POST', `/change-sets/${changeSet}/apply`, { body: {} })
    expectFailure(refused, '409 CONFLICT', 'singleton')
    expect(dataOf(await service.ask('GET', `/content/${slug}`)).items).toHaveLength(1)
  })

  it('are not made of collections with several items, and can be ended', async () => {
    const slug = `home_${count++}`
    await makeCollection(service, slug, { supports: [], fields: [{ slug: 'title', type: 'string' }] })
    const { id } = dataOf(await create(slug), 201).item
    dataOf(await create(slug, { locale: 'de', translationOf: id }), 201)
    const { id: second } = dataOf(await create(slug), 201).item
    const patch = (singleton_: unknown) =>
      service.ask('PATCH', `/schema/collections/${slug}`, { body: { singleton: singleton_ } })
    expectFailure(await patch(true), '400 SCHEMA_ERROR', '2 items')
    expectFailure(await patch('yes'), '400 VALIDATION_ERROR', 'singleton')
    dataOf(await service.ask('DELETE', `/content/${slug}/${second}`))
    dataOf(await patch(true))
    expect(dataOf(await patch(false)).item).not.toHaveProperty('singleton')
    dataOf(await create(slug), 201)
  })

  it('are made by an assistant', async () => {
    const slug = `home_${count++}`
    const args = { slug, label: 'Home', singleton: true }
    const { item } = await resultOf(service, 'schema_create_collection', args)
    expect(item.singleton).toBe(true)
  })
})
