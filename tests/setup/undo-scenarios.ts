import { expect } from 'vitest'
import { dataOf } from './answers.ts'
import type { Any } from './json.ts'
import { picture, uploaded } from './media.ts'
import type { Answer, TestService } from './service.ts'
import { make } from './site.ts'

export const header = 'x-octavo-change-id'
const long = 'Long words. '.repeat(60)
export const block = (text: string) => [
  { _type: 'block', children: [{ _type: 'span', text, marks: [] }], markDefs: [], style: 'normal' },
]

/** The ids of the site that all scenarios begin with. */
export interface Site {
  readonly service: TestService
  readonly ids: Readonly<Record<string, string>>
}

/** A site with something of each kind, in two locales. */
export async function makeSite(service: TestService): Promise<Site> {
  const ids: Record<string, string> = {}
  const put = async (path: string, body: object): Promise<void> => {
    dataOf(await service.ask('PUT', path, { body }))
  }
  const collection = {
    slug: 'posts',
    label: 'Posts',
    supports: ['drafts', 'revisions'],
    fields: [
      { slug: 'title', label: 'Title', type: 'string' },
      { slug: 'mood', label: 'Mood', type: 'select', validation: { options: ['calm', 'wild'] } },
    ],
  }
  dataOf(await service.ask('POST', '/schema/collections', { body: collection }), 201)
  ids['item'] = (
    await make(service, '/content/posts', { data: { title: 'One' }, slug: 'one', status: 'published' })
  ).id
  ids['other'] = (await make(service, '/content/posts', { data: { title: 'Two' }, slug: 'two' })).id
  const empty = { slug: 'empty', label: 'Empty', fields: [{ slug: 'a', label: 'A', type: 'string' }] }
  dataOf(await service.ask('POST', '/schema/collections', { body: empty }), 201)
  const hierarchical = {
    name: 'topics',
    label: 'Topics',
    hierarchical: true,
    collections: ['posts', 'empty'],
  }
  ids['topics'] = (await make(service, '/taxonomies', hierarchical)).id
  await put('/taxonomies/topics?locale=de', { label: 'Themen' })
  await put('/taxonomies/topics?locale=de', { label: 'Gebiet' })
  const terms = '/taxonomies/topics/terms'
  ids['clay'] = (await make(service, terms, { slug: 'clay', label: 'Clay', description: long })).id
  ids['glaze'] = (await make(service, terms, { slug: 'glaze', label: 'Glaze' })).id
  ids['ash'] = (await make(service, terms, { slug: 'ash', label: 'Ash', parentId: ids['glaze'] })).id
  await put(`${terms}/glaze?locale=de`, { label: 'Glasur' })
  for (const [item, termIds] of [
    [ids['item'], [ids['clay'], ids['glaze']]],
    [ids['other'], [ids['glaze']]],
  ])
    dataOf(await service.ask('POST', `/content/posts/${String(item)}/terms/topics`, { body: { termIds } }))
  dataOf(await service.ask('POST', `/content/posts/${ids['item']}/publish`, { body: {} }))
  ids['main'] = (await make(service, '/menus', { name: 'main', label: 'Main' })).id
  await put('/menus/main?locale=de', { label: 'Haupt' })
  const item = (body: object) => make(service, '/menus/main/items', body)
  ids['home'] = (await item({ type: 'custom', customUrl: '/', label: 'Home' })).id
  ids['shop'] = (
    await item({ type: 'custom', customUrl: '/shop', label: 'Shop', sortOrder: 7, cssClasses: 'big' })
  ).id
  const below = { parentId: ids['shop'], label: 'Glazes', type: 'taxonomy' }
  ids['glazes'] = (await item({ ...below, referenceCollection: 'topics', referenceId: ids['glaze'] })).id
  const post = { type: 'post', referenceCollection: 'posts', referenceId: ids['item'] }
  ids['first'] = (await item({ ...post, parentId: ids['glazes'], label: 'First' })).id
  await put(`/menus/main/items/${ids['shop']}?locale=de`, { label: 'Laden', customUrl: '/de/laden' })
  const section = { slug: 'about', title: 'About', keywords: ['us'], content: block(long) }
  ids['about'] = (await make(service, '/sections', section)).id
  await put('/sections/about?locale=de', { title: 'Wir', content: block('Lange Worte') })
  await make(service, '/menus', { name: 'legal', label: 'Legal' })
  // It is deleted, and comes back, with the collection that it leads to.
  await make(service, '/menus', { name: 'shelf', label: 'Shelf' })
  const shelf = { label: 'All', type: 'collection', referenceCollection: 'empty' }
  await make(service, '/menus/shelf/items', shelf)
  const area = { name: 'side', label: 'Side', description: 'At the side' }
  ids['side'] = (await make(service, '/widget-areas', area)).id
  const widget = (body: object) => make(service, '/widget-areas/side/widgets', body)
  ids['text'] = (await widget({ type: 'content', title: 'Text', content: block(long) })).id
  const props = { type: 'component', componentId: 'map', componentProps: { zoom: 3, note: long } }
  ids['map'] = (await widget(props)).id
  ids['nav'] = (await widget({ type: 'menu', menuName: 'legal' })).id
  await put(`/widget-areas/side/widgets/${ids['map']}?locale=de`, {
    title: 'Karte',
    componentProps: { note: 'Notiz' },
  })
  ids['redirect'] = (await make(service, '/redirects', { from: '/alt', to: '/old' })).id
  await make(service, '/redirects', { from: '/née%20x', to: 'https://example.com/x', status: 302 })
  dataOf(
    await service.ask('POST', '/settings', {
      body: { siteTitle: 'Pots', tagline: 'Clay', postsPerPage: 10 },
    }),
  )
  dataOf(await service.ask('POST', '/settings?locale=de', { body: { siteTitle: 'Töpfe' } }))
  const { id } = await uploaded(service, { filename: 'pot.png', type: 'image/png', content: await picture() })
  ids['media'] = id
  dataOf(await service.ask('PUT', `/media/${id}`, { body: { alt: 'A pot', caption: long } }))
  return { service, ids }
}

