import type { ReadContext } from '../../core/context.ts'

/**
 * The ids of the collections that a caller with a limit of collections sees; null without such a limit. The ids of
 * items are hidden from this caller when their collection is deleted, so the tags of answers depend on these ids.
 */
export function seenCollections({ caller, schema }: Pick<ReadContext, 'caller' | 'schema'>): string[] | null {
  // null: no limit of collections
  const limit = caller.limits?.collections ?? null
  // The schema of a caller with such a limit has only the collections that they see.
  return limit === null ? null : [...schema.byId.keys()]
}
