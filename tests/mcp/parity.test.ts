import { isTool } from '@octavo/contract/mcp'
import { operationList } from '@octavo/contract/operations/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, outcome } from '../setup/answers.ts'
import { makeCollection, makeItem, type State } from '../setup/content.ts'
import { callTool, type Outcome } from '../setup/mcp.ts'
import { type ParityCase, type Place, toolsetCases } from '../setup/parity-cases.ts'
import { make } from '../setup/site.ts'
import { type Answer, type Engine, startService, type TestService } from '../setup/service.ts'

type Body = Record<string, unknown>

const supports = ['drafts', 'revisions', 'scheduling', 'search']
const ofItem = ({ id }: Place): Body => ({ collection: 'posts', id })
const item = ({ id }: Place): string => `/content/posts/${id}`
const post = (path: string) => (place: Place) => ['POST', item(place) + path, {}] as const
const scheduledAt = '2999-01-01T00:00:00.000Z'

/** A tool that does to an item what a path of its own does. */
const transition = (tool: string, path: string, state: State): ParityCase => ({
  tool,
  state,
  rest: post(path),
  args: ofItem,
  look: item,
})

/** Changes many items, here one. The call succeeds also where this item is refused. */
const bulk = (state: State, asked: Body): ParityCase => ({
  tool: 'content_bulk',
  state,
  rest: ({ id }) => ['POST', '/content/posts/bulk', { ids: [id], ...asked }],
  args: ({ id }) => ({ collection: 'posts', ids: [id], ...asked }),
  look: item,
  hasSameAnswer: true,
})

const collectionMade = async (service: TestService, name: string): Promise<string> => {
  await makeCollection(service, name, { supports: [], fields: [{ slug: 'title', type: 'string' }] })
  return name
}
const mediaMade = async (service: TestService, name: string): Promise<string> =>
  (
    await make(service, '/media', {
      filename: 'a.png',
      mimeType: 'image/png',
      storageKey: `parity/${name}.png`,
    })
  ).id

const uploaded = (name: string): Body => ({ filename: `${name}.txt`, base64: 'aGk=', alt: 'Said' })

const menuMade = async (service: TestService, name: string): Promise<string> => {
  await make(service, '/menus', { name, label: 'Made' })
  return (await make(service, `/menus/${name}/items`, { type: 'custom', customUrl: '/', label: 'One' })).id
}
const termMade = async (service: TestService, name: string): Promise<string> => {
  await service.ask('POST', '/taxonomies/topics/terms', { body: { slug: 'common', label: 'Common' } })
  return (await make(service, '/taxonomies/topics/terms', { slug: name, label: 'Made' })).id
}

