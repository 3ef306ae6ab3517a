import { translatable } from '@octavo/contract/translations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { awaitEvents } from '../setup/events.ts'
import type { Any } from '../setup/json.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'
import { rowsOf } from '../setup/tables.ts'

const paragraph = (text: string) => [{ _type: 'block', children: [{ _type: 'span', text }] }]

interface Part {
  /** what makes it; the answer's id replaces `:id` in the path */
  readonly make: readonly [path: string, body: object]
  readonly path: string
  readonly method?: 'POST'
  /** where it is read; the path by default */
  readonly read?: (id: string) => { path: string; pick: (data: Any) => Any }
  /** member → its texts in two locales, and its text of the default one */
  readonly texts: Readonly<Record<string, readonly [english: unknown, german: unknown, brazilian: unknown]>>
  /** a change of something that cannot be translated, if there is anything else to change */
  readonly fixed: Readonly<Record<string, unknown>> | null
  /** the same to what it is */
  readonly kept?: object
  readonly event: string | null
}

const parts: Readonly<Record<keyof typeof translatable, Part>> = {
  menu: {
    make: ['/menus', { name: 'main', label: 'Main' }],
    path: '/menus/main',
    texts: { label: ['Main', 'Haupt', 'Principal'] },
    fixed: null,
    event: 'menu.updated',
  },
  menuItem: {
    make: [
      '/menus/main/items',
      { type: 'custom', label: 'About', customUrl: '/about', titleAttr: 'About us', target: '_self' },
    ],
    path: '/menus/main/items/:id',
    read: (id) => ({ path: '/menus/main', pick: ({ item }) => item.items.find((one: Any) => one.id === id) }),
    texts: {
      label: ['About', 'Über', 'Sobre'],
      customUrl: ['/about', '/ueber-uns', '/sobre'],
      titleAttr: ['About us', 'Über uns', 'Sobre nós'],
    },
    fixed: { target: '_blank' },
    kept: { target: '_self' },
    event: 'menu.updated',
  },
  taxonomy: {
    make: ['/taxonomies', { name: 'kinds', label: 'Kinds', labelSingular: 'Kind' }],
    path: '/taxonomies/kinds',
    texts: { label: ['Kinds', 'Arten', 'Tipos'], labelSingular: ['Kind', 'Art', 'Tipo'] },
    fixed: { hierarchical: true },
    kept: { hierarchical: false },
    event: 'taxonomy.updated',
  },
  term: {
    make: ['/taxonomies/topics/terms', { slug: 'clay', label: 'Clay', description: 'Of clay' }],
    path: '/taxonomies/topics/terms/clay',
    texts: { label: ['Clay', 'Ton', 'Argila'], description: ['Of clay', 'Aus Ton', 'De argila'] },
    fixed: { slug: 'ton' },
    kept: { slug: 'clay' },
    event: 'term.updated',
  },
  section: {
    make: [
      '/sections',
      { slug: 'hero', title: 'Hero', description: 'On top', content: paragraph('Hello'), keywords: ['a'] },
    ],
    path: '/sections/hero',
    texts: {
      title: ['Hero', 'Held', 'Herói'],
      description: ['On top', 'Ganz oben', 'No topo'],
      content: [paragraph('Hello'), paragraph('Hallo'), paragraph('Olá')],
    },
    fixed: { keywords: ['b'] },
    kept: { keywords: ['a'] },
    event: 'section.updated',
  },
  widgetArea: {
    make: ['/widget-areas', { name: 'side', label: 'Side', description: 'Beside' }],
    path: '/widget-areas/side',
    texts: { label: ['Side', 'Seite', 'Lado'], description: ['Beside', 'Daneben', 'Ao lado'] },
    fixed: null,
    event: 'widgetArea.updated',
  },
  widget: {
    make: [
      '/widget-areas/side/widgets',
      { type: 'component', componentId: 'card', title: 'Card', content: [], componentProps: { text: 'Hi' } },
    ],
    path: '/widget-areas/side/widgets/:id',
    read: (id) => ({
      path: '/widget-areas/side',
      pick: ({ item }) => item.widgets.find((one: Any) => one.id === id),
    }),
    texts: {
      title: ['Card', 'Karte', 'Cartão'],
      content: [[], paragraph('Hallo'), paragraph('Olá')],
      componentProps: [{ text: 'Hi' }, { text: 'Hallo' }, { text: 'Oi' }],
    },
    fixed: { componentId: 'other' },
    kept: { componentId: 'card' },
    event: 'widgetArea.updated',
  },
  settings: {
    make: ['/settings', { siteTitle: 'Site', tagline: 'A site', postsPerPage: 5 }],
    path: '/settings',
    method: 'POST',
    texts: { siteTitle: ['Site', 'Seite', 'Sítio'], tagline: ['A site', 'Eine Seite', 'Um sítio'] },
    fixed: { postsPerPage: 7 },
    kept: { postsPerPage: 5 },
    event: 'settings.updated',
  },
}

