import { Button, FileButton } from '@mantine/core'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface UploadButtonProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly accept?: string | undefined
  readonly variant?: 'filled' | 'default'
}

/** The button that opens the browser's dialog for files. */
export function UploadButton({ onFiles, accept, variant = 'filled' }: UploadButtonProps) {
  const { t } = useTranslation('media')
  const reset = useRef<() => void>(null)
  const take = (files: File[]) => {
    onFiles(files)
    // Reset, so that the same file can be chosen again.
    reset.current?.()
  }
  return (
    <FileButton
      multiple
      onChange={take}
      resetRef={reset}
      inputProps={{ 'aria-label': t('upload') }}
      {...(accept !== undefined && { accept })}
    >
      {(props) => (
        <Button variant={variant} leftSection={<Upload size={16} aria-hidden />} {...props}>
          {t('upload')}
        </Button>
      )}
    </FileButton>
  )
}
