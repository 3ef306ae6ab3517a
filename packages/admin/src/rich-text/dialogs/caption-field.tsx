import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { growing } from '../../ui/growing.ts'
import { canWriteCaption, captionOf } from './caption.ts'

interface CaptionFieldProps {
  readonly label: string
  readonly values: Readonly<Record<string, unknown>>
  /** required if the caption can be edited */
  readonly onChange?: (caption: string) => void
}

/** The caption field; a caption that contains more than plain text is shown read-only. */
export function CaptionField({ label, values, onChange }: CaptionFieldProps) {
  const { t } = useTranslation('richText')
  const canWrite = canWriteCaption(values)
  return (
    <Textarea
      label={label}
      description={canWrite ? undefined : t('caption.kept')}
      readOnly={!canWrite}
      {...growing(1, 6)}
      maxLength={2000}
      dir="auto"
      value={captionOf(values)}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
    />
  )
}
