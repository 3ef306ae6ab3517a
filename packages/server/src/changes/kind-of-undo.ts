import type { ReadContext } from '../core/context.ts'
import { hasEntryAbout } from './store.ts'

/**
 * Targets whose changes are undone as changes of the schema. The settings are among them, because addresses of the site
 * are part of the model.
 */
const schemaTargets = ['collection', 'field', 'settings']

/**
 * The kind of transaction that undoing a change needs: `schema`, which runs alone, if the change has an entry about one
 * of these targets. The entries of a change never change, so this can be decided before the transaction.
 */
export async function kindOfUndo(context: ReadContext, { id }: { id: string }): Promise<'write' | 'schema'> {
  return (await hasEntryAbout(context, id, schemaTargets)) ? 'schema' : 'write'
}
