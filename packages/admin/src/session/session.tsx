import type { Client } from '@octavo/client/session-client'
import { isAllowed, type PermissionName } from '@octavo/contract/access'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { meQuery, workspaceQuery } from '../api/queries.ts'

export type Workspace = Awaited<ReturnType<Client['workspace']['get']>>
export type Collection = Workspace['collections'][number]
export type Field = Collection['fields'][number]

/** The collections that can have several items, so that new ones can be created at any time. */
export function withoutSingletons(collections: readonly Collection[]): readonly Collection[] {
  return collections.filter(({ singleton }) => singleton !== true)
}
export type Person = Awaited<ReturnType<Client['auth']['me']>>['item']

export interface Session {
  readonly person: Person
  /** whether the person's role has a permission */
  can(permission: PermissionName): boolean
  /** whether the person owns an item or a file */
  isOwn(authorId: string | null): boolean
}

/** The current user and their permissions. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(meQuery)
  return useMemo(() => {
    const { item: person } = data
    return {
      person,
      can: (permission) => isAllowed({ role: person.role, scopes: null }, permission),
      isOwn: (authorId) => authorId === person.id,
    }
  }, [data])
}

/**
 * Collections with their fields, taxonomies, locales and block types; refreshed regularly, because others change them.
 */
export function useWorkspace(): Workspace {
  return useSuspenseQuery(workspaceQuery).data
}

/** A collection of the workspace; undefined if it does not exist (any more). */
export function useCollection(slug: string): Collection | undefined {
  return useWorkspace().collections.find((collection) => collection.slug === slug)
}
