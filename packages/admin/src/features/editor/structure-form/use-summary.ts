import { type Entry, memberOf, structureWidgetOf } from '@octavo/contract/fields/entries'
import { useTranslation } from 'react-i18next'
import { namesItems } from '../../../session/field-facts.ts'
import type { Field } from '../../../session/session.tsx'
import { useNames } from '../difference/names.ts'
import { partsOf } from '../difference/field-parts.ts'
import { editorOf } from '../fields/registry.ts'
import { type Names, plainText } from '../parts/parts.ts'
import { isNothing } from '../structure/entries.ts'
import { fieldsOfEntry, kindOf } from '../structure/inner-fields.ts'

/** maximum number of characters of a summary */
const mostCharacters = 90

export interface Summary {
  /** the label of the kind of a block; null for an entry of a list */
  readonly kind: string | null
  /** the first required text in the entry, else the first text, or its number; empty for a block without a text */
  readonly text: string
  /** the kind and the text together, for accessible names */
  readonly name: string
}

/** Returns a function that summarizes an entry of a field in one line. */
export function useSummary(field: Field): (entry: Entry, index: number) => Summary {
  const { t } = useTranslation('editor')
  const names = useNames()
  return (entry, index) => {
    const found = textOf(field, entry, names)
    const number = t('structure.entry', { number: index + 1 })
    if (structureWidgetOf(field) !== 'blocks')
      return { kind: null, text: found ?? number, name: found ?? number }
    const kind = kindOf(field, entry)?.label ?? String(entry['_type'])
    return { kind, text: found ?? '', name: `${kind}: ${found ?? number}` }
  }
}

/** The text that identifies an entry; undefined if its fields have no text. */
function textOf(field: Field, entry: Entry, names: Names): string | undefined {
  const members = fieldsOfEntry(field, entry)
  // A required text comes first, because it identifies an entry: the name of an ingredient rather than its amount.
  const identifying = members.filter((member) => member.required && namesItems(member))
  for (const member of [...identifying, ...members]) {
    const value = memberOf(entry, member)
    if (editorOf(member).isInSummaries === false || structureWidgetOf(member) !== null || isNothing(value))
      continue
    const text = plainText(partsOf(member, shortened(value), names))
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (text !== '') return text.length > mostCharacters ? `${text.slice(0, mostCharacters)} …` : text
  }
  return undefined
}

/**
 * The beginning of a value, because values can be long. It is longer than a summary, since white space is collapsed
 * later; three blocks of a rich text are enough.
 */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, 2 * mostCharacters)
  return Array.isArray(value) ? value.slice(0, 3) : value
}
