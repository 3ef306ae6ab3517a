import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { lazy, Suspense } from 'react'
import { ListSkeleton } from '../../../ui/states.tsx'
import type { PictureValue } from './cropped-value.ts'

const CropContent = lazy(async () => ({ default: (await import('./crop-content.tsx')).CropContent }))

/** number of opened dialogs, which gives each an id */
let count = 0

/**
 * Opens a dialog in which the person chooses the part of a picture that one use shows, and its focal point. Returns the
 * changed value, or null if they cancel.
 */
export function cropPicture(value: PictureValue): Promise<PictureValue | null> {
  return new Promise((resolve) => {
    const modalId = `crop-picture-${++count}`
    let result: PictureValue | null = null
    const close = () => modals.close(modalId)
    modals.open({
      modalId,
      title: i18next.t('media:crop.title'),
      size: '52rem',
      fullScreen: matchMedia('(max-width: 36em)').matches,
      centered: true,
      onClose: () => resolve(result),
      children: (
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <CropContent
            value={value}
            onCancel={close}
            onDone={(next) => {
              result = next
              close()
            }}
          />
        </Suspense>
      ),
    })
  })
}
