import type { MediaUsages } from '@octavo/contract/operations/media'
import { api } from '../../api/client.ts'
import type { MediaItem } from './media-item.ts'

export type Usage = MediaUsages['items'][number]

export interface Found {
  readonly usages: readonly Usage[]
  /** false: there are more, or the search was not made */
  readonly isComplete: boolean
  /** what refers to them could not be found out */
  readonly isUnknown: boolean
}

/** Whether visitors of the site see the place as it is now. */
export function isLive(usage: Usage): boolean {
  return (
    usage.kind !== 'content' || (usage.status === 'published' && !usage.isInDraftOnly && !usage.isInTrash)
  )
}

/** files that are looked up before a deletion of many */
const most = 50

/** What refers to any of some files; first what visitors see. */
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
    // The question says that it is not known; deleting is still the person's choice.
    return { usages: [], isComplete: false, isUnknown: true }
  }
  const sorted = [...usages.values()].toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)))
  return { usages: sorted, isComplete, isUnknown: false }
}
