import { expect } from 'vitest'
import { checkClaims, type Claim } from '../setup/claims.ts'

/**
 * Each state of an item meets each trigger, over REST and over MCP. `Was` is the title that was published, `Now` that of
 * the draft. What a trigger makes of a state: `status live/draft`, where a dot stands for nothing, or how it fails.
 */
const states = [
  'draft',
  'published',
  'pending',
  'scheduled',
  'rescheduled',
  'unpublished',
  'trashed',
] as const
type State = (typeof states)[number]

const triggers = {
  publish: 'content_publish',
  unpublish: 'content_unpublish',
  schedule: 'content_schedule',
  'discard-draft': 'content_discard_draft',
  restore: 'content_restore',
  delete: 'content_delete',
  permanent: 'content_permanent_delete',
  save: 'content_update',
  'save published': 'content_update',
  'save draft': 'content_update',
  duplicate: 'content_duplicate',
} as const
type Trigger = keyof typeof triggers

const results: Readonly<Record<Trigger, Readonly<Record<State, string>>>> = {
  publish: {
    draft: 'published Now/.',
    published: 'published Was/.',
    pending: 'published Now/.',
    scheduled: 'published Now/.',
    rescheduled: 'published Now/.',
    unpublished: 'published Was/.',
    trashed: 'NOT_FOUND',
  },
  unpublish: {
    draft: 'draft ./Now',
    published: 'draft ./Was',
    pending: 'draft ./Now',
    scheduled: 'draft ./Now',
    rescheduled: 'draft ./Now',
    unpublished: 'draft ./Was',
    trashed: 'NOT_FOUND',
  },
  schedule: {
    draft: 'scheduled ./Now',
    published: 'CONFLICT',
    pending: 'published Was/Now',
    scheduled: 'scheduled ./Now',
    rescheduled: 'published Was/Now',
    unpublished: 'scheduled ./Was',
    trashed: 'NOT_FOUND',
  },
  'discard-draft': {
    draft: 'CONFLICT',
    published: 'published Was/.',
    pending: 'published Was/.',
    scheduled: 'CONFLICT',
    rescheduled: 'published Was/.',
    unpublished: 'draft ./Was',
    trashed: 'NOT_FOUND',
  },
  restore: {
    draft: 'NOT_FOUND',
    published: 'NOT_FOUND',
    pending: 'NOT_FOUND',
    scheduled: 'NOT_FOUND',
    rescheduled: 'NOT_FOUND',
    unpublished: 'NOT_FOUND',
    trashed: 'draft ./Now',
  },
  delete: {
    draft: 'gone',
    published: 'gone',
    pending: 'gone',
    scheduled: 'gone',
    rescheduled: 'gone',
    unpublished: 'gone',
    trashed: 'NOT_FOUND',
  },
  permanent: {
    draft: 'NOT_FOUND',
    published: 'NOT_FOUND',
    pending: 'NOT_FOUND',
    scheduled: 'NOT_FOUND',
    rescheduled: 'NOT_FOUND',
    unpublished: 'NOT_FOUND',
    trashed: 'gone',
  },
  save: {
    draft: 'draft ./Saved',
    published: 'published Was/Saved',
    pending: 'published Was/Saved',
    scheduled: 'scheduled ./Saved',
    rescheduled: 'published Was/Saved',
    unpublished: 'draft ./Saved',
    trashed: 'NOT_FOUND',
  },
  'save published': {
    draft: 'published Saved/.',
    published: 'published Saved/.',
    pending: 'published Saved/.',
    scheduled: 'published Saved/.',
    rescheduled: 'published Saved/.',
    unpublished: 'published Saved/.',
    trashed: 'NOT_FOUND',
  },
  'save draft': {
    draft: 'draft ./Saved',
    published: 'draft ./Saved',
    pending: 'draft ./Saved',
    scheduled: 'draft ./Saved',
    rescheduled: 'draft ./Saved',
    unpublished: 'draft ./Saved',
    trashed: 'NOT_FOUND',
  },
  duplicate: {
    draft: 'draft ./Now (Copy)',
    published: 'draft ./Was (Copy)',
    pending: 'draft ./Now (Copy)',
    scheduled: 'draft ./Now (Copy)',
    rescheduled: 'draft ./Now (Copy)',
    unpublished: 'draft ./Was (Copy)',
    trashed: 'NOT_FOUND',
  },
}

const ways = ['REST', 'MCP'] as const
type Way = (typeof ways)[number]

const setUp: readonly Claim[] = [
  [
    'a collection with drafts, revisions and scheduling',
    'POST /schema/collections',
    { slug: 'posts', label: 'Posts', supports: ['drafts', 'revisions', 'scheduling'] },
    '201',
  ],
  [
    'with a title',
    'POST /schema/collections/posts/fields',
    { slug: 'title', label: 'Title', type: 'string' },
    '201',
  ],
]

/** The requests that bring a new item into a state. */
function stepsTo(state: State): Claim[] {
  const hasBeenLive = ['published', 'pending', 'rescheduled', 'unpublished'].includes(state)
  const body = { data: { title: hasBeenLive ? 'Was' : 'Now' }, status: hasBeenLive ? 'published' : 'draft' }
  const at = '/content/posts/{it}'
  const steps: readonly (readonly [boolean, string, object | null])[] = [
    [state === 'pending' || state === 'rescheduled', `PUT ${at}`, { data: { title: 'Now' } }],
    [state === 'scheduled' || state === 'rescheduled', `POST ${at}/schedule`, { scheduledAt: '{soon}' }],
    [state === 'unpublished', `POST ${at}/unpublish`, {}],
    [state === 'trashed', `DELETE ${at}`, null],
  ]
  return [
    [`an item that is to be ${state}`, 'POST /content/posts', body, '201', null, { it: 'data.item.id' }],
    ...steps
      .filter(([isTaken]) => isTaken)
      .map(([, request, given]): Claim => [`becomes ${state}`, request, given, '200']),
  ]
}

