import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { lazy, Suspense } from 'react'
import { ListSkeleton } from '../../ui/states.tsx'
import type { MediaItem } from './media-item.ts'

export type { MediaItem } from './media-item.ts'

export interface PickOptions {
  /** images alone, or files of every kind */
  readonly kind: 'image' | 'any'
}

const PickerContent = lazy(async () => ({
  default: (await import('./picker-content.tsx')).PickerContent,
}))

let count = 0

/**
 * Lets the person choose a file of the library, or upload one. Gives its item, or null when they did not. Can be called
 * from everywhere; the focus goes back to where it was.
 */
export function pickMedia({ kind }: PickOptions): Promise<MediaItem | null> {
  return new Promise((resolve) => {
    const modalId = `media-picker-${++count}`
    let chosen: MediaItem | null = null
    const pick = (item: MediaItem) => {
      chosen = item
      modals.close(modalId)
    }
    modals.open({
      modalId,
      title: i18next.t(`media:picker.${kind}`),
      size: '60rem',
      fullScreen: matchMedia('(max-width: 36em)').matches,
      onClose: () => resolve(chosen),
      children: (
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <PickerContent kind={kind} onPick={pick} />
        </Suspense>
      ),
    })
  })
}
