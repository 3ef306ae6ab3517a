import type { MediaUsages } from '@octavo/contract/operations/media'
import { api } from '../../api/client.ts'
import type { MediaItem } from './media-item.ts'

export type Usage = MediaUsages['items'][number]

/** The places that use some files. */
export interface FoundUsages {
  readonly usages: readonly Usage[]
  /** false if there are more usages, or if some files were not looked up */
  readonly isComplete: boolean
  /** whether the usages could not be loaded */
  readonly isUnknown: boolean
}

/** Whether visitors see the usage now. Sections, widgets and menu items count as visible. */
export function isLive(usage: Usage): boolean {
  return (
    usage.kind !== 'content' || (usage.status === 'published' && !usage.isInDraftOnly && !usage.isInTrash)
  )
}

/** maximum number of files whose usages are looked up before a deletion */
const mostFiles = 50

/** The usages of files; those that visitors see come first. */
export async function findUsages(items: readonly MediaItem[]): Promise<FoundUsages> {
  const usages = new Map<string, Usage>()
  let isComplete = items.length <= mostFiles
  try {
    for (const { id } of items.slice(0, mostFiles)) {
      const found = await api.media.usage({ id })
      isComplete &&= found.isComplete
      for (const usage of found.items) usages.set(`${usage.kind} ${usage.id}`, usage)
    }
  } catch {
    // The confirmation says that the usages are unknown; the person can still delete.
    return { usages: [], isComplete: false, isUnknown: true }
  }
  const sorted = [...usages.values()].toSorted((one, other) => Number(isLive(other)) - Number(isLive(one)))
  return { usages: sorted, isComplete, isUnknown: false }
}
