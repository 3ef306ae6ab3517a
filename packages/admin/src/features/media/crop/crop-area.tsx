import 'react-image-crop/dist/ReactCrop.css'
import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import type { Crop } from '@octavo/contract/crop'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PercentCrop, ReactCrop } from 'react-image-crop'
import classes from './crop-area.module.css'
import { aspectOf, storedCrop, type Ratio, ratioOf, ratios, withAspect } from './ratios.ts'

interface CropAreaProps {
  /** null: the whole picture */
  readonly crop: Crop | null
  /** width divided by height of the whole picture; null until it is loaded */
  readonly aspect: number | null
  readonly onChange: (crop: Crop | null) => void
  /** the picture */
  readonly children: ReactNode
}

/** the corners and sides by which the part is resized, as ReactCrop names them */
const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const

/** A picture, and on it the part that is shown, which is moved and resized by mouse, touch and keyboard. */
export function CropArea({ crop, aspect, onChange, children }: CropAreaProps) {
  const { t } = useTranslation('media')
  /** null until the person chooses one; until then the ratio of the crop counts */
  const [chosenRatio, setChosenRatio] = useState<Ratio | null>(null)
  const ratio = chosenRatio ?? (aspect === null ? 'free' : ratioOf(crop, aspect))
  const fixedAspect = aspect === null ? undefined : aspectOf(ratio, aspect)
  const labels = useLabels()
  const choose = (next: Ratio) => {
    setChosenRatio(next)
    const newAspect = aspect === null ? undefined : aspectOf(next, aspect)
    if (newAspect !== undefined && aspect !== null) onChange(storedCrop(withAspect(crop, newAspect, aspect)))
  }
  return (
    <div>
      <div className={classes['stage']}>
        <ReactCrop
          className={classes['area'] ?? ''}
          crop={percentOf(crop)}
          {...(fixedAspect !== undefined && { aspect: fixedAspect })}
          onChange={(_, { x, y, width, height }) =>
            onChange(storedCrop({ x: x / 100, y: y / 100, width: width / 100, height: height / 100 }))
          }
          minWidth={16}
          minHeight={16}
          keepSelection
          ruleOfThirds
          ariaLabels={labels}
        >
          {children}
        </ReactCrop>
      </div>
      <Text size="xs" c="dimmed" mt="xs">
        {t('crop.hint')}
      </Text>
      <Group justify="space-between" mt="sm" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('crop.ratio')}
          data={ratios.map((value) => ({
            value,
            label: value.includes(':') ? value : t(`crop.${value as 'free'}`),
          }))}
          value={ratio}
          // Without the proportions of the picture, those of a part cannot be calculated.
          disabled={aspect === null}
          onChange={(next) => choose(next as Ratio)}
        />
        <Button
          variant="subtle"
          size="xs"
          disabled={crop === null}
          onClick={() => {
            setChosenRatio('free')
            onChange(null)
          }}
        >
          {t('crop.reset')}
        </Button>
      </Group>
    </div>
  )
}

/** A crop in the unit of ReactCrop. */
function percentOf(crop: Crop | null): PercentCrop {
  const { x, y, width, height } = crop ?? { x: 0, y: 0, width: 1, height: 1 }
  return { unit: '%', x: x * 100, y: y * 100, width: width * 100, height: height * 100 }
}

type Labels = Record<'cropArea' | `${(typeof handles)[number]}DragHandle`, string>

/** The accessible names of the part and its handles. */
function useLabels(): Labels {
  const { t } = useTranslation('media')
  return useMemo(
    () =>
      Object.fromEntries([
        ['cropArea', t('crop.area')],
        ...handles.map((side) => [`${side}DragHandle`, t(`crop.handles.${side}`)]),
      ]) as Labels,
    [t],
  )
}
