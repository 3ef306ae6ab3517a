import type { Change } from '@octavo/contract/operations/changes'
import { useItemsById } from '../items/use-items-by-id.ts'
import { ChangeEntry, mostNamed } from './change-entry.tsx'

/** The entries of one page, with the titles and pictures of their items. */
export function ChangesOfPage({ changes }: { readonly changes: readonly Change[] }) {
  const items = useItemsById(changes.flatMap(({ items: changedItems }) => changedItems.slice(0, mostNamed)))
  return changes.map((change) => <ChangeEntry key={change.id} change={change} items={items} />)
}
