import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { keys } from '../api/queries.ts'
import type { Change } from './changes.ts'

/** the keys of the queries that show a resource; for content there are more precise rules */
const keysByResource: Readonly<Record<string, readonly QueryKey[]>> = {
  collection: [keys.workspace, keys.schema],
  taxonomy: [keys.workspace, keys.taxonomies],
  term: [keys.taxonomies],
  media: [keys.media],
  menu: [keys.menus],
  section: [keys.sections],
  widgetArea: [keys.widgets],
  settings: [keys.workspace, keys.settings],
}

/**
 * Refetches active queries that a change affects, and marks others as stale. Lists whose rows must not move while a
 * person uses them, and the editor, handle changes themselves.
 */
export function refreshChanged(client: QueryClient, changes: readonly Change[] | null): void {
  const isAffected = changes === null ? () => true : affectedBy(changes)
  void client.invalidateQueries({
    predicate: ({ queryKey }) => isAffected(queryKey) && !refreshesItself(queryKey),
  })
  void client.invalidateQueries({
    predicate: ({ queryKey }) => isAffected(queryKey) && refreshesItself(queryKey),
    refetchType: 'none',
  })
}

/**
 * Whether the screen of a query decides itself when it refetches. The parts of a key are those of `keys`: for an item
 * of content, the resource, the collection, `item`, the id, and a name if only a part of the item is shown.
 */
function refreshesItself([resource, second, third, , part]: QueryKey): boolean {
  if (resource === 'media') return second === 'list'
  // Showing content with a change-set is as expensive as applying the set, so these queries are only marked as stale.
  if (second === keys.changeSets[1] && third === keys.changeSetContent[2]) return true
  return resource === 'content' && (third === 'list' || (third === 'item' && part === undefined))
}

/** Returns a function that tells whether the changes affect the query with a key. */
function affectedBy(changes: readonly Change[]): (key: QueryKey) => boolean {
  const resources = new Set(changes.map(({ type }) => type.split('.', 1)[0] ?? ''))
  const prefixes = [...resources].flatMap((resource) => keysByResource[resource] ?? [])
  const contents = changes.filter(({ type }) => type.startsWith('content.'))
  const collections = new Set(contents.map(({ collection }) => collection))
  const items = new Set(contents.map(({ itemId }) => itemId))
  return (key) => {
    if (prefixes.some((prefix) => prefix[0] === key[0])) return true
    if (key[0] !== keys.content[0] || contents.length === 0) return false
    // The second part names a collection, or one of the screens that show content of all collections.
    const [, second = '', third, id = ''] = key as readonly string[]
    if ([keys.overview, keys.calendar, keys.changes, keys.changeSets].some(([, screen]) => screen === second))
      return true
    return collections.has(second) && (third !== 'item' || items.has(id))
  }
}
