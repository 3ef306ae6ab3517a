import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { make } from '../setup/site.ts'

type Body = Record<string, unknown>

interface Change {
  readonly name: string
  readonly call: `${'POST' | 'PUT' | 'DELETE'} /${string}`
  readonly body?: Body | ((ids: Readonly<Record<string, string>>) => Body)
  /** what happens first, and is no change of it */
  readonly first?: Change['call']
  /** what `{name}` in later paths stands for: the id in the answer */
  readonly gives?: string
}

/** where something says when it was changed → the changes of it and of its parts, one after the other */
const things: Readonly<Record<string, readonly Change[]>> = {
  '/menus/top': [
    { name: 'a new label', call: 'PUT /menus/top', body: { label: 'Head' } },
    {
      name: 'a new item',
      call: 'POST /menus/top/items',
      body: { type: 'custom', label: 'Home', customUrl: '/' },
      gives: 'home',
    },
    {
      name: 'another item',
      call: 'POST /menus/top/items',
      body: ({ page }) => ({ type: 'page', label: 'A', referenceCollection: 'pages', referenceId: page }),
    },
    { name: 'a changed item', call: 'PUT /menus/top/items/{home}', body: { label: 'Start' } },
    {
      name: 'another order',
      call: 'POST /menus/top/reorder',
      body: ({ home }) => ({ items: [{ id: home, parentId: null, sortOrder: 9 }] }),
    },
    { name: 'an item less', call: 'DELETE /menus/top/items/{home}' },
    {
      name: 'the loss of what an item leads to',
      first: 'DELETE /content/pages/{page}',
      call: 'DELETE /content/pages/{page}/permanent',
    },
  ],
  '/widget-areas/side': [
    { name: 'a new label', call: 'PUT /widget-areas/side', body: { label: 'Left' } },
    { name: 'a new widget', call: 'POST /widget-areas/side/widgets', body: { type: 'content' }, gives: 'w' },
    { name: 'a changed widget', call: 'PUT /widget-areas/side/widgets/{w}', body: { title: 'T' } },
    {
      name: 'another order',
      call: 'POST /widget-areas/side/reorder',
      body: ({ w }) => ({ widgetIds: [w] }),
    },
    { name: 'a widget less', call: 'DELETE /widget-areas/side/widgets/{w}' },
  ],
  '/sections/hero': [{ name: 'a new title', call: 'PUT /sections/hero', body: { title: 'Top' } }],
  '/taxonomies/topics': [
    { name: 'a new label', call: 'PUT /taxonomies/topics', body: { label: 'Subjects' } },
    { name: 'a new term', call: 'POST /taxonomies/topics/terms', body: { label: 'Clay' } },
    { name: 'a changed term', call: 'PUT /taxonomies/topics/terms/clay', body: { label: 'Clays' } },
    { name: 'a term less', call: 'DELETE /taxonomies/topics/terms/clay' },
    { name: 'a collection less', call: 'DELETE /schema/collections/notes' },
  ],
  '/taxonomies/topics/terms/wood': [
    { name: 'a new description', call: 'PUT /taxonomies/topics/terms/wood', body: { description: 'Hard' } },
  ],
  '/settings': [
    { name: 'a first setting', call: 'POST /settings', body: { siteTitle: 'Mine' } },
    { name: 'a changed setting', call: 'POST /settings', body: { siteTitle: 'Ours' } },
    { name: 'a setting less', call: 'POST /settings', body: { siteTitle: null } },
  ],
}

describe.each(engines)('when the site around the content was changed, on %s', (engine) => {
  let service: TestService
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'pages', { supports: [] })
    await makeCollection(service, 'notes', { supports: [] })
    await make(service, '/menus', { name: 'top', label: 'Top' })
    await make(service, '/widget-areas', { name: 'side', label: 'Side' })
    await make(service, '/sections', { slug: 'hero', title: 'Hero' })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['pages', 'notes'] })
    await make(service, '/taxonomies/topics/terms', { label: 'Wood' })
    ids['page'] = (await make(service, '/content/pages', {})).id
  })
  afterAll(() => service.close())

  async function updatedAt(path: string): Promise<string | undefined> {
    const data = dataOf(await service.ask('GET', path))
    return (data.item ?? data).updatedAt
  }

  async function send({ call, body, gives }: Change): Promise<void> {
    const [method = '', path = ''] = call.split(' ')
    const named = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
    const sent = typeof body === 'function' ? body(ids) : body
    const answer = await service.ask(method, named, sent === undefined ? {} : { body: sent })
    const { item } = dataOf(answer, answer.status === 201 ? 201 : 200)
    if (gives !== undefined) ids[gives] = item.id
  }

  it.each(Object.entries(things))('%s says it', async (path, changes) => {
    for (const change of changes) {
      if (change.first !== undefined) await send({ name: 'first', call: change.first })
      service.clock.forward(1000)
      await send(change)
      expect([change.name, await updatedAt(path)]).toEqual([change.name, service.clock.now.toISOString()])
    }
  })

  it('settings that stay as they are do not move it, nor does what was read and is sent back', async () => {
    dataOf(await service.ask('POST', '/settings', { body: { tagline: 'Words' } }))
    const before = dataOf(await service.ask('GET', '/settings'))
    service.clock.forward(1000)
    expect(dataOf(await service.ask('POST', '/settings', { body: before }))).toEqual(before)
    expect(dataOf(await service.ask('GET', '/settings'))).toEqual(before)
  })
})
