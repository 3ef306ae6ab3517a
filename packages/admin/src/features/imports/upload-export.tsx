import { Alert, Button, FileButton, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { CircleAlert, FileUp } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../api/failure-text.ts'
import { isFailure } from '../../api/failures.ts'
import { messageOf } from '../../api/service-text.ts'
import { DropOverlay } from '../../ui/drop-overlay.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { type ImportUpload, useImportUpload } from './use-import-upload.ts'

/** The upload of an export file. */
export function UploadExport() {
  const { t } = useTranslation(['imports', 'media'])
  const { upload, start, cancel } = useImportUpload()
  // An upload that failed, or whose file is empty, stays to show the reason.
  const isRefused = upload?.error !== undefined || upload?.isEmpty === true
  const isBusy = upload !== undefined && !isRefused
  const isDraggedOver = useFileDrop(([file]) => file !== undefined && start(file), isBusy)
  return (
    <Paper withBorder p="lg" mb="xl">
      {isBusy ? (
        <UploadProgress upload={upload} onCancel={cancel} />
      ) : (
        <Stack gap="md">
          {upload !== undefined && <Refusal upload={upload} />}
          <Group gap="sm">
            <ChooseButton onFile={start} />
            <Text size="sm" c="dimmed">
              {t('imports:dropHint')}
            </Text>
          </Group>
        </Stack>
      )}
      <DropOverlay isShown={isDraggedOver} text={t('media:dropHere')} />
    </Paper>
  )
}

function ChooseButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const { t } = useTranslation('imports')
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      accept=".xml,.wxr,.rss,.json,.zip,text/xml,application/xml,application/json,application/zip"
      resetRef={reset}
      inputProps={{ 'aria-label': t('upload') }}
      onChange={(file) => {
        if (file !== null) onFile(file)
        // So that the same file can be chosen again.
        reset.current?.()
      }}
    >
      {(props) => (
        <Button leftSection={<FileUp size={16} aria-hidden />} {...props}>
          {t('upload')}
        </Button>
      )}
    </FileButton>
  )
}

function UploadProgress({
  upload,
  onCancel,
}: {
  readonly upload: ImportUpload
  readonly onCancel: () => void
}) {
  const { t } = useTranslation('imports')
  const { file, uploadedFraction } = upload
  // The service reads the file when all of it has arrived.
  const isReading = uploadedFraction >= 1
  const text = t(isReading ? 'reading' : 'uploading', { name: file.name })
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={650} role="status">
          {text}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={onCancel}>
          {t('cancelUpload')}
        </Button>
      </Group>
      <Progress value={uploadedFraction * 100} animated={isReading} aria-label={text} />
    </Stack>
  )
}

function Refusal({ upload: { file, error, isEmpty } }: { readonly upload: ImportUpload }) {
  const { t } = useTranslation('imports')
  const { t: general } = useTranslation()
  // The service says what is wrong with the file. An empty file was not sent, so there is no error for it.
  const reason = isFailure(error, 400) ? messageOf(error) : failureText(error, general)
  return (
    <Alert
      role="alert"
      color="red"
      icon={<CircleAlert aria-hidden />}
      title={t('refused', { name: file.name })}
    >
      <Text size="sm">{isEmpty === true ? t('emptyFile') : reason}</Text>
    </Alert>
  )
}
