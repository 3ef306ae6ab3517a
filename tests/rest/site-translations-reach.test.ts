import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import type { Any } from '../setup/json.ts'
import { resultOf } from '../setup/mcp.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

/** Where translations lead, and what leads to them. */
describe.each(engines)('translations of parts of the site on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de,fr' } })
    for (const slug of ['posts', 'others'])
      await makeCollection(service, slug, {
        supports: ['drafts', 'revisions'],
        fields: [{ slug: 'title', type: 'string' }],
      })
    dataOf(
      await service.ask('PATCH', '/schema/collections/posts', { body: { urlPattern: '/{locale}/{slug}' } }),
    )
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts'] })
  })
  afterAll(() => service.close())

  const get = async (path: string, token = service.token): Promise<Any> =>
    dataOf(await service.ask('GET', path, { token }))
  const change = async (path: string, body: object): Promise<Any> =>
    dataOf(await service.ask('PUT', path, { body }))
  const item = async (collection: string, body: object): Promise<Any> =>
    dataOf(
      await service.ask('POST', `/content/${collection}`, { body: { status: 'published', ...body } }),
      201,
    ).item

  describe('menus', () => {
    const urlsIn = async (menu: string, locale: string, token?: string) =>
      (await get(`/menus/${menu}?locale=${locale}`, token)).item.items.map(({ url }: Any) => url)

    it.each(['posts', 'others'])('lead to the published translation of an item of %s', async (collection) => {
      const menu = `to-${collection}`
      const at = (locale: string, slug: string) =>
        collection === 'posts' ? `/${locale}/${slug}` : `/others/${slug}`
      const english = await item(collection, { slug: 'hello' })
      const german = await item(collection, {
        slug: 'hallo',
        locale: 'de',
        translationOf: english.id,
        status: 'draft',
      })
      await make(service, '/menus', { name: menu, label: 'Menu' })
      for (const { id } of [english, german])
        await make(service, `/menus/${menu}/items`, {
          type: 'post',
          label: 'A',
          referenceCollection: collection,
          referenceId: id,
        })
      const { token } = await service.person(10, ['content:read'])
      expect(await urlsIn(menu, 'de', token)).toEqual([at('en', 'hello'), null])
      dataOf(await service.ask('POST', `/content/${collection}/${german.id}/publish`, { body: {} }))
      expect(await urlsIn(menu, 'de', token)).toEqual([at('de', 'hallo'), at('de', 'hallo')])
      expect(await urlsIn(menu, 'en', token)).toEqual([at('en', 'hello'), at('en', 'hello')])
      expect(await urlsIn(menu, 'fr', token)).toEqual([at('en', 'hello'), at('de', 'hallo')])
      const plain = (await get(`/menus/${menu}`, token)).item.items.map(({ url }: Any) => url)
      expect(plain).toEqual([at('en', 'hello'), at('de', 'hallo')])
      dataOf(await service.ask('POST', `/content/${collection}/${english.id}/unpublish`, { body: {} }))
      expect(await urlsIn(menu, 'de', token)).toEqual([at('de', 'hallo'), at('de', 'hallo')])
      expect(await urlsIn(menu, 'fr', token)).toEqual([null, at('de', 'hallo')])
      dataOf(await service.ask('DELETE', `/content/${collection}/${german.id}`))
      expect(await urlsIn(menu, 'de', token)).toEqual([null, null])
    })

    it(
      'of 300 items are read with one statement for their texts, and one for fifty targets',
      { tags: 'long' },
      async () => {
        const english = await item('posts', { slug: 'many' })
        await item('posts', { slug: 'viele', locale: 'de', translationOf: english.id })
        await make(service, '/menus', { name: 'large', label: 'Large' })
        for (let index = 0; index < 300; index++) {
          const leads = index % 2 === 0 ? { type: 'custom', customUrl: '/a' } : leadingTo(english.id)
          const { id } = await make(service, '/menus/large/items', { label: `Item ${index}`, ...leads })
          await change(`/menus/large/items/${id}?locale=de`, { label: `Eintrag ${index}` })
        }
        const spy = vi.spyOn(service.services.database.reader, 'rows')
        const german = await get('/menus/large?locale=de')
        const statements = spy.mock.calls.map(([sql]) => sql)
        spy.mockRestore()
        expect(german.item.items.map(({ label }: Any) => label)).toEqual(
          Array.from({ length: 300 }, (_, index) => `Eintrag ${index}`),
        )
        expect(german.item.items[1].url).toBe('/de/viele')
        const naming = (part: string) => statements.filter((sql) => sql.includes(part)).length
        expect([naming('site_translations'), naming('menu_items'), naming('o.translation_group')]).toEqual([
          1, 1, 3,
        ])
      },
    )

    it('lose the address of a locale when an item leads elsewhere', async () => {
      const english = await item('posts', { slug: 'elsewhere' })
      await make(service, '/menus', { name: 'kinds', label: 'Kinds' })
      const { id } = await make(service, '/menus/kinds/items', {
        type: 'custom',
        label: 'A',
        customUrl: '/a',
      })
      await change(`/menus/kinds/items/${id}?locale=de`, { label: 'B', customUrl: '/b' })
      await change(`/menus/kinds/items/${id}`, leadingTo(english.id))
      const [shown] = (await get('/menus/kinds?locale=de')).item.items
      expect(shown).toMatchObject({ label: 'B', customUrl: null, url: '/en/elsewhere' })
      const body = { customUrl: '/c' }
      const refused = await service.ask('PUT', `/menus/kinds/items/${id}?locale=de`, { body })
      expect(issuePaths(refused)).toEqual(['customUrl'])
      await change(`/menus/kinds/items/${id}`, { type: 'custom', customUrl: '/d' })
      expect((await get('/menus/kinds?locale=de')).item.items[0].url).toBe('/d')
      dataOf(await service.ask('DELETE', `/menus/kinds/items/${id}`))
    })

    const leadingTo = (referenceId: string) => ({ type: 'post', referenceCollection: 'posts', referenceId })
  })

  it('terms have the names of a locale wherever they are answered', async () => {
    const clay = await make(service, '/taxonomies/topics/terms', { label: 'Clay' })
    const wood = await make(service, '/taxonomies/topics/terms', { label: 'Wood' })
    await change('/taxonomies/topics/terms/clay?locale=de', { label: 'Ton' })
    const english = await item('posts', { slug: 'pot', terms: { topics: [clay.id, wood.id] } })
    const german = await item('posts', {
      slug: 'topf',
      locale: 'de',
      translationOf: english.id,
      terms: { topics: [clay.id, wood.id] },
    })
    const labels = (terms: Any) => Object.values(terms as Any[]).map(({ label }) => label as string)
    expect(labels((await get('/taxonomies/topics/terms?locale=de')).items)).toEqual(['Ton', 'Wood'])
    expect((await get('/taxonomies/topics/terms?locale=de')).items[0]).toEqual({
      ...(await get('/taxonomies/topics/terms')).items[0],
      label: 'Ton',
    })
    expect(labels((await get(`/content/posts/${english.id}/terms/topics?locale=de`)).items)).toEqual([
      'Ton',
      'Wood',
    ])
    expect(labels((await get(`/content/posts/${english.id}/terms/topics`)).items)).toEqual(['Clay', 'Wood'])
    const ids = `ids=${english.id},${german.id}&include=terms`
    expect(labels((await get(`/content/posts?${ids}`)).included.terms)).toEqual(['Clay', 'Wood'])
    expect(
      labels((await get('/content/posts?locale=de&include=terms&where[slug]=topf')).included.terms),
    ).toEqual(['Ton', 'Wood'])
    const path = '/content/posts/topf?locale=de&include=terms'
    const before = await get(path)
    expect(labels(before.included.terms)).toEqual(['Ton', 'Wood'])
    expect(labels((await get('/content/posts/topf?include=terms')).included.terms)).toEqual(['Clay', 'Wood'])
    const tag = async () =>
      (await service.ask('GET', '/content/posts?locale=de&include=terms')).headers['etag']
    const tagBefore = await tag()
    await change('/taxonomies/topics/terms/wood?locale=de', { label: 'Holz' })
    expect([tagBefore, await tag()]).toEqual([
      expect.any(String),
      expect.not.stringMatching(String(tagBefore)),
    ])
    const after = await get(path)
    expect(labels(after.included.terms)).toEqual(['Ton', 'Holz'])
    expect([before._rev, after._rev]).toEqual([expect.any(String), expect.any(String)])
    expect(after._rev).not.toBe(before._rev)
    const { items } = await resultOf(service, 'taxonomy_list_terms', { taxonomy: 'topics', locale: 'de' })
    expect(labels(items)).toEqual(['Ton', 'Holz'])
  })

  it('terms are made with the texts of a locale over MCP', async () => {
    const args = { taxonomy: 'topics', slug: 'loam', label: 'Lehm', locale: 'de' }
    await resultOf(service, 'taxonomy_create_term', args)
    await change('/taxonomies/topics/terms/loam', { label: 'Loam' })
    const labelOf = async (query: string) => (await get(`/taxonomies/topics/terms/loam${query}`)).item.label
    expect([await labelOf(''), await labelOf('?locale=de')]).toEqual(['Loam', 'Lehm'])
  })

  it('menus have the texts of a locale over MCP', async () => {
    await make(service, '/menus', { name: 'tool', label: 'Tool' })
    const { id } = await make(service, '/menus/tool/items', { type: 'custom', label: 'A', customUrl: '/a' })
    await change('/menus/tool?locale=de', { label: 'Werkzeug' })
    await change(`/menus/tool/items/${id}?locale=de`, { label: 'Ä' })
    const { item: menu } = await resultOf(service, 'menu_get', { name: 'tool', locale: 'de' })
    expect([menu.label, menu.items[0].label]).toEqual(['Werkzeug', 'Ä'])
    const { items } = await resultOf(service, 'menu_list', { locale: 'de' })
    expect(items.map(({ label }: Any) => label)).toContain('Werkzeug')
  })

  it('the start data of a site has the texts of a locale', async () => {
    await make(service, '/menus', { name: 'start', label: 'Start' })
    dataOf(await service.ask('POST', '/settings', { body: { siteTitle: 'Site', tagline: 'A site' } }))
    await change('/menus/start?locale=de', { label: 'Anfang' })
    dataOf(await service.ask('POST', '/settings?locale=de', { body: { siteTitle: 'Seite' } }))
    const shown = async (query: string) => {
      const { settings, menus } = (await get(`/site${query}`)).item
      return [settings.siteTitle, settings.tagline, menus.find(({ name }: Any) => name === 'start').label]
    }
    expect(await shown('')).toEqual(['Site', 'A site', 'Start'])
    expect(await shown('?locale=de')).toEqual(['Seite', 'A site', 'Anfang'])
    expectFailure(await service.ask('GET', '/site?locale=xx'), '400 VALIDATION_ERROR', 'locale')
  })

  it('sections are found by their texts in a locale, in the order of the default one', async () => {
    for (const title of ['Zebra', 'Apple']) await make(service, '/sections', { title })
    await change('/sections/apple?locale=de', { title: 'Zwiebel', description: '100% Öl' })
    const found = async (query: string) =>
      (await get(`/sections?${query}`)).items.map(({ title }: Any) => title as string)
    expect(await found('locale=de')).toEqual(['Zwiebel', 'Zebra'])
    expect(await found('locale=de&search=ZWIEB')).toEqual(['Zwiebel'])
    expect(await found('locale=de&search=100%25')).toEqual(['Zwiebel'])
    expect(await found('locale=de&search=apple')).toEqual(['Zwiebel'])
    expect(await found('search=zwieb')).toEqual([])
    expect(await found('locale=fr&search=zwieb')).toEqual([])
    const first = await get('/sections?locale=de&limit=1')
    expect((await get(`/sections?locale=de&limit=1&cursor=${first.nextCursor}`)).items[0].title).toBe('Zebra')
    expectFailure(
      await service.ask('GET', `/sections?limit=1&cursor=${first.nextCursor}`),
      '400 VALIDATION_ERROR',
    )
  })

  it('texts refer to files as those of the default locale do', async () => {
    const filename = `${++count}.png`
    const body = {
      filename,
      storageKey: filename,
      mimeType: 'image/png',
      size: 5,
      width: 4,
      height: 3,
      alt: 'Alt',
    }
    const { id } = dataOf(await service.ask('POST', '/media', { body }), 201).item
    const content = [{ _type: 'image', _key: 'a', id }]
    const usages = async (): Promise<string[]> =>
      (await get(`/media/${id}/usage`)).items.map(({ kind }: Any) => kind)
    await make(service, '/sections', { slug: 'pictures', title: 'Pictures' })
    await make(service, '/widget-areas', { name: 'files', label: 'Files' })
    const widgets = '/widget-areas/files/widgets'
    const card = await make(service, widgets, {
      type: 'component',
      componentId: 'card',
      componentProps: { size: 3 },
    })
    await make(service, '/menus', { name: 'files', label: 'Files' })
    const link = await make(service, '/menus/files/items', { type: 'custom', label: 'A', customUrl: '/a' })
    const { item: shown } = await change('/sections/pictures?locale=de', { content })
    expect(shown.content[0]).toMatchObject({ id, alt: 'Alt', width: 4 })
    await change(`${widgets}/${card.id}?locale=de`, { componentProps: { picture: { id } }, content })
    await change(`/menus/files/items/${link.id}?locale=de`, { customUrl: `/_cms/api/media/file/${filename}` })
    expect(await usages()).toEqual(['section', 'widget', 'menuItem'])
    dataOf(await service.ask('PUT', `/media/${id}`, { body: { alt: 'New' } }))
    expect((await get('/sections?locale=de&search=pictures')).items[0].content[0].alt).toBe('New')
    expect((await get('/widget-areas/files?locale=de')).item.widgets[0]).toMatchObject({
      content: [{ id, alt: 'New' }],
      componentProps: { size: 3, picture: { id, alt: 'New' } },
    })
    // A change of the default locale leaves the links of translations.
    await change('/sections/pictures', { title: 'Photos', content: [] })
    await change(`${widgets}/${card.id}`, { title: 'Card' })
    await change(`/menus/files/items/${link.id}`, { customUrl: '/b' })
    expect(await usages()).toEqual(['section', 'widget', 'menuItem'])
    await change('/sections/pictures?locale=de', { content: null })
    await change(`${widgets}/${card.id}?locale=de`, { content: null })
    await change(`/menus/files/items/${link.id}?locale=de`, { customUrl: null })
    expect(await usages()).toEqual(['widget'])
    await change(`${widgets}/${card.id}`, { type: 'content' })
    expect(await usages()).toEqual([])
    const again = await change(`${widgets}/${card.id}`, { type: 'component', componentId: 'card' })
    expect(again.item.componentProps).toBeNull()
    expect((await get('/widget-areas/files?locale=de')).item.widgets[0].componentProps).toBeNull()
  })

  it('unsafe links of rich text are refused in a locale too', async () => {
    await make(service, '/sections', { slug: 'links', title: 'Links' })
    const content = [
      {
        _type: 'block',
        children: [{ _type: 'span', text: 'A', marks: ['l'] }],
        markDefs: [{ _key: 'l', _type: 'link', href: 'javascript:alert(1)' }],
      },
    ]
    const answer = await service.ask('PUT', '/sections/links?locale=de', { body: { content } })
    expect(issuePaths(answer)).toEqual(['content.0.markDefs.0.href'])
  })

  it('a token sees the texts of its locales', async () => {
    await make(service, '/menus', { name: 'limited', label: 'Limited' })
    await change('/menus/limited?locale=de', { label: 'Begrenzt' })
    const { token } = await service.person(50, ['content:read', 'content:write'], 'live', { locales: ['de'] })
    expect((await get('/menus/limited?locale=de', token)).item.label).toBe('Begrenzt')
    const answer = await service.ask('GET', '/menus/limited?locale=fr', { token })
    expectFailure(answer, '400 VALIDATION_ERROR', 'locale')
    const body = { label: 'X' }
    expectFailure(await service.ask('PUT', '/menus/limited?locale=de', { token, body }), '403 FORBIDDEN')
  })

  it('a token that does not see the default locale reads texts and menus in its own where it names none', async () => {
    const term = await make(service, '/taxonomies/topics/terms', { label: 'Glaze' })
    await change('/taxonomies/topics/terms/glaze?locale=de', { label: 'Glasur' })
    const english = await item('posts', { slug: 'glaze' })
    const german = { slug: 'glasur', locale: 'de', translationOf: english.id, terms: { topics: [term.id] } }
    await item('posts', german)
    await make(service, '/menus', { name: 'own', label: 'Own' })
    const leads = { type: 'post', referenceCollection: 'posts', referenceId: english.id }
    const entry = await make(service, '/menus/own/items', { label: 'One', ...leads })
    await change(`/menus/own/items/${entry.id}?locale=de`, { label: 'Eins' })
    await change('/menus/own?locale=de', { label: 'Eigenes' })
    dataOf(await service.ask('POST', '/settings?locale=de', { body: { tagline: 'Ton' } }))
    const { token } = await service.person(50, ['content:read'], 'live', { locales: ['de'] })
    const menu = (await get('/menus/own', token)).item
    expect([menu.label, menu.items[0].label, menu.items[0].url]).toEqual(['Eigenes', 'Eins', '/de/glasur'])
    expect((await get('/menus', token)).items.map(({ label }: Any) => label)).toContain('Eigenes')
    const { item: site } = await get('/site', token)
    expect([site.defaultLocale, site.settings.tagline]).toEqual(['de', 'Ton'])
    expect((await get('/taxonomies/topics/terms/glaze', token)).item.label).toBe('Glasur')
    for (const path of [
      '/content/posts?include=terms&where[slug]=glasur',
      '/content/posts/glasur?include=terms',
    ])
      expect((await get(path, token)).included.terms[term.id].label, path).toBe('Glasur')
    expect((await resultOf(service, 'menu_get', { name: 'own' }, { token })).item.label).toBe('Eigenes')
    // One that sees the default locale too reads that, as everybody does.
    const both = await service.person(50, ['content:read'], 'live', { locales: ['de', 'en'] })
    expect((await get('/menus/own', both.token)).item.label).toBe('Own')
  })
})
