import { isObject } from '../model/same.ts'
import classes from './cards.module.css'
import { textOf } from '../model/text-of.ts'

interface InlineCardProps {
  readonly value: unknown
  readonly isSelected: boolean
}

/** An inline element that is not text: shows its name; it can be deleted but not edited. */
export function InlineCard({ value, isSelected }: InlineCardProps) {
  const text = textOf(value)
  const name = isObject(value) ? String(value['_type']) : ''
  return (
    <span className={classes['inline']} contentEditable={false} data-selected={isSelected || undefined}>
      {text === '' ? name : `${name}: ${text.slice(0, 60)}`}
    </span>
  )
}
