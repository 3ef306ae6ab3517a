import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

interface Item {
  id: string
  slug: string
  locale: string
  translationGroup: string
  data: Record<string, unknown>
}

const fields = [
  { slug: 'title', type: 'string' },
  { slug: 'price', type: 'number', translatable: false },
  { slug: 'code', type: 'string', unique: true },
]

describe.each(engines)('locales on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de,pt-BR' } })
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions', 'scheduling'], fields })
    await makeCollection(service, 'direct', { supports: [], fields })
  })
  afterAll(() => service.close())

  const create = (body: Record<string, unknown>, collection = 'posts'): Promise<Answer> =>
    service.ask('POST', `/content/${collection}`, { body })
  const make = async (body: Record<string, unknown> = {}, collection = 'posts'): Promise<Item> =>
    dataOf(await create({ slug: `item-${++count}`, ...body }, collection), 201).item
  const get = (path: string, token = service.token): Promise<Answer> =>
    service.ask('GET', `/content/posts/${path}`, { token })
  const itemAt = async (path: string): Promise<Item> => dataOf(await get(path)).item
  const update = (path: string, body: unknown): Promise<Answer> =>
    service.ask('PUT', `/content/posts/${path}`, { body })
  const act = (path: string): Promise<Answer> => service.ask('POST', `/content/posts/${path}`, { body: {} })

  it.each([
    [undefined, 'en'],
    ['en', 'en'],
    ['DE', 'de'],
    ['pt-br', 'pt-BR'],
  ])('an item made for %s belongs to %s', async (locale, expected) => {
    expect((await make(locale === undefined ? {} : { locale })).locale).toBe(expected)
  })

  it.each(['fr', '', 'pt', 'de-DE', '*', '__proto__'])('there is no locale %j', async (locale) => {
    const answer = await create({ locale })
    expectFailure(answer, '400 VALIDATION_ERROR', 'locale')
    expect(issuePaths(answer)).toEqual(['locale'])
  })

  it('a translation joins the group of its source, whichever of the group is named, by id or slug', async () => {
    const source = await make()
    const german = await make({ locale: 'de', translationOf: source.id })
    const brazilian = await make({ locale: 'pt-BR', translationOf: german.slug })
    expect([german, brazilian]).toMatchObject([
      { translationGroup: source.translationGroup, translationOf: source.id },
      { translationGroup: source.translationGroup, translationOf: german.id },
    ])
    for (const { id } of [source, german, brazilian]) {
      const { translationGroup, translations } = dataOf(await get(`${id}/translations`))
      expect(translationGroup).toBe(source.translationGroup)
      expect(translations.map((item: Item) => [item.locale, item.id])).toEqual([
        ['de', german.id],
        ['en', source.id],
        ['pt-BR', brazilian.id],
      ])
    }
  })

  it('translations: a reader gets the published ones, and trashed ones are left out', async () => {
    const { token } = await service.person(10, ['content:read'])
    const source = await make({ status: 'published' })
    const german = await make({ locale: 'de', translationOf: source.id })
    const brazilian = await make({ locale: 'pt-BR', translationOf: source.id, status: 'published' })
    const locales = async (as: string): Promise<string[]> =>
      dataOf(await get(`${source.id}/translations`, as)).translations.map(({ locale }: Item) => locale)
    expect(await locales(service.token)).toEqual(['de', 'en', 'pt-BR'])
    expect(await locales(token)).toEqual(['en', 'pt-BR'])
    expectFailure(await get(`${german.id}/translations`, token), '404 NOT_FOUND')
    dataOf(await service.ask('DELETE', `/content/posts/${brazilian.id}`))
    expect(await locales(service.token)).toEqual(['de', 'en'])
    expect(await locales(token)).toEqual(['en'])
  })

  it.each(['01JZZZZZZZZZZZZZZZZZZZZZZZ', 'no-such-slug', ''])(
    'there is nothing to translate at %j',
    async (translationOf) => {
      const answer = await create({ locale: 'de', translationOf })
      expectFailure(answer, '400 VALIDATION_ERROR', 'translationOf')
    },
  )

  it('a group has one item in a locale, the trash included', async () => {
    const source = await make()
    expectFailure(await create({ translationOf: source.id }), '409 CONFLICT', '"en"')
    const german = await make({ locale: 'de', translationOf: source.id })
    expectFailure(await create({ locale: 'de', translationOf: source.id }), '409 CONFLICT', '"de"')
    dataOf(await service.ask('DELETE', `/content/posts/${german.id}`))
    expectFailure(await create({ locale: 'de', translationOf: source.id }), '409 CONFLICT', '"de"')
    dataOf(await service.ask('DELETE', `/content/posts/${german.id}/permanent`))
    await make({ locale: 'de', translationOf: source.id })
  })

  it('a translation outlives what it was made from', async () => {
    const source = await make()
    const german = await make({ locale: 'de', translationOf: source.id })
    const brazilian = await make({ locale: 'pt-BR', translationOf: german.id })
    dataOf(await service.ask('DELETE', `/content/posts/${source.id}`))
    dataOf(await service.ask('DELETE', `/content/posts/${source.id}/permanent`))
    expect(await itemAt(german.id)).toMatchObject({
      translationOf: null,
      translationGroup: source.translationGroup,
    })
    expect(dataOf(await get(`${brazilian.id}/translations`)).translations).toHaveLength(2)
  })

  it('the same slug lives in each locale, and ?locale= decides; else the default one comes first', async () => {
    const slug = 'shared-slug'
    const items = new Map<string, Item>()
    for (const locale of ['pt-BR', 'de', 'en'])
      items.set(locale, await make({ slug, locale, data: { title: locale } }))
    expectFailure(await create({ slug, locale: 'de' }), '409 DUPLICATE_SLUG', 'de')
    expect((await itemAt(slug)).locale).toBe('en')
    for (const locale of ['en', 'de', 'pt-BR'])
      expect((await itemAt(`${slug}?locale=${locale}`)).locale).toBe(locale)
    dataOf(await update(`${slug}?locale=de`, { data: { title: 'in the query' } }))
    dataOf(await update(slug, { locale: 'pt-BR', data: { title: 'in the body' } }))
    expect((await itemAt(`${slug}?locale=de`)).data['title']).toBe('in the query')
    expect((await itemAt(`${slug}?locale=pt-BR`)).data['title']).toBe('in the body')
    expect((await itemAt(slug)).data['title']).toBe('en')
    for (const path of ['publish', 'unpublish', 'duplicate']) {
      expect((await act(`${slug}/${path}?locale=de`)).body.data.item.locale).toBe('de')
    }
    for (const path of ['compare', 'translations', 'revisions'])
      dataOf(await get(`${slug}/${path}?locale=de`))
    dataOf(await service.ask('DELETE', `/content/posts/${slug}?locale=en`))
    expect((await itemAt(slug)).locale).toBe('de')
    expect(dataOf(await act(`${slug}/restore?locale=en`)).item.locale).toBe('en')
  })

  it('a locale is written in any case and must be one of the site, wherever it decides', async () => {
    const { slug } = await make({ locale: 'pt-BR' })
    expect((await itemAt(`${slug}?locale=pt-br`)).slug).toBe(slug)
    expectFailure(await get(`${slug}?locale=de`), '404 NOT_FOUND')
    expectFailure(await get(`${slug}?locale=fr`), '400 VALIDATION_ERROR', 'locale')
    expectFailure(await update(`${slug}?locale=fr`, {}), '400 VALIDATION_ERROR', 'locale')
    expectFailure(await get(`${slug}/revisions?locale=fr`), '400 VALIDATION_ERROR', 'locale')
    dataOf(await get(`${slug}/revisions?locale=PT-BR`))
  })

  it('an id says enough: the locale beside it does not matter', async () => {
    const { id } = await make({ locale: 'de' })
    expect((await itemAt(`${id}?locale=en`)).id).toBe(id)
  })

  it('unique values are unique within a locale', async () => {
    const source = await make({ data: { code: 'same' } })
    await make({ locale: 'de', translationOf: source.id, data: { code: 'same' } })
    expectFailure(await create({ data: { code: 'same' } }), '409 CONFLICT', '"code"')
    expectFailure(await create({ locale: 'de', data: { code: 'same' } }), '409 CONFLICT', '"code"')
  })

  it('a translation has the shared values of its source, and says no others', async () => {
    const source = await make({ data: { title: 'Price', price: 5 } })
    const german = await make({ locale: 'de', translationOf: source.id, data: { title: 'Preis' } })
    expect(german.data).toEqual({ title: 'Preis', price: 5 })
    const answer = await create({ locale: 'pt-BR', translationOf: source.id, data: { price: 6 } })
    expectFailure(answer, '400 VALIDATION_ERROR', 'data.price')
    await make({ locale: 'pt-BR', translationOf: source.id, data: { price: 5 } })
  })

  it('shared values of drafts reach unpublished translations, and what goes live reaches all', async () => {
    const source = await make({ data: { price: 1 } })
    const german = await make({ locale: 'de', translationOf: source.id, status: 'published' })
    const brazilian = await make({ locale: 'pt-BR', translationOf: source.id })
    dataOf(await update(german.id, { data: { title: 'waits' } }))
    const prices = async (): Promise<unknown[]> => [
      ...(await Promise.all(
        [source, german, brazilian].map(async ({ id }) => (await itemAt(id)).data['price']),
      )),
      (await itemAt(`${german.id}?view=live`)).data['price'],
    ]
    dataOf(await update(source.id, { data: { price: 2 } }))
    expect(await prices()).toEqual([2, 1, 2, 1])
    dataOf(await act(`${source.id}/publish`))
    expect(await prices()).toEqual([2, 2, 2, 2])
    dataOf(await update(german.id, { data: { price: 3 } }))
    expect(await prices()).toEqual([2, 3, 2, 2])
    dataOf(await act(`${german.id}/publish`))
    expect(await prices()).toEqual([3, 3, 3, 3])
    expect((await itemAt(german.id)).data).toEqual({ title: 'waits', price: 3 })
  })

  it('shared values are live at once where the collection has no drafts', async () => {
    const source = await make({ data: { price: 1 }, status: 'published' }, 'direct')
    const german = await make({ locale: 'de', translationOf: source.id, status: 'published' }, 'direct')
    dataOf(await service.ask('PUT', `/content/direct/${source.id}`, { body: { data: { price: 9 } } }))
    const { item } = dataOf(await service.ask('GET', `/content/direct/${german.id}?view=live`))
    expect(item.data.price).toBe(9)
  })

  it('a duplicate stays in its locale and gets a group of its own', async () => {
    const source = await make({ locale: 'de', data: { title: 'Kopie', price: 4 } })
    const { item } = dataOf(await act(`${source.id}/duplicate`), 201)
    expect(item).toMatchObject({
      locale: 'de',
      translationOf: null,
      data: { title: 'Kopie (Copy)', price: 4 },
    })
    expect(item.translationGroup).not.toBe(source.translationGroup)
    dataOf(await update(item.id, { data: { price: 8 } }))
    expect((await itemAt(source.id)).data['price']).toBe(4)
  })

  it('a translation needs the right to edit its source', async () => {
    const author = await service.person(30, ['content:write', 'content:read'])
    const source = await make()
    const ask = (translationOf: string): Promise<Answer> =>
      service.ask('POST', '/content/posts', { token: author.token, body: { locale: 'de', translationOf } })
    expectFailure(await ask(source.id), '403 FORBIDDEN')
    const own = dataOf(
      await service.ask('POST', '/content/posts', { token: author.token, body: {} }),
      201,
    ).item
    dataOf(await ask(own.id), 201)
  })
})

describe.each(engines)('one locale on %s', (engine) => {
  it('has no translations to make, and its group is the item alone', async () => {
    const service = await startService(engine)
    try {
      await makeCollection(service, 'posts', { supports: [], fields })
      const { item } = dataOf(await service.ask('POST', '/content/posts', { body: { slug: 'one' } }), 201)
      const answer = await service.ask('POST', '/content/posts', { body: { translationOf: item.id } })
      expectFailure(answer, '400 VALIDATION_ERROR', 'OCTAVO_LOCALES')
      expectFailure(
        await service.ask('POST', '/content/posts', { body: { locale: 'de' } }),
        '400 VALIDATION_ERROR',
        'locale',
      )
      const { translations } = dataOf(await service.ask('GET', '/content/posts/one/translations'))
      expect(translations.map(({ id }: Item) => id)).toEqual([item.id])
    } finally {
      await service.close()
    }
  })
})