const cases: readonly ParityCase[] = [
  {
    tool: 'content_list',
    rest: () => ['GET', '/content/posts?limit=3&orderBy=slug&order=asc'],
    args: () => ({ collection: 'posts', limit: 3, orderBy: 'slug', order: 'asc' }),
  },
  { tool: 'content_get', state: 'draft', rest: (place) => ['GET', item(place)], args: ofItem },
  { tool: 'content_get', state: 'published+draft', rest: (place) => ['GET', item(place)], args: ofItem },
  {
    tool: 'content_create',
    rest: ({ name }) => ['POST', '/content/posts', { data: { title: 'New' }, slug: name }],
    args: ({ name }) => ({ collection: 'posts', data: { title: 'New' }, slug: name }),
    look: ({ name }) => `/content/posts/${name}`,
  },
  {
    tool: 'content_create',
    rest: ({ name }) => ['POST', '/content/posts', { data: {}, slug: name, status: 'published' }],
    args: ({ name }) => ({ collection: 'posts', data: {}, slug: name, status: 'published' }),
    look: ({ name }) => `/content/posts/${name}`,
  },
  {
    tool: 'content_update',
    state: 'draft',
    rest: (place) => ['PUT', item(place), { data: { title: 'Changed' } }],
    args: (place) => ({ ...ofItem(place), data: { title: 'Changed' } }),
    look: item,
  },
  {
    tool: 'content_update',
    state: 'published',
    rest: (place) => ['PUT', item(place), { data: { title: 'Changed' }, status: 'published' }],
    args: (place) => ({ ...ofItem(place), data: { title: 'Changed' }, status: 'published' }),
    look: item,
  },
  {
    tool: 'content_update',
    state: 'published',
    rest: (place) => ['PUT', item(place), { data: { title: 7, more: 1 }, _rev: '1-x' }],
    args: (place) => ({ ...ofItem(place), data: { title: 7, more: 1 }, _rev: '1-x' }),
    look: item,
  },
  {
    tool: 'content_edit',
    state: 'published',
    rest: (place) => [
      'POST',
      `${item(place)}/edit`,
      { field: 'title', edits: [{ find: 'First', replace: 'Last' }] },
    ],
    args: (place) => ({
      ...ofItem(place),
      field: 'title',
      edits: [{ find: 'First', replace: 'Last' }],
    }),
    look: item,
  },
  {
    tool: 'content_edit',
    state: 'draft',
    rest: (place) => ['POST', `${item(place)}/edit`, { field: 'title', edits: [{ find: 'x', replace: '' }] }],
    args: (place) => ({ ...ofItem(place), field: 'title', edits: [{ find: 'x', replace: '' }] }),
    look: item,
  },
  bulk('draft', { action: 'update', data: { title: 'Changed' } }),
  bulk('published+draft', { action: 'publish', expectChanged: ['title'] }),
  bulk('published', { action: 'delete' }),
  bulk('draft', { action: 'update', data: { title: 'Changed' }, terms: { topics: ['nothing'] } }),
  {
    tool: 'content_delete',
    state: 'draft',
    rest: (place) => ['DELETE', item(place)],
    args: ofItem,
    look: item,
  },
  {
    tool: 'content_delete',
    state: 'published',
    rest: (place) => ['DELETE', item(place)],
    args: ofItem,
    look: item,
  },
  transition('content_restore', '/restore', 'trash'),
  {
    tool: 'content_permanent_delete',
    state: 'trash',
    rest: (place) => ['DELETE', `${item(place)}/permanent`],
    args: ofItem,
    look: item,
  },
  {
    tool: 'content_permanent_delete',
    state: 'draft',
    rest: (place) => ['DELETE', `${item(place)}/permanent`],
    args: ofItem,
    look: item,
  },
  transition('content_publish', '/publish', 'draft'),
  transition('content_publish', '/publish', 'published+draft'),
  transition('content_unpublish', '/unpublish', 'published'),
  {
    tool: 'content_schedule',
    state: 'draft',
    rest: (place) => ['POST', `${item(place)}/schedule`, { scheduledAt }],
    args: (place) => ({ ...ofItem(place), scheduledAt }),
    look: item,
  },
  {
    tool: 'content_compare',
    state: 'published+draft',
    rest: (place) => ['GET', `${item(place)}/compare`],
    args: ofItem,
  },
  transition('content_discard_draft', '/discard-draft', 'published+draft'),
  transition('content_discard_draft', '/discard-draft', 'draft'),
  {
    tool: 'content_list_trashed',
    rest: () => ['GET', '/content/posts/trash?limit=1'],
    args: () => ({ collection: 'posts', limit: 1 }),
  },
  transition('content_duplicate', '/duplicate', 'published'),
  {
    tool: 'content_translations',
    state: 'draft',
    rest: (place) => ['GET', `${item(place)}/translations`],
    args: ofItem,
  },
  {
    tool: 'revision_list',
    state: 'published+draft',
    rest: (place) => ['GET', `${item(place)}/revisions?limit=20`],
    args: ofItem,
  },
  {
    tool: 'revision_restore',
    state: 'published+draft',
    rest: ({ name }) => ['POST', `/revisions/${revisionOf.get(name)}/restore`, {}],
    args: ({ name }) => ({ revisionId: revisionOf.get(name) }),
    look: item,
  },
  { tool: 'schema_list_collections', rest: () => ['GET', '/schema/collections'], args: () => ({}) },
  {
    tool: 'schema_get_collection',
    rest: () => ['GET', '/schema/collections/posts?includeFields=true'],
    args: () => ({ slug: 'posts' }),
  },
  {
    tool: 'schema_create_collection',
    rest: ({ name }) => ['POST', '/schema/collections', { slug: name, label: 'Made' }],
    args: ({ name }) => ({ slug: name, label: 'Made' }),
    look: ({ name }) => `/schema/collections/${name}`,
  },
  {
    tool: 'schema_delete_collection',
    prepare: collectionMade,
    rest: ({ name }) => ['DELETE', `/schema/collections/${name}`],
    args: ({ name }) => ({ slug: name }),
    look: ({ name }) => `/schema/collections/${name}`,
  },
  {
    tool: 'schema_create_field',
    prepare: collectionMade,
    rest: ({ name }) => [
      'POST',
      `/schema/collections/${name}/fields`,
      { slug: 'mood', label: 'Mood', type: 'select', validation: { options: ['a'] } },
    ],
    args: ({ name }) => ({
      collection: name,
      slug: 'mood',
      label: 'Mood',
      type: 'select',
      validation: { options: ['a'] },
    }),
    look: ({ name }) => `/schema/collections/${name}?includeFields=true`,
  },
  {
    tool: 'schema_delete_field',
    prepare: collectionMade,
    rest: ({ name }) => ['DELETE', `/schema/collections/${name}/fields/title`],
    args: ({ name }) => ({ collection: name, fieldSlug: 'title' }),
    look: ({ name }) => `/schema/collections/${name}?includeFields=true`,
  },
  { tool: 'media_list', rest: () => ['GET', '/media?limit=3'], args: () => ({ limit: 3 }) },
  {
    tool: 'media_get',
    prepare: mediaMade,
    rest: ({ id }) => ['GET', `/media/${id}`],
    args: ({ id }) => ({ id }),
  },
  {
    tool: 'media_upload',
    rest: ({ name }) => ['POST', '/media/upload', uploaded(name)],
    args: ({ name }) => uploaded(name),
    look: ({ name }) => `/media?q=${name}`,
  },
  {
    tool: 'media_update',
    prepare: mediaMade,
    rest: ({ id }) => ['PUT', `/media/${id}`, { alt: 'Said', width: 3 }],
    args: ({ id }) => ({ id, alt: 'Said', width: 3 }),
    look: ({ id }) => `/media/${id}`,
  },
  {
    tool: 'media_delete',
    prepare: mediaMade,
    rest: ({ id }) => ['DELETE', `/media/${id}`],
    args: ({ id }) => ({ id }),
    look: ({ id }) => `/media/${id}`,
  },
  {
    tool: 'search',
    rest: () => ['GET', '/search?q=first&limit=2'],
    args: () => ({ query: 'first', limit: 2 }),
  },
  { tool: 'taxonomy_list', rest: () => ['GET', '/taxonomies'], args: () => ({}) },
  {
    tool: 'taxonomy_list_terms',
    rest: () => ['GET', '/taxonomies/topics/terms?limit=2'],
    args: () => ({ taxonomy: 'topics', limit: 2 }),
  },
  {
    tool: 'taxonomy_create_term',
    rest: ({ name }) => ['POST', '/taxonomies/topics/terms', { slug: name, label: 'Made' }],
    args: ({ name }) => ({ taxonomy: 'topics', slug: name, label: 'Made' }),
    look: ({ name }) => `/taxonomies/topics/terms/${name}`,
  },
  { tool: 'menu_list', rest: () => ['GET', '/menus'], args: () => ({}) },
  { tool: 'menu_get', rest: () => ['GET', '/menus/main'], args: () => ({ name: 'main' }) },
  {
    tool: 'menu_set_items',
    prepare: menuMade,
    rest: ({ name, id }) => ['PUT', `/menus/${name}/items`, { items: [{ id, label: 'Other' }] }],
    args: ({ name, id }) => ({ name, items: [{ id, label: 'Other' }] }),
    look: ({ name }) => `/menus/${name}`,
  },
  {
    tool: 'taxonomy_merge_terms',
    prepare: termMade,
    rest: ({ name }) => ['POST', `/taxonomies/topics/terms/${name}/merge`, { into: 'common' }],
    args: ({ name }) => ({ taxonomy: 'topics', term: name, into: 'common' }),
    look: ({ name }) => `/taxonomies/topics/terms/${name}`,
  },
  {
    tool: 'media_usage',
    prepare: mediaMade,
    rest: ({ id }) => ['GET', `/media/${id}/usage`],
    args: ({ id }) => ({ id }),
  },
  { tool: 'media_list_folders', rest: () => ['GET', '/media/folders?limit=2'], args: () => ({ limit: 2 }) },
  { tool: 'media_list_tags', rest: () => ['GET', '/media/tags?q=t'], args: () => ({ q: 't' }) },
  {
    tool: 'media_bulk',
    prepare: mediaMade,
    rest: ({ id }) => ['POST', '/media/bulk', { ids: [id], action: 'tag', tags: ['Jars'] }],
    args: ({ id }) => ({ ids: [id], action: 'tag', tags: ['Jars'] }),
    look: ({ id }) => `/media/${id}`,
  },
  {
    tool: 'media_move_folder',
    prepare: async (service, name) => {
      const id = await mediaMade(service, name)
      dataOf(await service.ask('PUT', `/media/${id}`, { body: { folder: name } }))
      return id
    },
    rest: ({ name }) => ['POST', '/media/folders/move', { folder: name, to: 'Moved' }],
    args: ({ name }) => ({ folder: name, to: 'Moved' }),
    look: ({ id }) => `/media/${id}`,
  },
  ...toolsetCases,
  {
    tool: 'references_check',
    rest: () => ['GET', '/references?collection=posts'],
    args: () => ({ collection: 'posts' }),
  },
  {
    tool: 'references_find',
    state: 'published',
    rest: ({ id }) => ['GET', `/references/${id}`],
    args: ({ id }) => ({ id }),
  },
]

