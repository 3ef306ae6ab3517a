import type { Client } from '@octavo/client/session-client'
import { createContext, useContext } from 'react'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

/** The operations of items that show and change them as a change-set would make them. */
const names = [
  'list',
  'listTrashed',
  'get',
  'compare',
  'translations',
  'create',
  'update',
  'publish',
  'unpublish',
  'schedule',
  'unschedule',
  'discardDraft',
  'delete',
  'restore',
  'duplicate',
  'bulk',
] as const satisfies readonly (keyof Client['content'])[]

type ContentCalls = Pick<Client['content'], (typeof names)[number]>

/** Which content a screen shows and changes: that of the site, or what a change-set would make of it. */
export interface ContentScope {
  /** undefined: the content of the site */
  readonly changeSet: string | undefined
  readonly content: ContentCalls
  readonly keys: {
    collection(collection: string): readonly string[]
    item(collection: string, id: string): readonly string[]
  }
}

export const siteScope: ContentScope = {
  changeSet: undefined,
  content: api.content,
  keys: { collection: keys.collection, item: keys.item },
}

const known = new Map<string, ContentScope>()

/** The scope of the change-set that an address names, which is the same object each time. */
export function scopeOf(changeSet = ''): ContentScope {
  if (changeSet === '') return siteScope
  const scope = known.get(changeSet) ?? scopeOfSet(changeSet)
  known.set(changeSet, scope)
  return scope
}

function scopeOfSet(changeSet: string): ContentScope {
  const start = [...keys.changeSetContent, changeSet]
  return {
    changeSet,
    content: callsWithin(changeSet),
    keys: {
      collection: (collection) => [...start, collection],
      item: (collection, id) => [...start, collection, 'item', id],
    },
  }
}

type AnyCall = (input: object, ...options: readonly unknown[]) => Promise<unknown>

/** The same calls with the set in their input: nothing else can be called by way of it. */
function callsWithin(changeSet: string): ContentCalls {
  const calls = names.map((name) => {
    const call = api.content[name] as AnyCall
    const within: AnyCall = (input, ...options) => call({ ...input, changeSet }, ...options)
    return [name, within] as const
  })
  return Object.fromEntries(calls) as unknown as ContentCalls
}

export const ContentScopeContext = createContext(siteScope)

export function useContentScope(): ContentScope {
  return useContext(ContentScopeContext)
}
