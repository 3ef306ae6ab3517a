import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { limits } from '@octavo/contract/limits'
import { Focus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../ui/growing.ts'
import { useSession } from '../../session/session.tsx'
import { useUnsavedWarning } from '../../ui/unsaved.tsx'
import { AltField } from './alt-field.tsx'
import { FocalPoint } from './focal-point.tsx'
import { previewOf } from './image-form.ts'
import { FolderInput } from './folder-input.tsx'
import { MediaTags } from './tags-input.tsx'
import type { MediaItem } from './media-item.ts'
import { useMediaTexts } from './use-media-texts.ts'

/** The name, texts, folder and tags of a file: a form for those who may edit it, read-only for others. */
export function MediaTexts({ item }: { readonly item: MediaItem }) {
  const { t } = useTranslation(['media', 'common'])
  const { can, isOwn } = useSession()
  const mayEdit = can('media.editAny') || (can('media.editOwn') && isOwn(item.authorId))
  const { texts, change, issues, isChanged, isSaving, isSaved, save } = useMediaTexts(item)
  // The details of another file are opened by the search parameter `item`.
  useUnsavedWarning(isChanged, { parameter: 'item' })
  // The empty list makes the shortcut work in text fields too.
  useHotkeys([['mod+S', () => isChanged && save()]], [])
  const [isFocusing, setFocusing] = useState(false)
  const isImage = item.mimeType.startsWith('image/')
  // Who may edit the file opens the focal point by a button; others see it if there is one.
  const showsFocalPoint = isImage && (mayEdit ? isFocusing : texts.focalPoint !== null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="sm">
        {isImage && (
          <AltField
            label={t('media:details.alt')}
            description={(texts.alt ?? '').trim() === '' ? <MissingAlt /> : t('media:details.altHint')}
            value={texts.alt}
            onChange={(alt) => change({ alt })}
            error={issues['alt']}
            isReadOnly={!mayEdit}
          />
        )}
        {showsFocalPoint && (
          <FocalPoint
            src={previewOf(item)}
            reset={t('media:details.focalReset')}
            value={texts.focalPoint}
            onChange={(focalPoint) => change({ focalPoint })}
            isReadOnly={!mayEdit}
          />
        )}
        {isImage && mayEdit && !isFocusing && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Focus size={16} aria-hidden />}
            style={{ alignSelf: 'start' }}
            onClick={() => setFocusing(true)}
          >
            {t(texts.focalPoint === null ? 'media:details.focalSet' : 'media:details.focalChange')}
          </Button>
        )}
        <Textarea
          label={t('media:details.caption')}
          description={t('media:details.captionHint')}
          value={texts.caption}
          onChange={({ currentTarget }) => change({ caption: currentTarget.value })}
          maxLength={limits.caption}
          error={issues['caption']}
          readOnly={!mayEdit}
          {...growing(2)}
          dir="auto"
        />
        <FolderInput
          label={t('media:folders.folder')}
          {...(mayEdit && { description: t('media:folders.pathHint') })}
          value={texts.folder}
          onChange={(folder) => change({ folder })}
          error={issues['folder']}
          readOnly={!mayEdit}
        />
        <MediaTags
          label={t('media:tags.label')}
          value={[...texts.tags]}
          onChange={(tags) => change({ tags })}
          error={issues['tags']}
          readOnly={!mayEdit}
        />
        {mayEdit && (
          <TextInput
            label={t('media:details.filename')}
            value={texts.filename}
            onChange={({ currentTarget }) => change({ filename: currentTarget.value })}
            maxLength={limits.filename}
            error={issues['filename']}
            dir="auto"
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {mayEdit ? (
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status">
              {isChanged ? t('media:details.unsaved') : isSaved && t('media:details.saved')}
            </Text>
            <Button type="submit" disabled={!isChanged} loading={isSaving}>
              {t('common:save')}
            </Button>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {t(can('media.editOwn') ? 'media:details.notYours' : 'media:details.mayNotEdit')}
          </Text>
        )}
      </Stack>
    </form>
  )
}

function MissingAlt() {
  const { t } = useTranslation('media')
  return (
    <Text span size="xs" c="var(--warn)">
      {t('details.altMissing')} {t('details.altHint')}
    </Text>
  )
}