/** All that the API says of the site, in both locales, without the times of last changes. */
export async function seen({ service, ids }: Pick<Site, 'service' | 'ids'>): Promise<Any> {
  const read = async (path: string): Promise<unknown> => {
    const { status, body } = await service.ask('GET', path)
    return status === 200 ? (body as Any).data : status
  }
  const texts = ['', '?locale=de']
  const paths = [
    ...texts.flatMap((locale) => [
      ...['main', 'foot', 'shelf'].map((name) => `/menus/${name}${locale}`),
      ...['topics', 'moods'].map((name) => `/taxonomies/${name}/terms${locale}`),
      `/sections${locale}`,
      ...['side', 'top'].map((name) => `/widget-areas/${name}${locale}`),
      `/settings${locale}`,
      `/taxonomies${locale}`,
    ]),
    ...texts.map((locale) => `/taxonomies${locale}`),
    '/redirects',
    `/media/${ids['media']}`,
    ...['posts', 'notes', 'empty'].flatMap((slug) => [`/schema/collections/${slug}?includeFields=true`]),
    ...['item', 'other'].flatMap((name) =>
      ['live', 'latest'].map((view) => `/content/posts/${ids[name]}?view=${view}&include=terms`),
    ),
    '/menus',
    '/widget-areas',
  ]
  const all = await Promise.all(paths.map(async (path) => [path, await read(path)]))
  const text = JSON.stringify(Object.fromEntries(all), (key, value: unknown) =>
    ['updatedAt', '_rev', 'version', 'placeholder'].includes(key) ? undefined : value,
  )
  return JSON.parse(text)
}

type Act = (site: Site) => Promise<Answer>

const call =
  (
    method: string,
    path: string | ((ids: Site['ids']) => string),
    body?: object | ((ids: Site['ids']) => object),
  ): Act =>
  ({ service, ids }) =>
    service.ask(method, typeof path === 'string' ? path : path(ids), {
      ...(body !== undefined && { body: typeof body === 'function' ? body(ids) : body }),
    })

const shop = (ids: Site['ids']) => `/menus/main/items/${ids['shop']}`
const map = (ids: Site['ids']) => `/widget-areas/side/widgets/${ids['map']}`

export interface Scenario {
  readonly name: string
  readonly act: Act
  /** an edit of the same that undoing must not overwrite; null where there is none */
  readonly edit: Act | null
  /** what the edit changed of what the act did; nothing: both can be undone on their own */
  readonly fields?: readonly string[]
  /** what undoing the edit leaves behind */
  readonly tidy?: Act
}

