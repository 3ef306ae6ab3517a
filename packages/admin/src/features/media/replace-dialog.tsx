import { Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../api/queries.ts'
import { replaceMedia } from '../../api/upload.ts'
import { useWorkspace } from '../../session/session.tsx'
import { byteText } from '../../ui/byte-text.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import { isPicture } from '../../ui/picture-files.ts'
import { previewOf } from './image-form.ts'
import { MediaIcon } from './media-icon.tsx'
import { isImage, type MediaItem } from './media-item.ts'
import { mediaItemQuery } from './media-queries.ts'
import classes from './replace-dialog.module.css'

interface ReplaceProps {
  readonly item: MediaItem
  readonly file: File
  readonly onClosed: () => void
}

/** Shows the current file and its replacement side by side, and replaces it after a confirmation. */
export function ReplaceDialog({ item, file, onClosed }: ReplaceProps) {
  const { t } = useTranslation('media')
  const client = useQueryClient()
  const mostBytes = useWorkspace().site.maxUploadBytes
  /** uploaded fraction, 0 to 1; null while nothing is sent */
  const [uploadedFraction, setUploadedFraction] = useState<number | null>(null)
  const form = useDialogForm({
    stored: { file },
    check: () =>
      file.size > mostBytes ? { file: t('uploads.tooLarge', { most: byteText(mostBytes) }) } : {},
    save: async () => {
      try {
        return await replaceMedia({ id: item.id, file, onProgress: setUploadedFraction })
      } finally {
        setUploadedFraction(null)
      }
    },
    onSaved: (replaced) => {
      client.setQueryData(mediaItemQuery(item.id).queryKey, { item: replaced })
      void client.invalidateQueries({ queryKey: keys.media })
      // Items show the new file too.
      void client.invalidateQueries({ queryKey: keys.content })
      notifySuccess(t('replace.done', { name: replaced.filename }))
    },
  })
  const problem = form.errorOf('file')
  return (
    <FormDialog
      title={t('replace.title')}
      submit={t('replace.action')}
      form={form}
      onClosed={onClosed}
      size="lg"
    >
      <div className={classes['sides']}>
        <Side title={t('replace.before')} name={item.filename} size={item.size}>
          {isImage(item) ? (
            <img src={previewOf(item)} alt="" />
          ) : (
            <MediaIcon mimeType={item.mimeType} size={40} />
          )}
        </Side>
        <Side title={t('replace.after')} name={file.name} size={file.size}>
          <Picture file={file} />
        </Side>
      </div>
      <Text size="sm">{t('replace.text')}</Text>
      {problem !== undefined && (
        <Text size="sm" c="var(--danger)" role="alert">
          {t('uploads.failed', { reason: problem })}
        </Text>
      )}
      {uploadedFraction !== null && (
        <Progress
          value={uploadedFraction * 100}
          aria-label={t('uploads.progressOf', { name: file.name })}
          animated={uploadedFraction === 1}
        />
      )}
    </FormDialog>
  )
}

interface SideProps {
  readonly title: string
  readonly name: string
  readonly size: number | null
  readonly children: ReactNode
}

function Side({ title, name, size, children }: SideProps) {
  return (
    <figure className={classes['side']}>
      <figcaption>{title}</figcaption>
      <div className={classes['picture']}>{children}</div>
      <Text size="xs" c="dimmed" mt={4} truncate dir="auto">
        {[name, size === null ? '' : byteText(size)].filter(Boolean).join(' · ')}
      </Text>
    </figure>
  )
}

/** A preview of a file that is not sent yet; an icon if the browser cannot show it as an image. */
function Picture({ file }: { readonly file: File }) {
  const [isBroken, setIsBroken] = useState(false)
  const address = useMemo(() => (isPicture(file) ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => void (address !== null && URL.revokeObjectURL(address)), [address])
  if (address === null || isBroken) return <MediaIcon mimeType={file.type} size={40} />
  return <img src={address} alt="" onError={() => setIsBroken(true)} />
}
