import { ActionIcon, Menu, Text, TextInput } from '@mantine/core'
import { Crop, Ellipsis, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isCroppable } from '../../ui/crops.ts'
import { Picture as PictureView } from '../cards/image-preview.tsx'
import { Preview } from '../cards/preview.tsx'
import { CaptionField } from '../dialogs/caption-field.tsx'
import { withCaption } from '../dialogs/caption.ts'
import type { RowParts } from '../../ui/sortable-list.tsx'
import { isPicture, type Picture, withProperty } from './gallery.ts'
import type { RichTextProps } from '../types.ts'
import classes from './gallery.module.css'
import type { Entry, GalleryDraft } from './use-gallery.ts'

interface PictureRowProps {
  readonly entry: Entry
  readonly name: string
  /** the controls that move the row */
  readonly parts: RowParts
  readonly draft: GalleryDraft
  readonly cropPicture: RichTextProps['cropPicture']
}

/**
 * An image of a gallery: its position, a thumbnail, its alternative text and caption. An entry that is no image but
 * markup kept by an importer is only shown.
 */
export function PictureRow({ entry: { id, picture }, name, parts, draft, cropPicture }: PictureRowProps) {
  const { t } = useTranslation('richText')
  const crop = async (): Promise<void> => {
    const cropped = await cropPicture?.(picture)
    if (cropped) draft.setPicture(id, () => cropped, 'crop')
  }
  return (
    <div className={classes['row']}>
      {parts.handle}
      <div className={classes['thumb']} aria-hidden>
        {isPicture(picture) ? (
          <PictureView block={picture} />
        ) : (
          <Preview block={{ ...picture, _type: String(picture['_type']) }} />
        )}
      </div>
      {isPicture(picture) ? (
        <PictureTexts picture={picture} onChange={(update, step) => draft.setPicture(id, update, step)} />
      ) : (
        <Text size="sm" className={classes['words'] ?? ''}>
          {t('gallery.keptPart')}
        </Text>
      )}
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('gallery.menu', { name })}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {parts.moveItems}
          {cropPicture !== undefined && isPicture(picture) && isCroppable(picture) && (
            <Menu.Item leftSection={<Crop size={16} aria-hidden />} onClick={() => void crop()}>
              {t('block.cropPicture')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Trash2 size={16} aria-hidden />} onClick={() => draft.remove(id)}>
            {t('gallery.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

interface PictureTextsProps {
  readonly picture: Picture
  /** `step` names what is changed: consecutive changes with the same one are undone together */
  readonly onChange: (update: (picture: Picture) => Picture, step: string) => void
}

function PictureTexts({ picture, onChange }: PictureTextsProps) {
  const { t } = useTranslation('richText')
  const { alt } = picture
  return (
    <div className={classes['words']}>
      <TextInput
        label={t('gallery.alt')}
        maxLength={2000}
        dir="auto"
        // An imported value that is no text is kept.
        readOnly={alt !== undefined && alt !== null && typeof alt !== 'string'}
        value={typeof alt === 'string' ? alt : ''}
        onChange={({ currentTarget: { value } }) =>
          onChange((before) => withProperty(before, 'alt', value), 'alt')
        }
      />
      <CaptionField
        label={t('gallery.pictureCaption')}
        values={picture}
        onChange={(caption) => onChange((before) => withCaption(before, caption), 'caption')}
      />
    </div>
  )
}
