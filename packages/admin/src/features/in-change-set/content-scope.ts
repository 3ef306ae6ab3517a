import type { Client } from '@octavo/client/session-client'
import { createContext, useContext } from 'react'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

/** The operations that show and change items within a change-set. */
const operationNames = [
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

type ContentCalls = Pick<Client['content'], (typeof operationNames)[number]>

/** The content that a screen shows and changes: that of the site, or that of a change-set. */
export interface ContentScope {
  /** the id of the change-set; undefined for the content of the site */
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

/** the scopes by change-set, so that each has the same object every time */
const scopesBySet = new Map<string, ContentScope>()

/** The scope of a change-set, or of the site if the id is empty. Returns the same object each time. */
export function scopeOf(changeSet = ''): ContentScope {
  if (changeSet === '') return siteScope
  const scope = scopesBySet.get(changeSet) ?? scopeOfSet(changeSet)
  scopesBySet.set(changeSet, scope)
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

/** The operations of a scope: those of the API, with the change-set added to their input. */
function callsWithin(changeSet: string): ContentCalls {
  const calls = operationNames.map((name) => {
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
