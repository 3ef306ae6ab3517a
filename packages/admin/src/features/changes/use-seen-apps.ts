import type { Change } from '@octavo/contract/operations/changes'
import { useState } from 'react'

/**
 * The names of apps by their ids, from all changes that were loaded so far. They are collected, because otherwise a
 * filter by app would remove the other apps from its own choices.
 */
export function useSeenApps(changes: readonly Change[]): ReadonlyMap<string, string> {
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map())
  const newApps = changes.flatMap(({ app }) => (app === null || seen.has(app.id) ? [] : [app]))
  if (newApps.length > 0) setSeen(new Map([...seen, ...newApps.map(({ id, name }) => [id, name] as const)]))
  return seen
}
