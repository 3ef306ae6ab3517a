import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { canRetry, isUnderWay, type Upload } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'
import type { Uploads } from './use-uploads.ts'
import classes from './upload-list.module.css'

/** The progress of the uploads; their end is announced to screen readers. */
export function UploadList({ queue, uploads }: Uploads) {
  const { t } = useTranslation('media')
  const isBusy = uploads.some(isUnderWay)
  // When all uploads have ended, those that succeeded are left out, because their files are in the library. Failed and
  // cancelled ones stay until they are dismissed.
  const shown = isBusy ? uploads : uploads.filter(({ state }) => state !== 'done')
  return (
    <section aria-label={t('uploads.title')}>
      <Text role="status" className={classes['status'] ?? ''} data-shown={uploads.length > 0 || undefined}>
        {uploads.length > 0 && <Summary uploads={uploads} />}
      </Text>
      {shown.length > 0 && (
        <Paper withBorder p="sm" mb="md">
          <Stack gap="xs" component="ul" className={classes['list'] ?? ''}>
            {shown.map((upload) => (
              <UploadRow key={upload.id} upload={upload} queue={queue} />
            ))}
          </Stack>
          <Group justify="flex-end" mt="xs" gap="xs">
            {isBusy && (
              <Button variant="subtle" size="compact-sm" onClick={() => queue.cancelAll()}>
                {t('uploads.cancelAll')}
              </Button>
            )}
            {uploads.filter(canRetry).length > 1 && (
              <Button variant="default" size="compact-sm" onClick={() => queue.retryAll()}>
                {t('uploads.retryAll')}
              </Button>
            )}
            {uploads.some((upload) => !isUnderWay(upload)) && (
              <Button variant="subtle" size="compact-sm" onClick={() => queue.clear()}>
                {t('uploads.dismiss')}
              </Button>
            )}
          </Group>
        </Paper>
      )}
    </section>
  )
}

function Summary({ uploads }: { readonly uploads: readonly Upload[] }) {
  const { t } = useTranslation('media')
  const count = uploads.filter(isUnderWay).length
  if (count > 0) return t('uploads.progress', { count })
  const failed = uploads.filter(({ state }) => state === 'failed').length
  return failed > 0 ? t('uploads.finishedWithFailures', { count: failed }) : t('uploads.finished')
}
