import type { ReadContext } from '../core/context.ts'
import { hasEntryAbout } from './store.ts'

/** Settings are written as the schema is: the addresses of the site are parts of the model of each process. */
const ofSchema = ['collection', 'field', 'settings']

/** Undoing a change of the schema changes tables. What a change consists of never changes, so it is read before. */
export async function kindOfUndo(context: ReadContext, { id }: { id: string }): Promise<'write' | 'schema'> {
  return (await hasEntryAbout(context, id, ofSchema)) ? 'schema' : 'write'
}
