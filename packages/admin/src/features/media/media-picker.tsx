import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { lazy, Suspense } from 'react'
import { sideDrawer } from '../../ui/side-drawer.ts'
import { ListSkeleton } from '../../ui/states.tsx'
import type { PickOptions } from './pick-options.ts'
import type { MediaItem } from './media-item.ts'

export type { MediaItem } from './media-item.ts'

const PickerContent = lazy(async () => ({
  default: (await import('./picker-content.tsx')).PickerContent,
}))

/** number of opened dialogs, which gives each an id */
let count = 0

/**
 * Opens a dialog in which the person chooses or uploads a file. Returns the file, or null if they cancel. The focus
 * returns to the previous element.
 */
export async function pickMedia({ kind }: PickOptions): Promise<MediaItem | null> {
  const [chosen] = await pick({ kind, isMany: false })
  return chosen ?? null
}

/** Opens the dialog for several files; returns them in the order in which they were chosen. */
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
      ...sideDrawer,
      size: '48rem',
      onClose: () => resolve(chosen),
      children: (
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <PickerContent kind={kind} isMany={isMany} onPick={take} />
        </Suspense>
      ),
    })
  })
}
