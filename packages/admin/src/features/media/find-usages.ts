import type { MediaUsages } from '@octavo/contract/operations/media'
import { api } from '../../api/client.ts'
import type { MediaItem } from './media-item.ts'

export type Usage = MediaUsages['items'][number]

export interface Found {
  readonly usages: readonly Usage[]
  /** false: there are more usages, or some files were not looked up */
  readonly isComplete: boolean
  /** whether the usages could not be loaded */
  readonly isUnknown: boolean
}

/** Whether visitors see the usage now. */
export function isLive(usage: Usage): boolean {
  return (
    usage.kind !== 'content' || (usage.status === 'published' && !usage.isInDraftOnly && !usage.isInTrash)
  )
}

/** limit of files whose usages are looked up before a deletion */
const most = 50

/** The usages of files; those that visitors see come first. */
export async function findUsages(items: readonly MediaItem[]): Promise<Found> {
  const usages = new Map<string, Usage>()
  let isComplete = items.length <= most
  try {
    for (const { id } of items.slice(0, most)) {
      const found = await api.media.usage({ id })
      isComplete &&= found.isComplete
      for (const usage of found.items) usages.set(`${usage.kind} ${usage.id}`, usage)
    }
  } catch {
    // The confirmation says that the usages are unknown; the person can still delete.
    return { usages: [], isComplete: false, isUnknown: true }
  }
  const sorted = [...usages.values()].toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)))
  return { usages: sorted, isComplete, isUnknown: false }
}
