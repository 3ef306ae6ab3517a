import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wholePicture } from '../../../ui/crops.ts'
import { pictureAddresses } from '../../../ui/picture-address.ts'
import { notifyError } from '../../../ui/notify.tsx'
import { FocalPoint } from '../focal-point.tsx'
import { type Framing, framingOf, isPointOutside, type PictureValue, withFraming } from './cropped-value.ts'
import { CropArea } from './crop-area.tsx'

interface CropContentProps {
  readonly value: PictureValue
  readonly onDone: (value: PictureValue) => void
  readonly onCancel: () => void
}

type Mode = 'crop' | 'point'

/** Two modes: the whole picture, on which a part is chosen, and this part, on which a focal point is chosen. */
export function CropContent({ value, onDone, onCancel }: CropContentProps) {
  const { t } = useTranslation(['media', 'common'])
  const [initial] = useState(() => framingOf(value))
  const [framing, setFraming] = useState<Framing>(initial)
  const [mode, setMode] = useState<Mode>('crop')
  const addresses = pictureAddresses(wholePicture(String(value['url'] ?? '')), 'w=1280')
  // How many addresses could not be loaded; the next one is tried.
  const [failures, setFailures] = useState(0)
  /** width divided by height of the whole picture; null until it is loaded */
  const [aspect, setAspect] = useState<number | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => withFraming(value, framing),
    onSuccess: onDone,
    onError: (error) => notifyError(error),
  })
  const measure = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    setAspect(naturalWidth / naturalHeight)
  const address = addresses[failures]
  const picture = (
    <img src={address} alt="" draggable={false} onLoad={measure} onError={() => setFailures(failures + 1)} />
  )
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('media:crop.mode')}
        data={[
          { value: 'crop', label: t('media:crop.part') },
          { value: 'point', label: t('media:details.focalPoint') },
        ]}
        value={mode}
        onChange={(next) => setMode(next as Mode)}
      />
      {isPointOutside(framing) && (
        <Text size="sm" role="status">
          {t('media:crop.pointOutside')}
        </Text>
      )}
      {mode === 'crop' ? (
        <CropArea
          crop={framing.crop}
          aspect={aspect}
          onChange={(crop) => setFraming((current) => ({ ...current, crop }))}
        >
          {picture}
        </CropArea>
      ) : (
        <FocalPoint
          src={address ?? ''}
          // Until the picture is loaded, it counts as a square.
          part={{ crop: framing.crop, aspect: aspect ?? 1 }}
          value={framing.point}
          onChange={(point) => setFraming((current) => ({ ...current, point }))}
          isReadOnly={false}
          reset={t('media:crop.libraryPoint')}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        {/* Without a change the value stays, and nothing is requested. */}
        <Button onClick={() => (framing === initial ? onCancel() : mutate())} loading={isPending}>
          {t('media:crop.apply')}
        </Button>
      </Group>
    </Stack>
  )
}
