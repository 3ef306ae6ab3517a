import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { inAnHour, makeCollection, makeItem, type State } from '../setup/content.ts'
import { type Answer, engines, rowsFor, startService, type TestService } from '../setup/service.ts'

const roles = [10, 20, 30, 40, 50] as const
const owners = ['own', "somebody else's", "nobody's"] as const
type Owner = (typeof owners)[number]
type Role = (typeof roles)[number]

interface Row {
  name: string
  method?: 'GET' | 'PUT' | 'DELETE'
  path?: string
  body?: Record<string, unknown>
  /** from which states the operation is tried, and which of them counts as draft and as published */
  states: { draft: State; published: State }
  /** the least role for an own draft, an own published item, and those of others */
  least: { ownDraft: number; ownPublished: number; draft: number; published: number }
  /** what those get who may not */
  refusal: '403 FORBIDDEN' | '404 NOT_FOUND'
  trashed?: true
}

const plain = { draft: 'draft', published: 'published' } as const
const read = { ownDraft: 20, ownPublished: 10, draft: 20, published: 10 }
const readDrafts = { ...read, ownPublished: 20, published: 20 }
const edit = { ownDraft: 20, ownPublished: 30, draft: 40, published: 40 }
const publish = { ...edit, ownDraft: 30 }
const admin = { ownDraft: 50, ownPublished: 50, draft: 50, published: 50 }
const forbidden = { refusal: '403 FORBIDDEN' } as const
const hidden = { refusal: '404 NOT_FOUND' } as const

const rows: readonly Row[] = [
  { name: 'get', method: 'GET', states: plain, least: read, ...hidden },
  { name: 'get translations', method: 'GET', path: '/translations', states: plain, least: read, ...hidden },
  { name: 'list revisions', method: 'GET', path: '/revisions', states: plain, least: read, ...hidden },
  { name: 'get a revision', method: 'GET', path: 'REVISION', states: plain, least: read, ...hidden },
  { name: 'compare', method: 'GET', path: '/compare', states: plain, least: readDrafts, ...forbidden },
  { name: 'save', method: 'PUT', body: { data: { title: 'x' } }, states: plain, least: edit, ...forbidden },
  { name: 'save nothing', method: 'PUT', body: {}, states: plain, least: edit, ...forbidden },
  {
    name: 'save and publish',
    method: 'PUT',
    body: { status: 'published' },
    states: plain,
    least: publish,
    ...forbidden,
  },
  {
    name: 'save as draft',
    method: 'PUT',
    body: { status: 'draft' },
    states: plain,
    least: edit,
    ...forbidden,
  },
  { name: 'delete', method: 'DELETE', states: plain, least: edit, ...forbidden },
  { name: 'restore', path: '/restore', states: plain, least: edit, trashed: true, ...forbidden },
  {
    name: 'delete permanently',
    method: 'DELETE',
    path: '/permanent',
    states: plain,
    least: admin,
    trashed: true,
    ...forbidden,
  },
  {
    name: 'publish',
    path: '/publish',
    states: { draft: 'draft', published: 'published+draft' },
    least: publish,
    ...forbidden,
  },
  { name: 'unpublish', path: '/unpublish', states: plain, least: publish, ...forbidden },
  {
    name: 'schedule',
    path: '/schedule',
    body: { scheduledAt: 'SOON' },
    states: { draft: 'draft', published: 'published+draft' },
    least: publish,
    ...forbidden,
  },
  {
    name: 'unschedule',
    path: '/unschedule',
    states: { draft: 'scheduled+time', published: 'published+draft+time' },
    least: publish,
    ...forbidden,
  },
  {
    name: 'undo a publication',
    path: '/undo-publication',
    body: { live: null },
    states: { draft: 'draft', published: 'published+draft' },
    least: publish,
    ...forbidden,
  },
  {
    name: 'discard',
    path: '/discard-draft',
    states: { draft: 'draft+draft', published: 'published+draft' },
    least: edit,
    ...forbidden,
  },
  {
    name: 'edit',
    path: '/edit',
    body: { field: 'title', edits: [{ find: 't', replace: 'tt', all: true }] },
    states: plain,
    least: edit,
    ...forbidden,
  },
  { name: 'duplicate', path: '/duplicate', states: plain, least: edit, ...forbidden },
  { name: 'restore a revision', path: 'REVISION/restore', states: plain, least: edit, ...forbidden },
]

