import { isObject } from '../model/same.ts'
import classes from './cards.module.css'
import { textOf } from './text-of.ts'

interface InlineCardProps {
  readonly value: unknown
  readonly isSelected: boolean
}

/** Something within a line that is no text: it is named, kept, and can be deleted. */
export function InlineCard({ value, isSelected }: InlineCardProps) {
  const text = textOf(value)
  const name = isObject(value) ? String(value['_type']) : ''
  return (
    <span className={classes['inline']} contentEditable={false} data-selected={isSelected || undefined}>
      {text === '' ? name : `${name}: ${text.slice(0, 60)}`}
    </span>
  )
}
