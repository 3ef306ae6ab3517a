import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { growing } from '../../ui/growing.ts'
import type { Exit } from '../actions/leave-block.ts'
import { canWriteCaption, captionOf, withCaption } from '../dialogs/caption.ts'
import type { ChangeDraft } from '../dialogs/use-drafts.ts'
import type { Table } from './layout.ts'
import classes from './table.module.css'

interface TableCaptionProps {
  readonly values: Readonly<Record<string, unknown>>
  readonly isActive: boolean
  readonly change: ChangeDraft<Table>
  readonly leave: (to: Exit) => void
}

/** the keys that leave the caption */
const exits: Readonly<Record<string, Exit>> = { Enter: 'after', Escape: 'block' }

/** The caption below a table. An empty one is shown only while the table is edited. */
export function TableCaption({ values, isActive, change, leave }: TableCaptionProps) {
  const { t } = useTranslation('richText')
  const caption = captionOf(values)
  const canWrite = canWriteCaption(values)
  if (caption === '' && (!isActive || !canWrite)) return null
  return (
    <Textarea
      variant="unstyled"
      className={classes['caption'] ?? ''}
      aria-label={t('caption.label')}
      title={canWrite ? undefined : t('caption.kept')}
      placeholder={t('caption.label')}
      readOnly={!canWrite}
      {...growing(1, 6)}
      maxLength={2000}
      dir="auto"
      value={caption}
      onKeyDown={(event) => {
        const to = exits[event.key]
        if (to === undefined || event.shiftKey || event.nativeEvent.isComposing) return
        event.preventDefault()
        leave(to)
      }}
      onChange={({ currentTarget: { value } }) =>
        change((before) => ({ ...before, block: withCaption(before.block, value) }), 'caption')
      }
    />
  )
}