/** Every kind of write that can be undone. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'menus.create',
    act: call('POST', '/menus', { name: 'foot', label: 'Foot' }),
    edit: call('PUT', '/menus/foot', { label: 'Feet' }),
    fields: ['label'],
  },
  {
    name: 'menus.create, with items since',
    act: call('POST', '/menus', { name: 'foot', label: 'Foot' }),
    edit: call('POST', '/menus/foot/items', { type: 'custom', customUrl: '/', label: 'Up' }),
    fields: ['items'],
  },
  {
    name: 'menus.update',
    act: call('PUT', '/menus/main', { label: 'Other' }),
    edit: call('PUT', '/menus/main', { label: 'Third' }),
    fields: ['label'],
  },
  {
    name: 'menus.update in German',
    act: call('PUT', '/menus/main?locale=de', { label: 'Anders' }),
    edit: call('PUT', '/menus/main?locale=de', { label: null }),
    fields: ['label (de)'],
  },
  {
    name: 'menus.addItem',
    act: call('POST', '/menus/main/items', { type: 'custom', customUrl: '/x', label: 'New' }),
    edit: null,
  },
  {
    name: 'menus.updateItem',
    act: call('PUT', shop, {
      label: 'Store',
      parentId: null,
      sortOrder: 0,
      customUrl: '/store',
      titleAttr: 'T',
    }),
    edit: call('PUT', shop, { label: 'Stall' }),
    fields: ['label'],
  },
  {
    name: 'menus.updateItem, to another kind of target',
    act: call('PUT', shop, (ids) => ({
      type: 'post',
      referenceCollection: 'posts',
      referenceId: ids['item'],
    })),
    edit: call('PUT', shop, (ids) => ({ referenceId: ids['other'] })),
    fields: ['referenceId'],
  },
  {
    name: 'menus.updateItem in German',
    act: call('PUT', (ids) => `${shop(ids)}?locale=de`, { label: 'Markt' }),
    edit: call('PUT', (ids) => `${shop(ids)}?locale=de`, { label: 'Bude' }),
    fields: ['label (de)'],
  },
  {
    name: 'menus.deleteItem',
    act: call('DELETE', shop),
    edit: null,
  },
  {
    name: 'menus.setItems',
    act: call('PUT', '/menus/main/items', (ids) => ({
      items: [
        {
          id: ids['first'],
          children: [
            { id: ids['glazes'], label: 'Glazes!' },
            { label: 'New', customUrl: '/n' },
          ],
        },
        { id: ids['home'] },
      ],
    })),
    edit: call('PUT', (ids) => `/menus/main/items/${ids['glazes']}`, { label: 'G' }),
    fields: ['label'],
  },
  {
    name: 'menus.reorder',
    act: call('POST', '/menus/main/reorder', (ids) => ({
      items: [
        { id: ids['glazes'], parentId: null, sortOrder: 0 },
        { id: ids['shop'], parentId: ids['glazes'], sortOrder: 0 },
        { id: ids['first'], parentId: ids['shop'], sortOrder: 3 },
      ],
    })),
    edit: call('PUT', shop, { parentId: null }),
    fields: ['parentId'],
  },
  {
    name: 'menus.delete',
    act: call('DELETE', '/menus/main'),
    edit: null,
  },
  {
    name: 'taxonomies.create',
    act: call('POST', '/taxonomies', { name: 'moods', label: 'Moods', collections: ['posts'] }),
    edit: call('POST', '/taxonomies/moods/terms', { slug: 'calm', label: 'Calm' }),
    fields: ['terms'],
  },
  {
    name: 'taxonomies.update',
    act: call('PUT', '/taxonomies/topics', { label: 'Themes', labelSingular: 'Theme', collections: [] }),
    edit: call('PUT', '/taxonomies/topics', { labelSingular: null }),
    fields: ['labelSingular'],
  },
  {
    name: 'taxonomies.update in German',
    act: call('PUT', '/taxonomies/topics?locale=de', { label: 'Stoffe', labelSingular: 'Stoff' }),
    edit: call('PUT', '/taxonomies/topics?locale=de', { label: 'Dinge' }),
    fields: ['label (de)'],
  },
  { name: 'taxonomies.delete', act: call('DELETE', '/taxonomies/topics?force=true'), edit: null },
  {
    name: 'terms.create',
    act: call('POST', '/taxonomies/topics/terms', { slug: 'sand', label: 'Sand' }),
    edit: call('PUT', '/taxonomies/topics/terms/sand', { label: 'Grit' }),
    fields: ['label'],
  },
  {
    name: 'terms.update',
    act: call('PUT', '/taxonomies/topics/terms/ash', {
      slug: 'ashes',
      label: 'Ashes',
      parentId: null,
      description: long,
    }),
    edit: call('PUT', '/taxonomies/topics/terms/ashes', { description: null }),
    fields: ['description'],
  },
  {
    name: 'terms.update in German',
    act: call('PUT', '/taxonomies/topics/terms/clay?locale=de', { label: 'Ton', description: long }),
    edit: call('PUT', '/taxonomies/topics/terms/clay?locale=de', { label: 'Lehm' }),
    fields: ['label (de)'],
  },
  { name: 'terms.delete', act: call('DELETE', '/taxonomies/topics/terms/clay'), edit: null },
  {
    name: 'terms.merge',
    act: call('POST', '/taxonomies/topics/terms/glaze/merge', { into: 'clay' }),
    edit: call('PUT', '/taxonomies/topics/terms/ash', { parentId: null }),
    fields: ['parentId'],
  },
  {
    name: 'terms.merge, into a term below',
    act: call('POST', '/taxonomies/topics/terms/glaze/merge', { into: 'ash' }),
    edit: call('DELETE', (ids) => `/menus/main/items/${ids['glazes']}`),
    fields: ['id'],
  },
  {
    name: 'sections.create',
    act: call('POST', '/sections', { slug: 'new', title: 'New', content: block('x') }),
    edit: call('PUT', '/sections/new', { title: 'Newer' }),
    fields: ['title'],
  },
  {
    name: 'sections.update',
    act: call('PUT', '/sections/about', {
      slug: 'us',
      title: 'Us',
      description: 'D',
      keywords: [],
      content: block(`${long}!`),
    }),
    edit: call('PUT', '/sections/us', { content: block(`${long}!!`) }),
    fields: ['content'],
  },
  {
    name: 'sections.update in German',
    act: call('PUT', '/sections/about?locale=de', { content: block(long) }),
    edit: call('PUT', '/sections/about?locale=de', { content: block('kurz') }),
    fields: ['content (de)'],
  },
  { name: 'sections.delete', act: call('DELETE', '/sections/about'), edit: null },
  {
    name: 'widgets.createArea',
    act: call('POST', '/widget-areas', { name: 'top', label: 'Top' }),
    edit: call('POST', '/widget-areas/top/widgets', { type: 'content' }),
    fields: ['widgetIds'],
  },
  {
    name: 'widgets.updateArea',
    act: call('PUT', '/widget-areas/side', { label: 'Aside', description: null }),
    edit: call('PUT', '/widget-areas/side', { label: 'Far aside' }),
    fields: ['label'],
  },
  { name: 'widgets.deleteArea', act: call('DELETE', '/widget-areas/side'), edit: null },
  {
    name: 'widgets.create',
    act: call('POST', '/widget-areas/side/widgets', { type: 'content', title: 'W' }),
    edit: call('PUT', '/widget-areas/side', { label: 'x' }),
    fields: [],
  },
  {
    name: 'widgets.update',
    act: call('PUT', map, { title: 'Map', componentProps: { zoom: 5 } }),
    edit: call('PUT', map, { componentProps: null }),
    fields: ['componentProps'],
  },
  {
    name: 'widgets.update, to another type',
    act: call('PUT', map, { type: 'menu', menuName: 'main' }),
    edit: call('PUT', map, { title: 'Menu' }),
    fields: [],
  },
  { name: 'widgets.delete', act: call('DELETE', map), edit: null },
  {
    name: 'widgets.reorder',
    act: call('POST', '/widget-areas/side/reorder', (ids) => ({
      widgetIds: [ids['nav'], ids['text'], ids['map']],
    })),
    edit: call('POST', '/widget-areas/side/widgets', { type: 'content' }),
    fields: ['widgetIds'],
  },
  {
    name: 'redirects.create',
    act: call('POST', '/redirects', { from: '/old', to: '/content/posts/one' }),
    edit: call('DELETE', '/redirects?from=/old'),
    fields: ['id'],
  },
  {
    name: 'redirects.delete',
    act: call('DELETE', '/redirects?from=/n%C3%A9e%20x'),
    edit: call('POST', '/redirects', { from: '/née%20x', to: '/other' }),
    fields: [],
  },
  {
    name: 'settings.update',
    act: call('POST', '/settings', { siteTitle: 'Jars', postsPerPage: null, siteUrl: 'https://example.com' }),
    edit: call('POST', '/settings', { postsPerPage: 5 }),
    fields: ['postsPerPage'],
  },
  {
    name: 'settings.update in German',
    act: call('POST', '/settings?locale=de', { siteTitle: 'Krüge', tagline: 'Ton' }),
    edit: call('POST', '/settings?locale=de', { tagline: 'Lehm' }),
    fields: ['tagline (de)'],
  },
  {
    name: 'media.update',
    act: call('PUT', (ids) => `/media/${ids['media']}`, {
      alt: 'Jar',
      filename: 'jar.png',
      caption: null,
      focalPoint: { x: 0.2, y: 0.4 },
      folder: 'Kitchen/Jars',
      tags: ['Clay', 'Blue'],
    }),
    edit: call('PUT', (ids) => `/media/${ids['media']}`, { caption: 'Mine' }),
    fields: ['caption'],
  },
  {
    name: 'schema.createCollection',
    act: call('POST', '/schema/collections', {
      slug: 'notes',
      label: 'Notes',
      publicRead: true,
      fields: [{ slug: 'text', label: 'Text', type: 'text' }],
    }),
    edit: call('POST', '/content/notes', { data: { text: 'x' } }),
    fields: ['items'],
    tidy: async ({ service }) => {
      const [item] = dataOf(await service.ask('GET', '/content/notes/trash')).items
      return service.ask('DELETE', `/content/notes/${item.id}/permanent`)
    },
  },
  {
    name: 'schema.updateCollection',
    act: call('PATCH', '/schema/collections/posts', {
      label: 'Articles',
      description: 'D',
      publicRead: true,
      urlPattern: '/blog/{slug}',
    }),
    edit: call('PATCH', '/schema/collections/posts', { description: null }),
    fields: ['description'],
  },
  {
    name: 'schema.deleteCollection, without items',
    act: call('DELETE', '/schema/collections/empty'),
    edit: null,
  },
  {
    name: 'schema.createField',
    act: call('POST', '/schema/collections/posts/fields', {
      slug: 'color',
      label: 'Color',
      type: 'string',
      options: { help: long.slice(0, 400) },
    }),
    edit: call('PUT', (ids) => `/content/posts/${ids['other']}`, { data: { color: 'red' } }),
    fields: ['values'],
  },
  {
    name: 'schema.updateField',
    act: call('PATCH', '/schema/collections/posts/fields/title', {
      label: 'Name',
      required: true,
      searchable: true,
      filterable: true,
      options: { help: 'H' },
    }),
    edit: call('PATCH', '/schema/collections/posts/fields/title', { options: null }),
    fields: ['options'],
  },
  {
    name: 'schema.reorderFields',
    act: call('POST', '/schema/collections/posts/fields/reorder', { fieldSlugs: ['mood', 'title'] }),
    edit: call('PATCH', '/schema/collections/posts/fields/mood', { sortOrder: 4 }),
    fields: ['sortOrder'],
  },
  {
    name: 'schema.deleteField, without values',
    act: call('DELETE', '/schema/collections/posts/fields/mood'),
    edit: null,
  },
  {
    name: 'content.update of terms',
    act: call(
      'POST',
      (ids) => `/content/posts/${ids['other']}/terms/topics`,
      (ids) => ({ termIds: [ids['ash']] }),
    ),
    edit: call('POST', (ids) => `/content/posts/${ids['other']}/terms/topics`, { termIds: [] }),
    fields: ['terms'],
  },
]

/** Undoes a change that can be undone; returns the id of what that is. */
export async function undo({ service }: Pick<Site, 'service'>, change: string): Promise<string> {
  const answer = await service.ask('POST', `/changes/${change}/undo`)
  expect(answer.status, answer.text).toBe(200)
  return String(answer.headers[header])
}

/** Does something; returns the id of the change. */
export async function done(act: Act, site: Site): Promise<string> {
  const answer = await act(site)
  expect(answer.status, answer.text).toBeLessThan(300)
  return String(answer.headers[header])
}
