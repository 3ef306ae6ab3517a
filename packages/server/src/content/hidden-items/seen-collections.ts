import type { ReadContext } from '../../core/context.ts'

/**
 * The collections that a token is limited to and that exist; null without such a limit. Ids in answers are hidden once the collection
 * of their items is deleted, so tags of answers depend on it.
 */
export function seenCollections({ caller, schema }: Pick<ReadContext, 'caller' | 'schema'>): string[] | null {
  return (caller.limits?.collections ?? null) === null ? null : [...schema.byId.keys()]
}
