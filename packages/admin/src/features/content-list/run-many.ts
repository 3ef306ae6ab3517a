import { OctavoApiError } from '../../api/client.ts'
import { errorCodes } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import type { BulkResult } from '@octavo/contract/operations/content-bulk'
import type { ContentScope } from '../in-change-set/content-scope.ts'
import type { Item } from './queries.ts'
import type { Failed, Outcome } from './run-each.ts'

type BulkInput = Parameters<ContentScope['content']['bulk']>[0]

/** A change that one call applies to many items. */
export type BulkCall = Omit<BulkInput, 'collection' | 'ids' | 'where' | 'cursor' | 'changeSet'>

interface Run {
  readonly scope: ContentScope
  readonly collection: string
  /** the calls run one after the other; an item that one of them refuses is left out of the following ones */
  readonly calls: readonly BulkCall[]
  /** called after each batch with the number of finished items */
  readonly onProgress: (count: number) => void
  /** whether all further calls would fail in the same way, so that their items are skipped */
  readonly isHopeless: (error: unknown) => boolean
}

interface ManyOutcome extends Outcome<Item> {
  /** the ids of the changes that were made, in their order */
  readonly changes: readonly string[]
}

/**
 * Applies calls to many items, as many per call as the service accepts. Each call makes one change, which can be
 * undone.
 */
export async function runMany(items: readonly Item[], run: Run): Promise<ManyOutcome> {
  const done: Item[] = []
  const failed: Failed<Item>[] = []
  const changes: string[] = []
  for (let start = 0; start < items.length; start += limits.bulkItems) {
    let remaining = items.slice(start, start + limits.bulkItems)
    for (const call of run.calls) {
      const refused = await refusedBy(call, remaining, { ...run, onChange: (id) => changes.push(id) })
      failed.push(...refused)
      remaining = remaining.filter((item) => refused.every((failure) => failure.item !== item))
      // A hopeless error is that of the whole call, so all of its items are refused already.
      const [first] = refused
      if (first !== undefined && run.isHopeless(first.error)) {
        const others = items.slice(start + limits.bulkItems)
        return { done, failed: [...failed, ...others.map((item) => ({ item, error: first.error }))], changes }
      }
      if (remaining.length === 0) break
    }
    done.push(...remaining)
    run.onProgress(done.length + failed.length)
  }
  return { done, failed, changes }
}

/** Sends one call. Returns the items that it refuses, with the reasons. */
async function refusedBy(
  call: BulkCall,
  items: readonly Item[],
  { scope, collection, onChange }: Run & { readonly onChange: (id: string) => void },
): Promise<Failed<Item>[]> {
  try {
    const ids = items.map(({ id }) => id)
    const { results } = await scope.content.bulk({ ...call, collection, ids }, { onChange })
    const errors = new Map(results.map(({ id, error }) => [id, error]))
    return items.flatMap((item) => {
      const error = errors.get(item.id)
      return error === undefined ? [] : [{ item, error: failureOf(error) }]
    })
  } catch (error) {
    return items.map((item) => ({ item, error }))
  }
}

/**
 * The failure of one item in the form of a failed call, as a call for that item alone would have it. A code that this
 * version of the admin does not know counts as a conflict.
 */
function failureOf({ code, message, details = {} }: NonNullable<BulkResult['error']>): OctavoApiError {
  const knownCode = Object.hasOwn(errorCodes, code) ? (code as keyof typeof errorCodes) : 'CONFLICT'
  return new OctavoApiError(message, { code: knownCode, status: errorCodes[knownCode].status, details })
}
