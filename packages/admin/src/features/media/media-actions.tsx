import { Button, CopyButton, Group } from '@mantine/core'
import { Check, Download, ExternalLink, Link, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type MediaItem, pathOf } from './media-item.ts'
import { ReplaceFile } from './replace-file.tsx'
import { useSession } from '../../session/session.tsx'
import { useDeleteMedia } from './use-delete-media.tsx'

interface ActionsProps {
  readonly item: MediaItem
  /** called after the file was deleted */
  readonly onGone: () => void
}

/** The actions on a file. */
export function MediaActions({ item, onGone }: ActionsProps) {
  const { t } = useTranslation('media')
  const { remove, mayDelete, isRemoving } = useDeleteMedia()
  const { can, isOwn } = useSession()
  const mayEdit = can('media.editAny') || (can('media.editOwn') && isOwn(item.authorId))
  return (
    <Group gap="xs">
      <CopyAddress url={item.url} />
      <Button
        component="a"
        href={pathOf(item)}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        size="compact-sm"
        leftSection={<ExternalLink size={15} aria-hidden />}
      >
        {t('details.open')}
      </Button>
      <Button
        component="a"
        href={pathOf(item)}
        download={item.filename}
        variant="default"
        size="compact-sm"
        leftSection={<Download size={15} aria-hidden />}
      >
        {t('details.download')}
      </Button>
      {/* Replacing a file deletes the old one. */}
      {mayEdit && mayDelete(item) && item.status === 'ready' && <ReplaceFile item={item} />}
      {mayDelete(item) && (
        <Button
          color="red"
          variant="light"
          size="compact-sm"
          leftSection={<Trash2 size={15} aria-hidden />}
          loading={isRemoving}
          onClick={async () => {
            if (await remove([item])) onGone()
          }}
        >
          {t('delete.action')}
        </Button>
      )}
    </Group>
  )
}

function CopyAddress({ url }: { readonly url: string }) {
  const { t } = useTranslation('media')
  return (
    <CopyButton value={url}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-live="polite"
          leftSection={copied ? <Check size={15} aria-hidden /> : <Link size={15} aria-hidden />}
          onClick={copy}
        >
          {t(copied ? 'details.copied' : 'details.copyAddress')}
        </Button>
      )}
    </CopyButton>
  )
}
