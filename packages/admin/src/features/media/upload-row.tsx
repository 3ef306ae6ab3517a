import { ActionIcon, Group, Progress, Text } from '@mantine/core'
import { CircleAlert, CircleCheck, RotateCcw, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { issuesOf } from '../../api/failures.ts'
import { failureText } from '../../api/failure-text.ts'
import { byteText } from '../../ui/byte-text.ts'
import { MediaIcon } from './media-icon.tsx'
import classes from './upload-list.module.css'
import { canRetry, isUnderWay, type Upload, type UploadQueue } from './upload-queue.ts'

interface RowProps {
  readonly upload: Upload
  readonly queue: UploadQueue
}

/** An upload: its progress or result, and the actions on it. */
export function UploadRow({ upload, queue }: RowProps) {
  const { t } = useTranslation('media')
  const { id, file, uploadedFraction, state } = upload
  return (
    <li data-state={state}>
      <Group wrap="nowrap" gap="sm">
        <StateIcon upload={upload} />
        <div className={classes['what']}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm" truncate dir="auto">
              {file.name}
            </Text>
            <Text size="xs" c="dimmed" className={classes['size'] ?? ''}>
              {byteText(file.size)}
            </Text>
          </Group>
          {isUnderWay(upload) && (
            <Progress
              value={uploadedFraction * 100}
              size="sm"
              my={4}
              aria-label={t('uploads.progressOf', { name: file.name })}
              animated={state === 'reading'}
            />
          )}
          <StateText upload={upload} />
        </div>
        <div className={classes['action']}>
          {canRetry(upload) && (
            <ActionIcon
              variant="subtle"
              aria-label={t('uploads.retry', { name: file.name })}
              onClick={() => queue.retry(id)}
            >
              <RotateCcw size={16} aria-hidden />
            </ActionIcon>
          )}
          {isUnderWay(upload) && (
            <ActionIcon
              variant="subtle"
              aria-label={t('uploads.cancel', { name: file.name })}
              onClick={() => queue.cancel(id)}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          )}
        </div>
      </Group>
    </li>
  )
}

function StateIcon({ upload: { state, file } }: { readonly upload: Upload }) {
  if (state === 'done') return <CircleCheck size={20} color="var(--good)" aria-hidden />
  if (state === 'failed') return <CircleAlert size={20} color="var(--danger)" aria-hidden />
  return <MediaIcon mimeType={file.type} size={20} />
}

/** The state in words; for a failed upload the reason. */
function StateText({ upload: { state, uploadedFraction, error, refusal } }: { readonly upload: Upload }) {
  const { t } = useTranslation('media')
  const { t: general } = useTranslation()
  if (state !== 'failed')
    return (
      <Text size="xs" c="dimmed">
        {t(`uploads.${state}`, { percent: Math.round(uploadedFraction * 100) })}
      </Text>
    )
  const fileIssue = issuesOf(error).find(({ path }) => path === 'file')
  const reason =
    refusal ?? (fileIssue ? t('uploads.wrongFile', { what: fileIssue.message }) : failureText(error, general))
  return (
    <Text size="xs" c="var(--danger)">
      {t('uploads.failed', { reason })}
    </Text>
  )
}
