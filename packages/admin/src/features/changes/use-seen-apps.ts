import type { Change } from '@octavo/contract/operations/changes'
import { useState } from 'react'

/** The names of apps by their ids, of all changes that were loaded so far: a filter must not take away its own choices. */
export function useSeenApps(changes: readonly Change[]): ReadonlyMap<string, string> {
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map())
  const fresh = changes.flatMap(({ app }) => (app === null || seen.has(app.id) ? [] : [app]))
  if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map(({ id, name }) => [id, name] as const)]))
  return seen
}