/** name of a place → a revision of its item */
const revisionOf = new Map<string, string>()

const reading = ['content:read', 'media:read', 'schema:read']
const everything = [...reading, 'content:write', 'media:write', 'schema:write']
const callers: readonly (readonly [role: number, scopes: readonly string[]])[] = [
  ...[10, 20, 30, 40, 50].map((role) => [role, everything] as const),
  [40, reading],
  [30, ['admin']],
  [50, ['admin']],
]

/** one that may do little, one that may do most, and one whose scopes are more than the role */
const usual = callers.filter(
  ([role, scopes]) =>
    (scopes === everything && (role === 20 || role === 40)) || (role === 30 && scopes !== everything),
)
/** Who may do what is decided before any SQL: on PostgreSQL one caller does everything, and one little. */
const onPostgres = callers.filter(([role, scopes]) => scopes === everything && (role === 20 || role === 50))

it('every tool is tried', () => {
  const tried = new Set(cases.map(({ tool }) => tool))
  const tools = operationList.filter(isTool).map(({ mcp }) => mcp.tool)
  expect(tools.filter((tool) => !tried.has(tool))).toEqual([])
})

describe('REST and MCP decide and do the same on sqlite', () => {
  compare('sqlite', usual)
})
describe('REST and MCP decide and do the same for all callers', { tags: 'long' }, () => {
  describe('on sqlite', () => {
    compare(
      'sqlite',
      callers.filter((caller) => !usual.includes(caller)),
    )
  })
  describe('on postgres', () => {
    compare('postgres', onPostgres)
  })
})

