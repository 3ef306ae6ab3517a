import { OctavoApiError } from '../../api/client.ts'
import { errorCodes } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import type { BulkResult } from '@octavo/contract/operations/content-bulk'
import type { ContentScope } from '../in-change-set/content-scope.ts'
import type { Item } from './queries.ts'
import type { Failed, Outcome } from './run-each.ts'

type BulkInput = Parameters<ContentScope['content']['bulk']>[0]

/** A call that applies the same change to many items. */
export type BulkCall = Omit<BulkInput, 'collection' | 'ids' | 'where' | 'cursor' | 'changeSet'>

interface Run {
  readonly scope: ContentScope
  readonly collection: string
  /** run one after the other; an item that one of them refuses is left out of the following ones */
  readonly calls: readonly BulkCall[]
  readonly onProgress: (count: number) => void
  readonly isHopeless: (error: unknown) => boolean
}

interface ManyOutcome extends Outcome<Item> {
  /** the ids of the changes that were made, in their order */
  readonly changes: readonly string[]
}

/** Applies the same change to many items, as many per call as the service accepts; each call is one change. */
export async function runMany(items: readonly Item[], run: Run): Promise<ManyOutcome> {
  const done: Item[] = []
  const failed: Failed<Item>[] = []
  const changes: string[] = []
  for (let start = 0; start < items.length; start += limits.bulkItems) {
    let left = items.slice(start, start + limits.bulkItems)
    for (const call of run.calls) {
      const refused = await refusedBy(call, left, { ...run, onChange: (id) => changes.push(id) })
      failed.push(...refused)
      left = left.filter((item) => refused.every((one) => one.item !== item))
      const [first] = refused
      if (first !== undefined && run.isHopeless(first.error)) {
        const others = items.slice(start + limits.bulkItems)
        return { done, failed: [...failed, ...others.map((item) => ({ item, error: first.error }))], changes }
      }
      if (left.length === 0) break
    }
    done.push(...left)
    run.onProgress(done.length + failed.length)
  }
  return { done, failed, changes }
}

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

/** The failure in the form that a call for the single item would have. */
function failureOf({ code, message, details = {} }: NonNullable<BulkResult['error']>): OctavoApiError {
  const known = Object.hasOwn(errorCodes, code) ? (code as keyof typeof errorCodes) : 'CONFLICT'
  return new OctavoApiError(message, { code: known, status: errorCodes[known].status, details })
}
