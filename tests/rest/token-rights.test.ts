import { operations } from '@octavo/contract/operations/registry'
import type { Operation } from '@octavo/contract/define'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, outcome } from '../setup/answers.ts'
import { inAnHour, makeCollection, makeItem, type State, states } from '../setup/content.ts'
import { callTool } from '../setup/mcp.ts'
import { make } from '../setup/site.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const scopes = ['admin']

/** Deletions that take nothing away that others see, or that only sessions may ask for. */
const free = [
  'apps.delete',
  'passkeys.delete',
  'presence.leave',
  'sessions.end',
  'sessions.endOthers',
  'tokens.revoke',
  'tokens.revokeOfSite',
  'preview.revokeLinks',
]

const all: readonly Operation[] = Object.values(operations).flatMap((resource) => Object.values(resource))

it('counts every deletion as one', () => {
  const missing = all.filter(
    ({ rest, tokenRight, name }) =>
      rest?.method === 'DELETE' && tokenRight !== 'canDelete' && !free.includes(name),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})

describe.each(engines)('rights of tokens on %s', (engine) => {
  let service: TestService
  let writer: string
  let keeper: string

  const ask = (token: string, method: string, path: string, body?: object): Promise<Answer> =>
    service.ask(method, path, { token, ...(body && { body }) })

  beforeAll(async () => {
    service = await startService(engine)
    const fields = [{ slug: 'title', type: 'string' }]
    await makeCollection(service, 'posts', { supports: ['drafts', 'revisions', 'scheduling'], fields })
    await makeCollection(service, 'notes', { supports: ['revisions', 'scheduling'], fields })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts', 'notes'] })
    writer = (await service.person(50, scopes, 'latest', { canPublish: false })).token
    keeper = (await service.person(50, scopes, 'latest', { canDelete: false })).token
  })
  afterAll(() => service.close())

  /** What visitors see of an item, and what is planned for it. */
  async function seen(collection: string, id: string): Promise<unknown> {
    const live = await service.ask('GET', `/content/${collection}/${id}?view=live`)
    const terms = await service.ask('GET', `/content/${collection}/${id}?view=live&include=terms`)
    const latest = await service.ask('GET', `/content/${collection}/${id}`)
    const { status, scheduledAt, unpublishAt } = latest.status === 200 ? dataOf(latest).item : {}
    return { live: live.body, terms: terms.body, status, scheduledAt, unpublishAt }
  }

  const actions: Record<string, (path: string, revision: string, term: string) => Promise<Answer>> = {
    save: (path) => ask(writer, 'PUT', path, { data: { title: 'Changed' } }),
    'save the slug': (path) => ask(writer, 'PUT', path, { slug: `s${Date.now()}` }),
    'save as published': (path) => ask(writer, 'PUT', path, { data: { title: 'Now' }, status: 'published' }),
    'save as a draft': (path) => ask(writer, 'PUT', path, { status: 'draft' }),
    publish: (path) => ask(writer, 'POST', `${path}/publish`, {}),
    unpublish: (path) => ask(writer, 'POST', `${path}/unpublish`, {}),
    schedule: (path) => ask(writer, 'POST', `${path}/schedule`, { scheduledAt: inAnHour(service) }),
    'schedule the end': (path) => ask(writer, 'POST', `${path}/schedule`, { unpublishAt: inAnHour(service) }),
    unschedule: (path) => ask(writer, 'POST', `${path}/unschedule`, {}),
    'discard the draft': (path) => ask(writer, 'POST', `${path}/discard-draft`, {}),
    delete: (path) => ask(writer, 'DELETE', path),
    restore: (path) => ask(writer, 'POST', `${path}/restore`, {}),
    'restore a revision': (_, revision) => ask(writer, 'POST', `/revisions/${revision}/restore`, {}),
    'assign a term': (path, _, term) => ask(writer, 'POST', `${path}/terms/topics`, { termIds: [term] }),
  }

  it.each(states.flatMap((state) => ['posts', 'notes'].map((collection) => [state, collection] as const)))(
    'without canPublish, nothing changes for visitors: %s in %s',
    async (state: State, collection) => {
      const term = (await make(service, '/taxonomies/topics/terms', { label: `Term ${state} ${collection}` }))
        .id
      for (const [name, act] of Object.entries(actions)) {
        if (collection === 'notes' && state.includes('+draft')) continue
        const { id } = await makeItem(service, collection, { state })
        const path = `/content/${collection}/${id}`
        const { items } =
          state === 'trash' ? { items: [] } : dataOf(await service.ask('GET', `${path}/revisions`))
        const before = await seen(collection, id)
        const answer = await act(path, items.at(-1)?.id ?? 'none', term)
        // The trash is not seen either way.
        const isGone = name === 'delete' && answer.status === 200
        if (isGone) expect(before, name).toMatchObject({ status: 'draft' })
        else if (name === 'restore' && answer.status === 200)
          expect(dataOf(answer).item.status, name).toBe('draft')
        else expect(await seen(collection, id), `${name}: ${answer.text}`).toEqual(before)
      }
    },
  )

  it('without canPublish, drafts are made, changed and deleted, and the answer to the rest says why', async () => {
    const { item } = dataOf(await ask(writer, 'POST', '/content/posts', { data: { title: 'One' } }), 201)
    const path = `/content/posts/${item.id}`
    dataOf(await ask(writer, 'PUT', path, { data: { title: 'Two' } }))
    const refused = [
      await ask(writer, 'POST', '/content/posts', { data: { title: 'One' }, status: 'published' }),
      await ask(writer, 'POST', `${path}/publish`, {}),
      await ask(writer, 'POST', '/import/external/execute', { analysisId: 'x' }),
    ]
    for (const answer of refused) {
      expect(outcome(answer)).toBe('403 FORBIDDEN')
      expect(answer.body.error.details.reason).toBe('cannotPublish')
    }
    const tool = await callTool(
      service,
      'content_publish',
      { collection: 'posts', id: item.id },
      { token: writer },
    )
    expect(tool).toMatchObject({ kind: 'refused', code: -32600 })
    dataOf(await ask(writer, 'DELETE', path))
  })

  it('without canDelete, every deletion is refused, over REST and MCP', async () => {
    const { id } = await makeItem(service, 'posts')
    await make(service, '/menus', { name: 'main', label: 'Main' })
    const deletions = all.filter(({ tokenRight }) => tokenRight === 'canDelete')
    expect(deletions.length).toBeGreaterThan(14)
    for (const { name, rest } of deletions) {
      const path = (rest?.path ?? '')
        .replace('/content/:collection/:id', `/content/posts/${id}`)
        .replace('/menus/:name', '/menus/main')
        .replaceAll(/:\w+/g, 'some')
      const answer = await ask(keeper, rest?.method ?? '', path, rest?.method === 'POST' ? {} : undefined)
      expect(outcome(answer), name).toBe('403 FORBIDDEN')
      expect(answer.body.error.details.reason, name).toBe('cannotDelete')
    }
    for (const [tool, args] of [
      ['content_delete', { collection: 'posts', id }],
      ['content_permanent_delete', { collection: 'posts', id }],
      ['media_delete', { id }],
      ['schema_delete_collection', { slug: 'posts' }],
      ['schema_delete_field', { collectionSlug: 'posts', fieldSlug: 'title' }],
    ] as const)
      expect(await callTool(service, tool, args, { token: keeper }), tool).toMatchObject({
        kind: 'refused',
        code: -32600,
      })
    dataOf(await ask(keeper, 'POST', `/content/posts/${id}/publish`, {}))
    dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    const gone = await ask(keeper, 'DELETE', `/content/posts/${id}/permanent`)
    expect(outcome(gone)).toBe('403 FORBIDDEN')
  })
})
