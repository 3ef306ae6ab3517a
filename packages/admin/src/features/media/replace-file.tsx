import { Button, FileButton } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isImage, type MediaItem } from './media-item.ts'

const ReplaceDialog = lazy(async () => ({ default: (await import('./replace-dialog.tsx')).ReplaceDialog }))

/** The button that chooses another file for an item. */
export function ReplaceFile({ item }: { readonly item: MediaItem }) {
  const { t } = useTranslation('media')
  const [file, setFile] = useState<File | null>(null)
  const reset = useRef<() => void>(null)
  return (
    <>
      <FileButton onChange={setFile} resetRef={reset} {...(isImage(item) && { accept: 'image/*' })}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="compact-sm"
            leftSection={<RefreshCw size={15} aria-hidden />}
          >
            {t('replace.action')}
          </Button>
        )}
      </FileButton>
      {file !== null && (
        <Suspense fallback={null}>
          <ReplaceDialog
            item={item}
            file={file}
            onClosed={() => {
              setFile(null)
              // Otherwise the same file, chosen again, is no change for the browser.
              reset.current?.()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
