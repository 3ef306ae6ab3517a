import type { CSSProperties } from 'react'
import classes from './text.module.css'

const alignments: readonly unknown[] = ['center', 'right', 'justify']

/** the deepest level of lists that has its own numbering in the style sheet */
const deepestLevel = 6
/** the deepest level that is indented further; the text of deeper ones would become too narrow */
const deepestIndent = 10

/** The attributes of the element of a paragraph, which the style sheet uses to show its style and its list. */
export function textAttributes(block: object) {
  const { style, listItem, level, align, checked } = block as Readonly<Record<string, unknown>>
  const depth = typeof level === 'number' ? Math.max(level, 1) : 1
  const isListEntry = typeof listItem === 'string'
  return {
    className: classes['block'],
    'data-style': typeof style === 'string' ? style : 'normal',
    'data-list': isListEntry ? listItem : undefined,
    'data-level': isListEntry ? Math.min(depth, deepestLevel) : undefined,
    'data-checked': checked === true || undefined,
    style: blockStyle(isListEntry ? Math.min(depth, deepestIndent) : 0, align),
  }
}

/** `level`: 0 outside of lists */
function blockStyle(level: number, align: unknown): CSSProperties {
  return {
    ...(level > 0 && { ['--level' as string]: level }),
    ...(alignments.includes(align) && { textAlign: align as 'center' }),
  }
}
