import { type Entry, isEntry, memberOf, structureWidgetOf } from '@octavo/contract/fields/entries'
import type { Field } from '../../../session/session.tsx'
import { detailPart, type Names, namePart, type Part } from '../parts/parts.ts'
import { entriesOf, isNothing } from './entries.ts'
import { fieldsOfEntry, innerFieldsOf, kindOf } from './inner-fields.ts'

/** A structured value as readable parts: one line for each field, below the label of its entry. */
export function structureParts(field: Field, value: unknown, names: Names, depth = 0): Part[] {
  if (structureWidgetOf(field) === 'group')
    return isEntry(value) ? joinLines(memberLines(innerFieldsOf(field), value, names, depth), depth) : []
  return joinLines(
    entriesOf(value).map((entry) => entryParts(field, entry, names, depth)),
    depth,
  )
}

/**
 * An entry: its bullet, with the kind of a block, its fields, and its end. The end is a detail that separates them from
 * what follows.
 */
function entryParts(field: Field, entry: Entry, names: Names, depth: number): Part[] {
  /** the label of the kind of a block; empty for an entry of a list */
  const kind =
    structureWidgetOf(field) === 'blocks' ? (kindOf(field, entry)?.label ?? String(entry['_type'])) : ''
  const lines = memberLines(fieldsOfEntry(field, entry), entry, names, depth + 1)
  const bullet = namePart(`entry ${kind}`, kind === '' ? '• ' : `• ${kind}`)
  const inner = joinLines(lines, depth + 1)
  const end = detailPart('end of entry', names.end(kind))
  return kind === '' || inner.length === 0
    ? [bullet, ...inner, end]
    : [bullet, newLine(depth + 1), ...inner, end]
}

/** A line for each field that has a value. A structured value begins on the next line, one level deeper. */
function memberLines(fields: readonly Field[], entry: Entry, names: Names, depth: number): Part[][] {
  return fields.flatMap((field) => {
    const value = memberOf(entry, field)
    if (isNothing(value)) return []
    const isNested = structureWidgetOf(field) !== null
    return [
      [
        namePart(`field ${field.slug}`, `${field.label}: `),
        ...(isNested ? [newLine(depth + 1)] : []),
        ...(isNested ? structureParts(field, value, names, depth + 1) : names.member(field, value)),
      ],
    ]
  })
}

function joinLines(lines: readonly Part[][], depth: number): Part[] {
  return lines.flatMap((line, index) => (index > 0 ? [newLine(depth), ...line] : line))
}

/** A line break with the indentation of a depth. Both are one part, so that a comparison treats them as one. */
function newLine(depth: number): Part {
  const text = `\n${'  '.repeat(depth)}`
  return { kind: 'text', key: text, text }
}