describe.each(engines)('who may do what on %s', (engine) => {
  let service: TestService
  const people = new Map<Role, { token: string; userId: string }>()
  let somebody: string

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions', 'scheduling'],
      fields: [{ slug: 'title', type: 'string' }],
    })
    for (const role of roles) people.set(role, await service.person(role, ['content:read', 'content:write']))
    somebody = (await service.person(40, ['content:read'])).userId
  })
  afterAll(() => service.close())

  const personOf = (role: Role): { token: string; userId: string } =>
    people.get(role) ?? { token: '', userId: '' }

  /** Makes an item as an admin and gives it to its owner. */
  async function prepare(row: Row, role: Role, owner: Owner, state: State): Promise<{ url: string }> {
    const { id } = await makeItem(service, 'posts', { state })
    const newest = dataOf(await service.ask('GET', `/content/posts/${id}/revisions?limit=1`)).items[0].id
    if (row.trashed === true) dataOf(await service.ask('DELETE', `/content/posts/${id}`))
    const author = owner === 'own' ? personOf(role).userId : owner === "nobody's" ? null : somebody
    await service.services.database.transaction('write', (tx) =>
      tx.run('UPDATE content_posts SET author_id = ? WHERE id = ?', [author, id]),
    )
    const isOfRevision = row.path?.startsWith('REVISION') === true
    return {
      url: isOfRevision
        ? `/revisions/${row.path?.replace('REVISION', newest)}`
        : `/content/posts/${id}${row.path ?? ''}`,
    }
  }

  async function attempt(row: Row, role: Role, owner: Owner, kind: 'draft' | 'published'): Promise<string> {
    const { url } = await prepare(row, role, owner, row.states[kind])
    const body = row.body?.['scheduledAt'] === undefined ? row.body : { scheduledAt: inAnHour(service) }
    const answer = await service.ask(row.method ?? 'POST', url, {
      token: personOf(role).token,
      ...(body !== undefined && { body }),
    })
    if (answer.status < 300) return 'done'
    const [reason = ''] = /\(only your own items\)$/.exec(answer.body.error.message) ?? []
    return `${outcome(answer)}${reason}`
  }

  it.each(rowsFor(engine, rows))('$name', async (row) => {
    const expected: Record<string, string> = {}
    const found: Record<string, string> = {}
    for (const role of roles) {
      for (const owner of owners) {
        for (const kind of ['draft', 'published'] as const) {
          const ofOwn = row.least[kind === 'draft' ? 'ownDraft' : 'ownPublished']
          const least = owner === 'own' ? ofOwn : row.least[kind]
          const key = `${role}, ${owner}, ${kind}`
          const isOnlyOwn = row.refusal === '403 FORBIDDEN' && role >= ofOwn
          expected[key] = role >= least ? 'done' : `${row.refusal}${isOnlyOwn ? '(only your own items)' : ''}`
          found[key] = await attempt(row, role, owner, kind)
        }
      }
    }
    expect(found).toEqual(expected)
  })

  const attempts: readonly [name: string, least: number, ask: (token: string) => Promise<Answer>][] = [
    ['list', 10, (token) => service.ask('GET', '/content/posts', { token })],
    ['list the trash', 20, (token) => service.ask('GET', '/content/posts/trash', { token })],
    ['create', 20, (token) => service.ask('POST', '/content/posts', { token, body: {} })],
    [
      'create published',
      30,
      (token) => service.ask('POST', '/content/posts', { token, body: { status: 'published' } }),
    ],
    ['list collections', 40, (token) => service.ask('GET', '/schema/collections', { token })],
    [
      'change a collection',
      50,
      (token) => service.ask('PATCH', '/schema/collections/posts', { token, body: { label: 'Posts' } }),
    ],
  ]

  it.each(rowsFor(engine, attempts))('%s: from the role %i', async (_, least, ask) => {
    for (const role of roles) {
      const scopes = ['content:read', 'content:write', 'schema:read', 'schema:write'] as const
      const { token } = await service.person(role, scopes)
      const answer = await ask(token)
      if (role < least) expectFailure(answer, '403 FORBIDDEN')
      else expect([role, answer.status < 300]).toEqual([role, true])
    }
  })

  it('the creator is the author', async () => {
    const { token, userId } = personOf(20)
    const { item } = dataOf(await service.ask('POST', '/content/posts', { token, body: {} }), 201)
    expect(item.authorId).toBe(userId)
    dataOf(
      await service.ask('PUT', `/content/posts/${item.id}`, { token, body: { data: { title: 'mine' } } }),
    )
    expect(dataOf(await service.ask('PUT', `/content/posts/${item.id}`, { body: {} })).item.authorId).toBe(
      userId,
    )
  })

  it('who may not publish may not do it by a save of both, and nothing of it is saved', async () => {
    const { token } = personOf(20)
    const { item } = dataOf(await service.ask('POST', '/content/posts', { token, body: {} }), 201)
    const body = { data: { title: 'sneaked in' }, status: 'published' }
    expectFailure(await service.ask('PUT', `/content/posts/${item.id}`, { token, body }), '403 FORBIDDEN')
    expect(dataOf(await service.ask('GET', `/content/posts/${item.id}`)).item.data).toEqual({})
  })

  it('who may not read drafts sees live values only, whatever is asked', async () => {
    const { token } = personOf(10)
    const { id } = await makeItem(service, 'posts', { state: 'published+draft+time' })
    for (const view of ['', '?view=latest', '?view=live']) {
      const { item } = dataOf(await service.ask('GET', `/content/posts/${id}${view}`, { token }))
      expect(item).toMatchObject({ data: { title: 'First' }, scheduledAt: null })
      expect(item).not.toHaveProperty('hasPendingDraft')
    }
    const { items } = dataOf(await service.ask('GET', '/content/posts?view=latest&limit=100', { token }))
    expect(new Set(items.map(({ status }: { status: string }) => status))).toEqual(new Set(['published']))
    const all = dataOf(await service.ask('GET', `/content/posts/${id}/revisions`)).items
    const seen = dataOf(await service.ask('GET', `/content/posts/${id}/revisions`, { token }))
    expect([seen.total, seen.items]).toEqual([
      1,
      all.filter(({ kind }: { kind: string }) => kind === 'publish'),
    ])
    for (const revision of all) {
      const answer = await service.ask('GET', `/revisions/${revision.id}`, { token })
      expect(answer.status).toBe(revision.kind === 'publish' ? 200 : 404)
    }
  })
})
