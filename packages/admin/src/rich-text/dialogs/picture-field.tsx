import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Preview } from '../cards/preview.tsx'
import { imageBlock } from '../model/image-block.ts'
import type { Block, PickedMedia } from '../types.ts'

interface PictureFieldProps {
  readonly values: Readonly<Record<string, unknown>>
  readonly pickMedia: () => Promise<PickedMedia | null>
  readonly onChange: (values: Readonly<Record<string, unknown>>) => void
}

/** The image of a block, with a button to replace it. */
export function PictureField({ values, pickMedia, onChange }: PictureFieldProps) {
  const { t } = useTranslation('richText')
  const replace = async (): Promise<void> => {
    const picked = await pickMedia()
    if (picked === null) return
    const { src: _, width: __, height: ___, ...rest } = values
    onChange({ ...rest, ...imageBlock(picked) })
  }
  return (
    <Group wrap="wrap" align="center">
      <div style={{ maxWidth: '14rem' }}>
        <Preview block={{ ...values, _type: 'image', caption: '' } as Block} />
      </div>
      <Button variant="default" onClick={() => void replace()}>
        {t('block.replacePicture')}
      </Button>
    </Group>
  )
}
