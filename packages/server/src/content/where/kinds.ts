import { parseInstant } from '@octavo/contract/instant'
import { hasLists } from '@octavo/contract/fields/facts'
import type { ComparedAs } from '@octavo/contract/fields/field-type'
import { choices } from '@octavo/contract/fields/select'
import { limits } from '@octavo/contract/limits'
import { itemStatus } from '@octavo/contract/operations/item-shapes'
import { isId } from '@octavo/contract/slug'
import type { FieldModel } from '../../core/model/model.ts'
import { foldedText } from '../../platform/sort-key.ts'
import type { Operator, SystemKey, Value } from './where.ts'

/** How the values of a key are compared: the operators that fit, and how a value of a request is read. */
export interface Kind {
  readonly operators: readonly Operator[]
  /** the value, or what is expected instead */
  read(value: unknown): Read
}

export type Read = { readonly value: Value } | { readonly expected: string }

const equality = ['eq', 'ne', 'in', 'notIn', 'exists'] as const
const order = ['lt', 'lte', 'gt', 'gte'] as const

function text(value: unknown): Read {
  if (typeof value !== 'string') return { expected: 'a text' }
  if (value.length > limits.where.text) return { expected: `at most ${limits.where.text} characters` }
  return { value }
}

/** A slug, in the form in which slugs are stored. */
function slugText(value: unknown): Read {
  return text(typeof value === 'string' ? value.normalize() : value)
}

/** A text of a certain form. */
function textThat(expected: string, accept: (value: string) => string | null): Kind['read'] {
  return (value) => {
    const accepted = typeof value === 'string' ? accept(value) : null
    return accepted === null ? { expected } : { value: accepted }
  }
}

const anId = textThat('the id of an item', (value) => (isId(value) ? value : null))

// A file outside of the library can have another id, but the index of links, by which files are found, has none of it.
const aFileId = textThat('the id of a file in the media library', (value) => (isId(value) ? value : null))

const aTime = textThat('a date and time with its zone, such as 2026-01-31T09:00:00Z', (value) =>
  parseInstant(value),
)

function oneOf(allowed: readonly string[]): Kind['read'] {
  const shown = allowed.slice(0, 20).map((value) => JSON.stringify(value))
  const expected = `one of ${shown.join(', ')}${allowed.length > shown.length ? ', …' : ''}`
  return textThat(expected, (value) => (allowed.includes(value) ? value : null))
}

/** A number; also as text, because every value of a filter in a query string (`where[price][gt]=5`) is text. */
function numberOf(value: unknown): number | null {
  const isText = typeof value === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)
  const number = isText ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

const aNumber: Kind['read'] = (value) => {
  const number = numberOf(value)
  return number === null ? { expected: 'a number' } : { value: number }
}

const anInteger: Kind['read'] = (value) => {
  const number = numberOf(value)
  return number === null || !Number.isSafeInteger(number) ? { expected: 'an integer' } : { value: number }
}

const aBoolean: Kind['read'] = (value) => {
  if (value === true || value === 'true') return { value: true }
  return value === false || value === 'false' ? { value: false } : { expected: 'true or false' }
}

/**
 * How the operand of an operator is read. `contains` and `startsWith` refuse a text of which nothing is compared: every
 * text would match, which is hardly what was meant, and dangerous where `bulk` changes what a filter finds.
 */
export function readerOf(kind: Kind, operator: Operator): Kind['read'] {
  if (operator === 'exists') return aBoolean
  if (operator !== 'contains' && operator !== 'startsWith') return kind.read
  return (value) => {
    const isNothing = typeof value === 'string' && foldedText(value) === ''
    return isNothing ? { expected: 'at least one character (accents do not count)' } : kind.read(value)
  }
}

const texts: Kind = { operators: [...equality, ...order, 'startsWith', 'contains'], read: text }
const times: Kind = { operators: [...equality, ...order], read: aTime }

const slugs: Kind = { ...texts, read: slugText }

export const termKind: Kind = { operators: equality, read: slugText }

/** How filters compare a system property: the operators, and how values are read. */
export function kindOfColumn(name: SystemKey, locales: readonly string[]): Kind {
  switch (name) {
    case 'id':
      return { operators: equality, read: anId }
    case 'authorId':
      return {
        operators: equality,
        read: textThat('the id of a user', (value) => (isId(value) ? value : null)),
      }
    case 'slug':
      return slugs
    case 'status':
      return { operators: equality, read: oneOf(itemStatus.options) }
    case 'locale':
      return { operators: equality, read: oneOf(locales) }
    default:
      return times
  }
}

const kinds: Readonly<Record<ComparedAs, Kind | ((field: FieldModel) => Kind)>> = {
  text: texts,
  slug: slugs,
  number: { operators: [...equality, ...order], read: aNumber },
  integer: { operators: [...equality, ...order], read: anInteger },
  boolean: { operators: equality, read: aBoolean },
  time: times,
  choice: (field) => ({ operators: equality, read: oneOf(choices(field)) }),
  item: { operators: equality, read: anId },
  media: { operators: equality, read: aFileId },
  // The operand of `exists` is read by `aBoolean`.
  none: { operators: ['exists'], read: text },
}

/** How filters compare the values of a field; those of a list also by `contains`, which looks for an element. */
export function kindOfField(field: FieldModel): Kind {
  const kindOrMaker = kinds[field.type.comparedAs]
  const kind = typeof kindOrMaker === 'function' ? kindOrMaker(field) : kindOrMaker
  return isList(field) ? { ...kind, operators: [...kind.operators, 'contains'] } : kind
}

/** Whether filters compare the elements of the field's values, which are lists. */
export function isList(field: FieldModel): boolean {
  return hasLists(field.type, field.options)
}
