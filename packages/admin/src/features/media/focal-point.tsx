import { Button, Group, Slider, Text } from '@mantine/core'
import { type Crop, pointOfWhole, pointWithin } from '@octavo/contract/crop'
import type { CSSProperties, MouseEvent } from 'react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './focal-point.module.css'

interface Point {
  readonly x: number
  readonly y: number
}

/** The part of a picture that is shown, and the proportions of the whole picture. */
export interface ShownPart {
  readonly crop: Crop | null
  readonly aspect: number
}

interface FocalPointProps {
  /** the address of the whole picture */
  readonly src: string
  /** the part of the picture that is shown; the whole picture by default */
  readonly part?: ShownPart
  /** the point, as fractions of the sides of the whole picture; null if none was chosen, which means the middle */
  readonly value: Point | null
  readonly onChange: (value: Point | null) => void
  readonly isReadOnly: boolean
  /** the label of the button that removes the point */
  readonly reset: string
}

const middle: Point = { x: 0.5, y: 0.5 }

/** The point of an image that stays visible where a site cuts it: chosen by a click, or by two sliders. */
export function FocalPoint({ src, part, value, onChange, isReadOnly, reset }: FocalPointProps) {
  const { t } = useTranslation('media')
  const id = useId()
  const crop = part?.crop ?? null
  // The point relative to the part; null if none was chosen, or if the crop cuts it off.
  const shownPoint = value === null || crop === null ? value : pointWithin(crop, value)
  const { x, y } = shownPoint ?? middle
  const choose = (point: Point) => onChange(crop === null ? point : pointOfWhole(crop, point))
  const chooseClicked = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    if (!isReadOnly)
      choose({ x: fractionOf((clientX - left) / width), y: fractionOf((clientY - top) / height) })
  }
  return (
    <div role="group" aria-labelledby={id}>
      <Text size="sm" fw={500} id={id}>
        {t('details.focalPoint')}
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        {t('details.focalPointHint')}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the sliders do the same by keyboard */}
      <div
        className={classes['picture']}
        style={part && frameOf(part)}
        onClick={chooseClicked}
        data-read-only={isReadOnly || undefined}
      >
        <img src={src} alt="" draggable={false} style={crop === null ? undefined : placeOf(crop)} />
        {shownPoint !== null && (
          <span className={classes['mark']} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
        )}
      </div>
      {!isReadOnly && (
        <>
          <Axis label={t('details.focalX')} value={x} onChange={(next) => choose({ x: next, y })} />
          <Axis label={t('details.focalY')} value={y} onChange={(next) => choose({ x, y: next })} />
          <Group justify="flex-end">
            <Button variant="subtle" size="xs" disabled={value === null} onClick={() => onChange(null)}>
              {reset}
            </Button>
          </Group>
        </>
      )}
    </div>
  )
}

/** The style of the frame: as wide as possible, but not too high for the window. */
function frameOf({ crop, aspect }: ShownPart): CSSProperties {
  const ratio = crop === null ? aspect : (aspect * crop.width) / crop.height
  // So the height is at most half of the window, and at most 28rem.
  return { aspectRatio: ratio, width: `min(100%, ${50 * ratio}vh, ${28 * ratio}rem)`, margin: '0 auto' }
}

/** The style that positions the whole picture behind a frame, so that the frame shows a part of it. */
function placeOf({ x, y, width, height }: Crop): CSSProperties {
  return {
    position: 'absolute',
    width: `${100 / width}%`,
    height: `${100 / height}%`,
    left: `${(-100 * x) / width}%`,
    top: `${(-100 * y) / height}%`,
    maxWidth: 'none',
    maxHeight: 'none',
  }
}

interface AxisProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A slider for one coordinate of the point, in percent. */
function Axis({ label, value, onChange }: AxisProps) {
  return (
    <div className={classes['axis']}>
      <span aria-hidden>{label}</span>
      <Slider
        thumbLabel={label}
        value={Math.round(value * 100)}
        onChange={(percent) => onChange(percent / 100)}
        label={(percent) => `${percent} %`}
        size="sm"
      />
    </div>
  )
}

/** A fraction of a side with two decimals, which is finer than a pointer can choose. */
function fractionOf(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100
}
