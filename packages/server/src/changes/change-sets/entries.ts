import type { Operation } from '@octavo/contract/define'
import { operationList } from '@octavo/contract/operations/registry'
import type { WriteContext } from '../../core/context.ts'
import type { SlugClaims } from '../../core/set-work.ts'
import { runHandler } from '../../core/run-handler.ts'
import { revivedInput } from './entry-input.ts'
import { type Recorded, RepeatedWork } from './set-work.ts'
import type { EntryRow } from './store.ts'
import type { EntryItem } from './touched.ts'

/** An entry with the items that it changes, parsed from their column. */
export interface Entry {
  readonly row: EntryRow
  readonly items: readonly EntryItem[]
}

export function entryOf(row: EntryRow): Entry {
  return { row, items: JSON.parse(row.items) as EntryItem[] }
}

let byName: ReadonlyMap<string, Operation> | undefined

/** The operation of an entry; undefined where this version does not have it any more. */
export function operationOf({ row }: Entry): Operation | undefined {
  byName ??= new Map(operationList.map((operation) => [operation.name, operation]))
  return byName.get(row.operation)
}

/**
 * Runs an entry again, with the ids and the author of its first run. `slugs` allows its items to take slugs that other
 * items have now and later entries free. `isApplied`: hooks of plugins are called again; otherwise their stored results
 * are used.
 */
export async function runEntry(
  context: WriteContext,
  entry: Entry,
  { slugs, isApplied }: { readonly slugs: SlugClaims; readonly isApplied: boolean },
): Promise<void> {
  const { row } = entry
  const operation = operationOf(entry)
  if (operation === undefined) throw new Error(`There is no operation ${row.operation}.`)
  // The ids of items that the first run created, and the data that hooks returned in it.
  const recorded: Recorded = {
    made: JSON.parse(row.made) as string[],
    hooked: JSON.parse(row.hooked) as Recorded['hooked'],
  }
  const setWork = new RepeatedWork(recorded, { authorId: row.user_id, slugs, isApplied })
  // If-Match belongs to the call that runs the set. The revs of this call were checked when the entry was made.
  await runHandler({ ...context, setWork, ifMatch: undefined } as WriteContext, {
    operation,
    input: revivedInput(row),
  })
}