const given: Readonly<Partial<Record<Trigger, object>>> = {
  schedule: { scheduledAt: '{soon}' },
  save: { data: { title: 'Saved' } },
  'save published': { data: { title: 'Saved' }, status: 'published' },
  'save draft': { data: { title: 'Saved' }, status: 'draft' },
}

function requestOf(trigger: Trigger, way: Way): [request: string, body: object | null] {
  const body = given[trigger] ?? {}
  if (way === 'MCP') return [`tool ${triggers[trigger]}`, { collection: 'posts', id: '{it}', ...body }]
  const at = '/content/posts/{it}'
  if (trigger === 'delete') return [`DELETE ${at}`, null]
  if (trigger === 'permanent') return [`DELETE ${at}/permanent`, null]
  return trigger.startsWith('save') ? [`PUT ${at}`, body] : [`POST ${at}/${trigger}`, body]
}

const statusOf: Readonly<Record<string, string>> = { NOT_FOUND: '404 NOT_FOUND', CONFLICT: '409 CONFLICT' }

interface Case {
  readonly state: State
  readonly trigger: Trigger
  readonly way: Way
}

const failureOf = ({ state, trigger }: Case): string | undefined => statusOf[results[trigger][state]]

const nameOf = ({ state, trigger, way }: Case): string =>
  `${trigger} of what is ${state}, over ${way}: ${results[trigger][state]}`

function failing(one: Case): Claim {
  const [request, body] = requestOf(one.trigger, one.way)
  const ends = one.way === 'MCP' ? `failed ${results[one.trigger][one.state]}` : failureOf(one)
  return [nameOf(one), request, body, ends ?? '']
}

/** What a trigger makes of a state, and what visitors see afterwards. */
function succeeding(one: Case): Claim[] {
  const { state, trigger, way } = one
  const result = results[trigger][state]
  const [request, body] = requestOf(trigger, way)
  const done = way === 'MCP' ? 'done' : trigger === 'duplicate' ? '201' : '200'
  if (result === 'gone')
    return [
      [nameOf(one), request, body, done],
      ['it is not found then', 'GET /content/posts/{it}', null, '404 NOT_FOUND'],
    ]
  const [, status = '', live = '', draft = ''] = /^(\w+) ([^/]+)\/(.+)$/.exec(result) ?? []
  const item = { status, data: { title: draft === '.' ? live : draft } }
  const [shows, place] = way === 'MCP' ? [{ item }, 'item.id'] : [{ data: { item } }, 'data.item.id']
  return [
    [nameOf(one), request, body, done, shows, { it: place }],
    live === '.'
      ? ['visitors see nothing', 'subscriber GET /content/posts/{it}', null, '404 NOT_FOUND']
      : [
          `visitors see ${live}`,
          'subscriber GET /content/posts/{it}',
          null,
          '200',
          { data: { item: { data: { title: live } } } },
        ],
  ]
}

/** All that meets a state. What fails leaves an item as it is, so that one is enough for that. */
function claimsOf(state: State): Claim[] {
  const cases = (Object.keys(triggers) as Trigger[]).flatMap((trigger) =>
    ways.map((way): Case => ({ state, trigger, way })),
  )
  const isFailing = (one: Case): boolean => failureOf(one) !== undefined
  return [
    ...stepsTo(state),
    ...cases.filter(isFailing).map(failing),
    ...cases.flatMap((one) => (isFailing(one) ? [] : [...stepsTo(state), ...succeeding(one)])),
  ]
}

const tables = Object.fromEntries(states.map((state) => [state, claimsOf(state)]))

const revisions: readonly Claim[] = [
  ...stepsTo('pending'),
  [
    'a publication is a revision of its own kind',
    'GET /content/posts/{it}/revisions',
    null,
    '200',
    ({ data }) => {
      expect(data.items.map(({ kind }: { kind: string }) => kind)).toEqual(['save', 'publish'])
      expect(data.items.map((one: { data: { title: string } }) => one.data.title)).toEqual(['Now', 'Was'])
    },
    { first: 'data.items.1.id', second: 'data.items.0.id' },
  ],
  [
    'the live version is restored: no draft waits then',
    'POST /revisions/{first}/restore',
    {},
    '200',
    { data: { item: { status: 'published', hasPendingDraft: false, data: { title: 'Was' } } } },
  ],
  [
    'a draft is restored: it waits again, and is not published',
    'POST /revisions/{second}/restore',
    {},
    '200',
    { data: { item: { status: 'published', hasPendingDraft: true, data: { title: 'Now' } } } },
  ],
  [
    'each restore has left a revision',
    'GET /content/posts/{it}/revisions',
    null,
    '200',
    { data: { total: 4 } },
  ],
  ['an item in the trash', 'DELETE /content/posts/{it}', null, '200'],
  ['has no revisions to be read', 'GET /revisions/{first}', null, '404 NOT_FOUND'],
]

checkClaims('states', { setUp, ...tables, revisions })