function compare(engine: Engine, tried: typeof callers): void {
  let service: TestService
  const people: { name: string; token: string; userId: string }[] = []
  let count = 0

  beforeAll(async () => {
    service = await startService(engine, { isRealTime: true })
    await makeCollection(service, 'posts', {
      supports,
      fields: [{ slug: 'title', type: 'string', searchable: true }],
    })
    await makeItem(service, 'posts', { state: 'published' })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics' })
    await make(service, '/menus', { name: 'main', label: 'Main' })
    for (const [role, scopes] of tried) {
      // Granted to an admin who is one no longer, before the token is used: the role of today counts.
      const person = await service.person(50, scopes)
      await service.services.database.transaction('write', (tx) =>
        tx.run('UPDATE users SET role = ? WHERE id = ?', [role, person.userId]),
      )
      people.push({ name: `${role} ${scopes.join(' ')}`, ...person })
    }
  })
  afterAll(() => service.close())

  async function prepare(
    { state, prepare: makePlace, tool }: ParityCase,
    owner: string | null,
  ): Promise<Place> {
    const name = `place${++count}x`
    if (makePlace !== undefined) {
      const id = await makePlace(service, name)
      if (tool.startsWith('media_')) await own('media', id, owner)
      return { name, id }
    }
    if (state === undefined) return { name, id: name }
    const { id } = await makeItem(service, 'posts', { state, slug: name })
    const newest = await service.ask('GET', `/content/posts/${id}/revisions?limit=1`)
    if (newest.status === 200) revisionOf.set(name, dataOf(newest).items[0].id)
    await own('content_posts', id, owner)
    return { name, id }
  }

  async function own(table: string, id: string, owner: string | null): Promise<void> {
    await service.services.database.transaction('write', (tx) =>
      tx.run(`UPDATE ${table} SET author_id = ? WHERE id = ?`, [owner, id]),
    )
  }

  it.each(cases.map((each, index) => [`${each.tool} ${each.state ?? ''} (${index})`, each] as const))(
    '%s',
    async (_, each) => {
      for (const person of people) {
        for (const owner of each.look === undefined ? [person.userId] : [person.userId, null]) {
          const [overRest, overMcp] = [await prepare(each, owner), await prepare(each, owner)]
          const { token } = person
          const [method, path, body] = each.rest(overRest)
          const before = await entriesOf(person.userId)
          const rest = await service.ask(method, path, { token, ...(body !== undefined && { body }) })
          const between = await entriesOf(person.userId)
          const mcp = await callTool(service, each.tool, each.args(overMcp), { token, toolsets: 'all' })
          const after = await entriesOf(person.userId)
          const about = `${person.name}, ${owner === null ? "nobody's" : 'own'}: ${JSON.stringify(mcp)}`
          expect(decisionOf(mcp), about).toBe(decisionOfRest(rest))
          if (mcp.kind === 'done' && (each.look === undefined || each.hasSameAnswer === true))
            expect(comparable(resultOf(each, mcp.text), overMcp), about).toEqual(
              comparable({ ...(rest.body.data ?? rest.body), ...changeOf(rest) }, overRest),
            )
          expect(await stored(each, overMcp), about).toEqual(await stored(each, overRest))
          const restEntries = entriesSince(before, between)
          const hasChanged = rest.status < 300 && rest.body.data?.done !== 0
          expect(restEntries.length > 0, about).toBe(each.look !== undefined && hasChanged)
          expect(comparable(entriesSince(between, after), overMcp), about).toEqual(
            comparable(
              restEntries.map((entry) => ({ ...entry, interface: 'mcp' })),
              overRest,
            ),
          )
        }
      }
    },
    120_000,
  )

  /** The newest of what a person has changed, as the audit log has it. */
  async function entriesOf(userId: string): Promise<Entry[]> {
    return dataOf(await service.ask('GET', `/admin/audit?userId=${userId}&limit=10`)).items
  }

  async function stored({ look }: ParityCase, place: Place): Promise<unknown> {
    if (look === undefined) return null
    const answer = await service.ask('GET', look(place))
    return answer.status === 200 ? comparable(dataOf(answer), place) : outcome(answer)
  }
}

