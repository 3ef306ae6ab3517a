import { Button, Group, Slider, Text } from '@mantine/core'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { previewOf } from './image-form.ts'
import classes from './focal-point.module.css'
import type { MediaItem } from './media-item.ts'

type Point = NonNullable<MediaItem['focalPoint']>

interface FocalPointProps {
  readonly item: MediaItem
  /** null: the middle, until somebody chooses a point */
  readonly value: Point | null
  readonly onChange: (value: Point | null) => void
  readonly isReadOnly: boolean
}

const middle: Point = { x: 0.5, y: 0.5 }

/** The point of an image that stays visible where a site cuts it: chosen by a click, or by two sliders. */
export function FocalPoint({ item, value, onChange, isReadOnly }: FocalPointProps) {
  const { t } = useTranslation('media')
  const { x, y } = value ?? middle
  const take = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    if (!isReadOnly) onChange({ x: part((clientX - left) / width), y: part((clientY - top) / height) })
  }
  return (
    <div role="group" aria-labelledby="focal-point">
      <Text size="sm" fw={500} id="focal-point">
        {t('details.focalPoint')}
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        {t('details.focalPointHint')}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the sliders do the same by keyboard */}
      <div className={classes['picture']} onClick={take} data-read-only={isReadOnly || undefined}>
        <img src={previewOf(item)} alt="" draggable={false} />
        {value !== null && (
          <span className={classes['mark']} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
        )}
      </div>
      {!isReadOnly && (
        <>
          <Axis label={t('details.focalX')} value={x} onChange={(next) => onChange({ x: next, y })} />
          <Axis label={t('details.focalY')} value={y} onChange={(next) => onChange({ x, y: next })} />
          <Group justify="flex-end">
            <Button variant="subtle" size="xs" disabled={value === null} onClick={() => onChange(null)}>
              {t('details.focalReset')}
            </Button>
          </Group>
        </>
      )}
    </div>
  )
}

interface AxisProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}

function Axis({ label, value, onChange }: AxisProps) {
  return (
    <Slider
      thumbLabel={label}
      value={Math.round(value * 100)}
      onChange={(percent) => onChange(percent / 100)}
      label={(percent) => `${label}: ${percent} %`}
      size="sm"
      mt="xs"
    />
  )
}

/** A fraction of a side with two decimals, which is finer than a pointer. */
function part(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100
}
