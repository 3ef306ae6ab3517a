import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { lazy, Suspense } from 'react'
import { ListSkeleton } from '../../ui/states.tsx'
import type { PickOptions } from './pick-options.ts'
import type { MediaItem } from './media-item.ts'

export type { MediaItem } from './media-item.ts'

const PickerContent = lazy(async () => ({
  default: (await import('./picker-content.tsx')).PickerContent,
}))

let count = 0

/**
 * Lets the person choose a file of the library, or upload one. Returns its item, or null when they did not. Can be called
 * from everywhere; the focus goes back to where it was.
 */
export async function pickMedia({ kind }: PickOptions): Promise<MediaItem | null> {
  const [chosen] = await pick({ kind, isMany: false })
  return chosen ?? null
}

/** Lets the person choose several files; returns them in the order in which they were chosen. */
export function pickManyMedia({ kind }: PickOptions): Promise<readonly MediaItem[]> {
  return pick({ kind, isMany: true })
}

function pick({ kind, isMany }: PickOptions & { readonly isMany: boolean }): Promise<readonly MediaItem[]> {
  return new Promise((resolve) => {
    const modalId = `media-picker-${++count}`
    let chosen: readonly MediaItem[] = []
    const take = (items: readonly MediaItem[]) => {
      chosen = items
      modals.close(modalId)
    }
    modals.open({
      modalId,
      title: i18next.t(isMany ? `media:picker.${kind}Many` : `media:picker.${kind}`),
      size: '60rem',
      fullScreen: matchMedia('(max-width: 36em)').matches,
      onClose: () => resolve(chosen),
      children: (
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <PickerContent kind={kind} isMany={isMany} onPick={take} />
        </Suspense>
      ),
    })
  })
}