interface Entry {
  readonly id: string
  readonly interface: string
}

function entriesSince(earlier: readonly Entry[], later: readonly Entry[]): readonly Entry[] {
  const known = new Set(earlier.map(({ id }) => id))
  return later.filter(({ id }) => !known.has(id) && id > (earlier[0]?.id ?? ''))
}

function decisionOfRest(answer: Answer): string {
  if (answer.status < 300) return 'done'
  return answer.status === 403 ? 'refused' : String(answer.body.error.code)
}

function decisionOf(mcp: Outcome): string {
  if (mcp.kind === 'done') return 'done'
  if (mcp.kind === 'failed') return mcp.text.split(':', 1)[0] ?? ''
  expect(mcp).toMatchObject({
    code: -32600,
    message: expect.stringMatching(/^Insufficient scope: requires [a-z]+:[a-z]+( \(.+\))?$/),
  })
  return 'refused'
}

/** The id of a change, which REST answers in a header. */
function changeOf({ headers }: Answer): { changeId?: string } {
  const changeId = headers['x-octavo-change-id']
  return changeId === undefined ? {} : { changeId }
}

/** What a tool adds for models is not part of the comparison. */
function resultOf({ tool }: ParityCase, text: string): unknown {
  const { example: _, ...result } = JSON.parse(text)
  if (tool === 'schema_get_collection') {
    for (const field of result.item.fields) {
      delete field.example
      delete field.takes
    }
  }
  return result
}

/** Without what differs between two places that are the same: names, ids, times, positions. */
function comparable(value: unknown, { name, id }: Place): unknown {
  const text = JSON.stringify(value)
    .replaceAll(name, 'NAME')
    .replaceAll(id, 'ID')
    .replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, 'ULID')
    .replaceAll(/(\d+-[0-9a-z]+\.)[0-9A-Z]{6}/g, '$1PART')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME')
    .replaceAll(/"digest":"[\w-]{43}"/g, '"digest":"DIGEST"')
    .replaceAll(/"nextCursor":"\w+"/g, '"nextCursor":"CURSOR"')
    .replaceAll(/"score":[\d.e-]+/g, '"score":0')
    .replaceAll(/place\d+x(-\d+)?/g, 'OTHER')
    .replaceAll(/first-copy(-\d+)?/g, 'COPY')
  return JSON.parse(text)
}
