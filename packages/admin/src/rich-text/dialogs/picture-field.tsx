import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isCroppable } from '../../ui/crops.ts'
import { useRichText } from '../actions/context.ts'
import { Preview } from '../cards/preview.tsx'
import { imageBlock } from '../model/image-block.ts'
import type { Block, PickedMedia } from '../types.ts'

/** properties that belong to the file, so that a replacement does not keep them */
const fileProperties = new Set(['src', 'width', 'height', 'placeholder', 'variants', 'focalPoint', 'crop'])

interface PictureFieldProps {
  readonly values: Readonly<Record<string, unknown>>
  readonly pickMedia: () => Promise<PickedMedia | null>
  readonly onChange: (values: Readonly<Record<string, unknown>>) => void
}

/** The image of a block, with buttons to crop and to replace it. */
export function PictureField({ values, pickMedia, onChange }: PictureFieldProps) {
  const { t } = useTranslation('richText')
  const { cropPicture } = useRichText()
  const replace = async (): Promise<void> => {
    const picked = await pickMedia()
    if (picked === null) return
    const otherValues = Object.entries(values).filter(([key]) => !fileProperties.has(key))
    onChange({ ...Object.fromEntries(otherValues), ...imageBlock(picked) })
  }
  const crop = async (): Promise<void> => {
    const cropped = await cropPicture?.(values)
    if (cropped) onChange(cropped)
  }
  return (
    <Group wrap="wrap" align="center">
      <div style={{ maxWidth: '14rem' }}>
        <Preview block={{ ...values, _type: 'image', caption: '' } as Block} />
      </div>
      <Group gap="xs">
        {cropPicture !== undefined && isCroppable(values) && (
          <Button variant="default" onClick={() => void crop()}>
            {t('block.cropPicture')}
          </Button>
        )}
        <Button variant="default" onClick={() => void replace()}>
          {t('block.replacePicture')}
        </Button>
      </Group>
    </Group>
  )
}
