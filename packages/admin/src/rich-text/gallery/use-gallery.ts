import { useState } from 'react'
import { useDrafts } from '../dialogs/use-drafts.ts'
import { newKey } from '../model/keys.ts'
import { isSame } from '../model/same.ts'
import type { Gallery, Picture } from './gallery.ts'

/** An image with an id that stays the same when it moves. */
export interface Entry {
  readonly id: string
  readonly picture: Picture
}

interface Draft {
  /** the gallery; `entries` has its images */
  readonly block: Gallery
  readonly entries: readonly Entry[]
}

/** The state of a gallery that is being edited. `result` is the gallery with the changes so far. */
export function useGallery(initial: Gallery) {
  const [firstDraft] = useState<Draft>(() => ({
    block: initial,
    entries: entriesOf(initial.images ?? []),
  }))
  const { draft, change, ...history } = useDrafts(firstDraft)
  const { block, entries } = draft
  const pictures = entries.map(({ picture }) => picture)
  const isSameList = isSame(pictures, initial.images ?? [])
  // An unchanged list keeps its stored form, which can also be null or absent.
  const result: Gallery = isSameList ? block : { ...block, images: pictures }
  return {
    ...history,
    result,
    entries,
    isChanged: !isSame(result, initial),
    setBlock: (update: (block: Gallery) => Gallery, step?: string) =>
      change((before) => ({ ...before, block: update(before.block) }), step),
    setEntries: (next: readonly Entry[]) => change((before) => ({ ...before, entries: next })),
    add: (added: readonly Picture[]) =>
      change((before) => ({ ...before, entries: [...before.entries, ...entriesOf(added)] })),
    setPicture: (id: string, update: (picture: Picture) => Picture, step: string) =>
      change(
        (before) => ({
          ...before,
          entries: before.entries.map((entry) =>
            entry.id === id ? { id, picture: update(entry.picture) } : entry,
          ),
        }),
        `${id} ${step}`,
      ),
    remove: (id: string) =>
      change((before) => ({ ...before, entries: before.entries.filter((entry) => entry.id !== id) })),
  }
}

export type GalleryDraft = ReturnType<typeof useGallery>

function entriesOf(pictures: readonly Picture[]): Entry[] {
  return pictures.map((picture) => ({ id: newKey(), picture }))
}
