import { dataOf } from './answers.ts'
import { inAnHour, makeCollection, makeItem, type State } from './content.ts'
import type { TestService } from './service.ts'
import { make } from './site.ts'

/** One of two places that are the same but for their names: one is worked on over REST, its twin over MCP. */
export interface Place {
  /** of its own: slug of an item, name of a collection or term */
  readonly name: string
  readonly id: string
}

type Body = Record<string, unknown>

export interface ParityCase {
  readonly tool: string
  /** what there is: an item in a state, or something else made here */
  readonly state?: State
  readonly prepare?: (service: TestService, name: string) => Promise<string>
  readonly rest: (place: Place) => readonly [method: string, path: string, body?: Body]
  readonly args: (place: Place) => Body
  /** what is read afterwards, by an admin */
  readonly look?: (place: Place) => string
  /** compares the answers too; always where nothing is read afterwards */
  readonly hasSameAnswer?: true
}

const scheduledAt = '2999-01-01T00:00:00.000Z'
const ofPlace = ({ id }: Place): Body => ({ id })

/** A change-set with one entry, an update of a published item. */
async function setMade(service: TestService, name: string): Promise<string> {
  const { id: item } = await makeItem(service, 'posts', { state: 'published', slug: name })
  const { id } = await make(service, '/change-sets', { name })
  // A person has a limited number of sets; this one is nobody's.
  await service.services.database.transaction('write', (tx) =>
    tx.run('UPDATE change_sets SET created_by = NULL WHERE id = ?', [id]),
  )
  const body = { data: { title: 'Staged' }, changeSet: id }
  dataOf(await service.ask('PUT', `/content/posts/${item}`, { body }))
  return id
}

/** The same after a step. */
function setAfter(step: string, body: (service: TestService) => Body = () => ({})) {
  return async (service: TestService, name: string): Promise<string> => {
    const id = await setMade(service, name)
    dataOf(await service.ask('POST', `/change-sets/${id}/${step}`, { body: body(service) }))
    return id
  }
}

const set = ({ id }: Place): string => `/change-sets/${id}`

/** A tool that does to a set what a path of its own does. */
function ofSet(tool: string, step: string, body: Body = {}, prepare = setMade): ParityCase {
  return {
    tool,
    prepare,
    rest: (place) => ['POST', `${set(place)}/${step}`, body],
    args: ({ id }) => ({ id, ...body }),
    look: set,
  }
}

/** The id of a change of an item. */
async function changeMade(service: TestService, name: string): Promise<string> {
  const { id } = await makeItem(service, 'posts', { state: 'published', slug: name })
  const answer = await service.ask('PUT', `/content/posts/${id}`, { body: { data: { title: 'Undone' } } })
  return answer.headers['x-octavo-change-id'] ?? ''
}

async function termMade(service: TestService, name: string): Promise<string> {
  return (await make(service, '/taxonomies/topics/terms', { slug: name, label: 'Made' })).id
}

async function fieldMade(service: TestService, name: string): Promise<string> {
  await makeCollection(service, name, {
    supports: [],
    fields: [{ slug: 'title', type: 'string', validation: { maxLength: 80 } }],
  })
  return name
}

/** Rules that a field can be left without. */
const withoutRules = { validation: null, options: null, defaultValue: null }

const term = ({ name }: Place): string => `/taxonomies/topics/terms/${name}`

/** Tools of toolsets: sets, changes, terms, fields, where an assistant is. */
export const toolsetCases: readonly ParityCase[] = [
  { tool: 'site_context', rest: () => ['GET', '/site/context'], args: () => ({}) },
  {
    tool: 'change_set_list',
    rest: () => ['GET', '/change-sets?limit=2'],
    args: () => ({ limit: 2 }),
  },
  {
    tool: 'change_set_create',
    rest: () => ['POST', '/change-sets', { name: 'New' }],
    args: () => ({ name: 'New' }),
    look: () => '/change-sets?limit=1',
  },
  {
    tool: 'change_set_get',
    prepare: setMade,
    rest: (place) => ['GET', set(place)],
    args: ofPlace,
  },
  {
    tool: 'change_set_diff',
    prepare: setMade,
    rest: (place) => ['GET', `${set(place)}/diff`],
    args: ofPlace,
  },
  {
    tool: 'change_set_update',
    prepare: setMade,
    rest: (place) => ['PUT', set(place), { description: 'Said' }],
    args: ({ id }) => ({ id, description: 'Said' }),
    look: set,
  },
  {
    tool: 'change_set_delete',
    prepare: setMade,
    rest: (place) => ['DELETE', set(place)],
    args: ofPlace,
    look: set,
  },
  ofSet('change_set_submit', 'submit', { comment: 'Look' }),
  ofSet('change_set_review', 'review', { decision: 'approve' }),
  ofSet('change_set_schedule', 'schedule', { applyAt: scheduledAt }),
  ofSet(
    'change_set_unschedule',
    'unschedule',
    {},
    setAfter('schedule', (service) => ({ applyAt: inAnHour(service) })),
  ),
  ofSet('change_set_apply', 'apply'),
  ofSet('change_set_revert', 'revert', {}, setAfter('apply')),
  { tool: 'changes_list', rest: () => ['GET', '/changes?limit=2'], args: () => ({ limit: 2 }) },
  {
    tool: 'changes_undo',
    prepare: changeMade,
    rest: ({ id }) => ['POST', `/changes/${id}/undo`, {}],
    args: ofPlace,
    look: ({ name }) => `/content/posts/${name}`,
  },
  {
    tool: 'taxonomy_update_term',
    prepare: termMade,
    rest: (place) => ['PUT', term(place), { label: 'Other' }],
    args: ({ name }) => ({ taxonomy: 'topics', term: name, label: 'Other' }),
    look: term,
  },
  {
    tool: 'taxonomy_delete_term',
    prepare: termMade,
    rest: (place) => ['DELETE', term(place)],
    args: ({ name }) => ({ taxonomy: 'topics', term: name }),
    look: term,
  },
  {
    tool: 'schema_update_field',
    prepare: fieldMade,
    rest: ({ name }) => ['PATCH', `/schema/collections/${name}/fields/title`, { label: 'Other' }],
    args: ({ name }) => ({ collection: name, fieldSlug: 'title', label: 'Other' }),
    look: ({ name }) => `/schema/collections/${name}?includeFields=true`,
  },
  {
    tool: 'schema_update_field',
    prepare: fieldMade,
    rest: ({ name }) => ['PATCH', `/schema/collections/${name}/fields/title`, withoutRules],
    args: ({ name }) => ({ collection: name, fieldSlug: 'title', ...withoutRules }),
    look: ({ name }) => `/schema/collections/${name}?includeFields=true`,
  },
]
