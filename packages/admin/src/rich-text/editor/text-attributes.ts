import type { CSSProperties } from 'react'
import classes from './text.module.css'

const alignments: readonly unknown[] = ['center', 'right', 'justify']

/** The attributes of the element of a paragraph, which the style sheet uses to show its style and its list. */
export function textAttributes(block: object) {
  const { style, listItem, level, align, checked } = block as Readonly<Record<string, unknown>>
  const depth = typeof level === 'number' ? Math.max(level, 1) : 1
  const isEntry = typeof listItem === 'string'
  return {
    className: classes['block'],
    'data-style': typeof style === 'string' ? style : 'normal',
    'data-list': isEntry ? listItem : undefined,
    'data-level': isEntry ? Math.min(depth, 6) : undefined,
    'data-checked': checked === true || undefined,
    style: blockStyle(isEntry ? Math.min(depth, 10) : 0, align),
  }
}

function blockStyle(level: number, align: unknown): CSSProperties {
  return {
    ...(level > 0 && { ['--level' as string]: level }),
    ...(alignments.includes(align) && { textAlign: align as 'center' }),
  }
}
