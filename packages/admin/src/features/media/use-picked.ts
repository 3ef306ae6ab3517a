import { useState } from 'react'
import type { Selection } from './selection.ts'
import type { MediaItem } from './media-item.ts'

/** The files that the person has chosen, the first one first. They stay chosen while the list shows other files. */
export function usePicked() {
  const [byId, setById] = useState<ReadonlyMap<string, MediaItem>>(new Map())
  const toggle = (item: MediaItem): void =>
    setById((before) => {
      const next = new Map(before)
      if (!next.delete(item.id)) next.set(item.id, item)
      return next
    })
  return {
    items: [...byId.values()],
    toggle,
    add: (item: MediaItem): void => setById((before) => new Map(before).set(item.id, item)),
    selectionOf: (items: readonly MediaItem[]): Selection => ({
      ids: new Set(byId.keys()),
      toggle: (id) => {
        const item = items.find((candidate) => candidate.id === id)
        if (item !== undefined) toggle(item)
      },
    }),
  }
}
