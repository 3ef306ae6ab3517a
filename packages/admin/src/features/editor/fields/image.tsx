import { Button, Checkbox, TextInput, Switch } from '@mantine/core'
import { isDecoration } from '@octavo/contract/alt-text'
import { Crop, ImagePlus, Image } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { imageValue } from '../../../rich-text/model/image-block.ts'
import { isCroppable } from '../../../ui/crops.ts'
import { OwnPicture } from '../../../ui/own-picture.tsx'
import { isPicture } from '../../../ui/picture-files.ts'
import type { MediaItem } from '../../media/media-item.ts'
import { readerOf } from '../parts/block-parts.ts'
import { pictureParts } from '../parts/picture-parts.ts'
import classes from './fields.module.css'
import { anyDirection, type ControlProps } from './field-editor.ts'
import { Picked } from './picked.tsx'
import { useFieldUploads } from './use-field-uploads.ts'
import { withSetting } from './settings/field-draft.ts'
import { DefaultMedia } from './settings/default-media.tsx'
import type { FieldTypeUi } from './field-type-ui.ts'
import type { DefaultProps, SettingsProps } from './settings/settings-form.ts'

interface ImageValue {
  readonly id: string
  readonly url?: string
  readonly alt?: string
  readonly caption?: string
  readonly width?: number
  readonly height?: number
}

function ImageControl(props: ControlProps) {
  const { t } = useTranslation('editor')
  const { field, value, onChange, isReadOnly } = props
  const image = isImage(value) ? value : null
  const { upload, cancel, list } = useFieldUploads()
  const take = (item: MediaItem) => onChange(imageValue(item))
  const pick = async () => {
    const { pickMedia } = await import('../../media/media-picker.tsx')
    const item = await pickMedia({ kind: 'image' })
    if (item === null) return
    cancel()
    take(item)
  }
  const crop = async () => {
    if (image === null) return
    const { cropPicture } = await import('../../media/crop/crop-picture.tsx')
    // A copy, because TypeScript does not accept an interface where a record is expected.
    const cropped = await cropPicture({ ...image })
    if (cropped !== null) onChange(cropped)
  }
  /** Uploads a file as the image, in place of an upload that is under way: the image that was added last counts. */
  const replace = ([file]: readonly File[]) => {
    if (file === undefined) return
    // A file that is no picture is refused, so it replaces nothing.
    if (isPicture(file)) cancel()
    upload([file], take)
  }
  const hasPreview = field.options?.['showPreview'] !== false
  return (
    <Picked
      control={{
        ...props,
        onChange: (next) => {
          cancel()
          onChange(next)
        },
      }}
      isEmpty={image === null}
      icon={ImagePlus}
      choose={t('fields.pickImage')}
      onPick={() => void pick()}
      onPictures={replace}
      more={
        image !== null &&
        isCroppable({ ...image }) && (
          <Button variant="default" leftSection={<Crop size={16} aria-hidden />} onClick={() => void crop()}>
            {t('fields.cropImage')}
          </Button>
        )
      }
    >
      {list}
      {image !== null && hasPreview && <Preview image={image} />}
      {image !== null && <Texts image={image} onChange={onChange} isReadOnly={isReadOnly} />}
    </Picked>
  )
}

type TextsProps = Pick<ControlProps, 'onChange' | 'isReadOnly'> & { readonly image: ImageValue }

/**
 * The texts of an image. An empty alternative text means that the image only decorates. Without one, the image has the
 * alternative text of its file in the media library.
 */
function Texts({ image, onChange, isReadOnly }: TextsProps) {
  const { t } = useTranslation('editor')
  const isDecorative = isDecoration(image.alt)
  const change = (key: 'alt' | 'caption', text: string) => {
    const { [key]: _, ...rest } = image
    onChange(text === '' ? rest : { ...rest, [key]: text })
  }
  const decorate = (isChecked: boolean) => {
    const { alt: _, ...rest } = image
    onChange(isChecked ? { ...rest, alt: '' } : rest)
  }
  return (
    <>
      <TextInput
        label={t('fields.alt')}
        description={t('fields.altHelp')}
        value={image.alt ?? ''}
        onChange={({ currentTarget }) => change('alt', currentTarget.value)}
        readOnly={isReadOnly}
        {...anyDirection}
        mb="xs"
      />
      <Checkbox
        label={t('fields.decoration')}
        description={t('fields.decorationHelp')}
        checked={isDecorative}
        onChange={({ currentTarget }) => decorate(currentTarget.checked)}
        disabled={isReadOnly}
        mb="sm"
      />
      <TextInput
        label={t('fields.caption')}
        value={image.caption ?? ''}
        onChange={({ currentTarget }) => change('caption', currentTarget.value)}
        readOnly={isReadOnly}
        {...anyDirection}
        mb="sm"
      />
    </>
  )
}

function Preview({ image }: { readonly image: ImageValue }) {
  const { t } = useTranslation('editor')
  return (
    <OwnPicture
      className={classes['preview']}
      url={image.url ?? ''}
      variant="w=640"
      alt={image.alt ?? t('fields.noAlt')}
      instead={null}
    />
  )
}

function isImage(value: unknown): value is ImageValue {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

function PreviewSetting({ draft: { options }, onChange, error }: SettingsProps) {
  const { t } = useTranslation('model')
  return (
    <Switch
      label={t('options.showPreview')}
      description={t('options.showPreviewHelp')}
      checked={options['showPreview'] !== false}
      onChange={({ currentTarget }) =>
        onChange({ options: withSetting(options, 'showPreview', currentTarget.checked ? undefined : false) })
      }
      error={error}
    />
  )
}

function DefaultImage({ draft: _draft, ...rest }: DefaultProps) {
  return (
    <DefaultMedia
      {...rest}
      kind="image"
      valueOf={({ id, url, alt, width, height }) => ({
        id,
        url,
        ...(alt !== null && alt !== undefined && { alt }),
        ...(typeof width === 'number' && { width }),
        ...(typeof height === 'number' && { height }),
      })}
    />
  )
}

export const image: FieldTypeUi = {
  icon: Image,
  Control: ImageControl,
  isInSummaries: false,
  accepts: isImage,
  toParts: (value, _field, names) => (isImage(value) ? pictureParts({ ...value }, readerOf(names)) : []),
  Options: PreviewSetting,
  DefaultValue: DefaultImage,
}
