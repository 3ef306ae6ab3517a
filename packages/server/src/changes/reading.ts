import type { ReadContext } from '../core/context.ts'
import type { Facts } from '../core/facts.ts'
import { entriesOfChange, factsOf } from './store.ts'
import { collectionSlugOf } from './visible.ts'

/**
 * What a change did to items: each item with its values before and after (null: it did not exist), read from at most
 * `most` entries of the log. It does not check what the caller may see.
 */
export async function changesInChange(context: ReadContext, id: string, most: number) {
  const entries = (await entriesOfChange(context, id, most)).filter(
    ({ target_type: type }) => type === 'content',
  )
  const facts = await factsOf(
    context,
    entries.map((entry) => entry.id),
  )
  return entries.map((entry) => {
    const { facts_before: before = null, facts_after: after = null } = facts.get(entry.id) ?? {}
    const [was, is] = [parsed(before), parsed(after)]
    return {
      collection: collectionSlugOf(entry),
      id: entry.target_id ?? '',
      name: entry.target_name ?? '',
      // Visitors can see a difference if the item was published before the change or is published after it.
      isLive: was?.['status'] === 'published' || is?.['status'] === 'published',
      before: was,
      after: is,
    }
  })
}

function parsed(text: string | null): Record<string, unknown> | null {
  return text === null ? null : { ...(JSON.parse(text) as Facts) }
}