describe.each(engines)('translations of parts of the site on %s', (engine) => {
  let service: TestService
  let editor: string
  const ids = new Map<string, string>()

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_LOCALES: 'en,de,pt-BR' } })
    await makeCollection(service, 'posts', { supports: [] })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts'] })
    for (const [name, { make: made, method }] of Object.entries(parts)) {
      const [path, body] = made
      if (method === 'POST') dataOf(await service.ask('POST', path, { body }))
      else ids.set(name, (await make(service, path, body)).id)
    }
    editor = (await service.person(40, ['content:read', 'content:write'])).token
  })
  afterAll(() => service.close())

  const pathOf = (name: string, part: Part) => part.path.replace(':id', ids.get(name) ?? '')
  const read = async (name: string, part: Part, query = ''): Promise<Any> => {
    const place = part.read?.(ids.get(name) ?? '')
    const data = dataOf(await service.ask('GET', `${place?.path ?? part.path}${query}`))
    return place?.pick(data) ?? data.item ?? data
  }
  const write = (name: string, part: Part, locale: string | null, body: object, token = service.token) =>
    service.ask(part.method ?? 'PUT', `${pathOf(name, part)}${locale === null ? '' : `?locale=${locale}`}`, {
      body,
      token,
    })
  const withoutTime = (part: Any) => ({ ...part, updatedAt: null })
  const itemOf = (answer: Answer): Any => dataOf(answer).item ?? dataOf(answer)

  describe.each(Object.entries(parts))('%s', (name, part) => {
    const { texts } = part
    const members = Object.keys(texts)
    const in_ = (index: 0 | 1 | 2) =>
      Object.fromEntries(members.map((member) => [member, texts[member]?.[index]]))

    it('has all members that the contract says', () => {
      expect(members).toEqual(translatable[name as keyof typeof translatable])
    })

    it('shows the texts of the default locale until it is translated', async () => {
      const plain = await read(name, part)
      expect(plain).toMatchObject(in_(0))
      for (const query of ['?locale=de', '?locale=en', '?locale=PT-br'])
        expect(await read(name, part, query)).toEqual(plain)
    })

    it('is translated member by member, and the rest falls back', async () => {
      const before = await read(name, part)
      const shown = { ...before }
      for (const member of members) {
        const german = texts[member]?.[1]
        const answer = itemOf(await write(name, part, 'de', { [member]: german }))
        shown[member] = german
        if (member === 'customUrl') shown.url = german
        // The item of a list has more than that of a change.
        expect(withoutTime(shown)).toMatchObject(withoutTime(answer))
        expect(withoutTime(await read(name, part, '?locale=de'))).toMatchObject(withoutTime(answer))
      }
      expect(withoutTime(await read(name, part))).toEqual(withoutTime(before))
      expect(withoutTime(await read(name, part, '?locale=en'))).toEqual(withoutTime(before))
      expect(withoutTime(await read(name, part, '?locale=pt-BR'))).toEqual(withoutTime(before))
      itemOf(await write(name, part, 'pt-br', in_(2)))
      expect(await read(name, part, '?locale=pt-BR')).toMatchObject(in_(2))
      expect(await read(name, part, '?locale=de')).toMatchObject(in_(1))
    })

    it('says when it was changed, in an entry and an event', async () => {
      await awaitEvents(service)
      const start = dataOf(await service.ask('GET', '/events?limit=1000')).nextCursor
      service.clock.forward(1000)
      const [member = ''] = members
      dataOf(await write(name, part, 'de', { [member]: 'Ganz neu' }))
      const { items } = dataOf(await service.ask('GET', '/admin/audit?limit=1'))
      expect(items[0]).toMatchObject({
        targetType: name,
        before: { [`${member} (de)`]: texts[member]?.[1] },
        after: { [`${member} (de)`]: 'Ganz neu' },
      })
      await awaitEvents(service)
      const events = dataOf(await service.ask('GET', `/events?after=${start}`)).items as Any[]
      expect(events.map(({ type, isLive }) => [type, isLive])).toEqual([[part.event, true]])
      expect((await read(name, part)).updatedAt).toBe(service.clock.now.toISOString())
      dataOf(await write(name, part, 'de', { [member]: texts[member]?.[1] }))
    })

    it('refuses what cannot be translated, with the names of what can', async () => {
      if (part.fixed === null) return
      const [key] = Object.keys(part.fixed)
      const answer = await write(name, part, 'de', { ...in_(1), ...part.fixed })
      expectFailure(answer, '400 VALIDATION_ERROR', members.join(', '))
      expect(issuePaths(answer)).toEqual([key])
      expect(await read(name, part, '?locale=de')).toMatchObject(in_(1))
    })

    it.each(['fr', '', '*', '__proto__', 'constructor'])('knows no locale %j', async (locale) => {
      const place = part.read?.(ids.get(name) ?? '').path ?? part.path
      const answers = [
        await service.ask('GET', `${place}?locale=${locale}`),
        await write(name, part, locale, in_(1)),
      ]
      for (const answer of answers) {
        expectFailure(answer, '400 VALIDATION_ERROR', 'locale')
        expect(issuePaths(answer)).toEqual(['locale'])
      }
    })

    it('takes texts of the default locale with its name', async () => {
      dataOf(await write(name, part, 'en', { ...in_(0), ...part.kept }))
      expect(await read(name, part)).toMatchObject(in_(0))
      expect(await read(name, part, '?locale=de')).toMatchObject(in_(1))
    })

    it('checks translations as texts of the default locale', async () => {
      const bad: Record<string, unknown> = {
        content: [{ style: 'h1' }],
        componentProps: 'text',
        customUrl: 'x:y',
      }
      for (const member of members) {
        const answer = await write(name, part, 'de', { [member]: bad[member] ?? 'x'.repeat(3000) })
        expectFailure(answer, '400 VALIDATION_ERROR')
        expect(issuePaths(answer)[0]).toMatch(new RegExp(`^${member}`))
      }
    })

    it('is translated by those who may change it', async () => {
      for (const role of [10, 30] as const) {
        const { token } = await service.person(role, ['content:read', 'content:write'])
        expectFailure(await write(name, part, 'de', in_(1), token), '403 FORBIDDEN')
      }
      const asEditor = await write(name, part, 'de', in_(1), editor)
      if (name === 'settings') expectFailure(asEditor, '403 FORBIDDEN')
      else dataOf(asEditor)
    })

    it('loses a translation by null, and has its own text again', async () => {
      const [member = ''] = members
      dataOf(await write(name, part, 'de', { [member]: null }))
      expect(await read(name, part, '?locale=de')).toMatchObject({ ...in_(1), [member]: texts[member]?.[0] })
      dataOf(await write(name, part, 'de', { [member]: null }))
      const all = Object.fromEntries(members.map((one) => [one, null]))
      dataOf(await write(name, part, 'de', all))
      expect(await read(name, part, '?locale=de')).toEqual(await read(name, part))
    })
  })

  it.each([
    ['menu', 'label'],
    ['menuItem', 'label'],
    ['taxonomy', 'label'],
    ['term', 'label'],
    ['section', 'title'],
    ['section', 'content'],
    ['widgetArea', 'label'],
    ['widget', 'content'],
  ] as const)('the %s of the default locale cannot lose its %s', async (name, member) => {
    for (const locale of [null, 'en']) {
      const answer = await write(name, parts[name], locale, { [member]: null })
      expectFailure(answer, '400 VALIDATION_ERROR')
      expect(issuePaths(answer)).toEqual([member])
    }
  })

  it('deleting has no locale', async () => {
    expect(issuePaths(await service.ask('DELETE', '/sections/hero?locale=de'))).toEqual(['locale'])
  })

  const created = Object.entries(parts).filter(([name]) => name !== 'settings')

  it.each(created)('a new %s has its first texts in the locale that it is made with', async (_, part) => {
    const [path, like] = part.make
    const fresh = { name: 'fresh', slug: 'fresh' }
    const own = Object.fromEntries(Object.entries(fresh).filter(([key]) => key in like))
    const german = Object.fromEntries(Object.keys(part.texts).map((key) => [key, part.texts[key]?.[1]]))
    const body = { ...like, ...own, ...german }
    for (const locale of ['fr', '*'])
      expect(issuePaths(await service.ask('POST', `${path}?locale=${locale}`, { body }))).toEqual(['locale'])
    await awaitEvents(service)
    const start = dataOf(await service.ask('GET', '/events?limit=1000')).nextCursor
    const answer = await service.ask('POST', `${path}?locale=de`, { body })
    const { item } = dataOf(answer, 201)
    expect(item).toMatchObject(german)
    ids.set('fresh', item.id)
    const made = part.read === undefined ? { ...part, path: `${path}/fresh` } : part
    const readFresh = async (query: string): Promise<Any> => {
      const place = made.read?.(item.id)
      const data = dataOf(await service.ask('GET', `${place?.path ?? made.path}${query}`))
      return place?.pick(data) ?? data.item
    }
    // The default locale has no texts of its own yet, and neither has a third one.
    for (const query of ['', '?locale=pt-BR']) expect(await readFresh(query)).toMatchObject(german)
    const english = Object.fromEntries(Object.keys(part.texts).map((key) => [key, part.texts[key]?.[0]]))
    const target = made.path.endsWith(':id') ? made.path.replace(':id', item.id) : made.path
    dataOf(await service.ask('PUT', target, { body: english }))
    expect(await readFresh('')).toMatchObject(english)
    expect(await readFresh('?locale=pt-BR')).toMatchObject(english)
    expect(await readFresh('?locale=de')).toMatchObject(german)
    await awaitEvents(service)
    const events = dataOf(await service.ask('GET', `/events?after=${start}`)).items as Any[]
    expect(events).toHaveLength(2)
    dataOf(await service.ask('DELETE', target))
    const left = await rowsOf(service, 'SELECT target_id AS id FROM site_translations')
    expect(left.map(({ id }: Any) => id)).not.toContain(item.id)
  })

  it('what is deleted takes its translations along', async () => {
    for (const [name, part] of Object.entries(parts))
      dataOf(await write(name, part, 'de', { [Object.keys(part.texts)[0] ?? '']: 'Neu' }))
    const left = async () =>
      (await rowsOf(service, 'SELECT DISTINCT target_id AS id FROM site_translations')).map(
        ({ id }: Any) => id,
      )
    for (const path of [
      '/widget-areas/side',
      '/menus/main',
      '/taxonomies/topics?force=true',
      '/taxonomies/kinds',
      '/sections/hero',
    ])
      dataOf(await service.ask('DELETE', path))
    expect(await left()).toEqual(['settings'])
  })
})
