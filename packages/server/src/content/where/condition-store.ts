import type { Dialect } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { foldedText } from '../../platform/sort-key.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { latestSlug } from '../../core/model/title-store.ts'
import { isClosed } from '../../core/model/visible-fields.ts'
import { isList } from './kinds.ts'
import { columnSource, draftSource, type ValueSource } from './value-source-store.ts'
import {
  allPredicates,
  type Group,
  isGroup,
  type Operator,
  type Predicate,
  type SystemKey,
  type Value,
} from './where.ts'

/** SQL with its parameters. */
export interface Condition {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * SQL for a filter on the row `c` of an item. In the latest view the values and terms of a pending draft are compared.
 * Filters of visitors read the columns alone, so that answers to them reveal nothing of drafts.
 */
export function conditionOf(dialect: Dialect, where: Group, isLatest: boolean): Condition {
  const ofColumns = groupCondition({ dialect, source: columnSource(dialect), isLatest }, where)
  if (!isLatest) return ofColumns
  const ofDraft = groupCondition({ dialect, source: draftSource(dialect), isLatest }, where)
  return {
    sql: `CASE WHEN c.draft_revision_id IS NULL THEN ${ofColumns.sql} ELSE (SELECT ${ofDraft.sql} FROM revisions d WHERE d.id = c.draft_revision_id) END`,
    parameters: [...ofColumns.parameters, ...ofDraft.parameters],
  }
}

/** The columns of the item's row that `conditionOf` reads besides its id. */
export function columnsOf(where: Group, isLatest: boolean): string[] {
  const ofKeys = allPredicates(where).flatMap(({ key }) => {
    if (key.of === 'terms') return []
    if (key.of === 'field') return [key.field.slug, key.field.sortColumn]
    // The expression of a key can name several columns.
    const names = columnExpression(key.name, isLatest).matchAll(/c\.(\w+)/g)
    return [...names].flatMap(([, name]) => name ?? [])
  })
  const columns = new Set([...(isLatest ? ['draft_revision_id'] : []), ...ofKeys])
  columns.delete('id')
  return [...columns]
}

interface Scope {
  readonly dialect: Dialect
  /** SQL for the values that are compared: the columns of the item, or its pending draft */
  readonly source: ValueSource
  /** whether the list shows pending drafts in place of the live versions */
  readonly isLatest: boolean
}

function groupCondition(scope: Scope, { join, members }: Group): Condition {
  const parts = members.map((member) =>
    isGroup(member) ? groupCondition(scope, member) : predicateCondition(scope, member),
  )
  if (parts.length === 0) return { sql: '(1 = 1)', parameters: [] }
  return {
    sql: `(${parts.map(({ sql }) => sql).join(join === 'and' ? ' AND ' : ' OR ')})`,
    parameters: parts.flatMap(({ parameters }) => parameters),
  }
}

function predicateCondition(scope: Scope, predicate: Predicate): Condition {
  const { key, operator, values } = predicate
  const { dialect, source, isLatest } = scope
  switch (key.of) {
    case 'column': {
      const column = columnExpression(key.name, isLatest)
      return comparison(dialect, { value: column, sorted: column, parameter: textParameter }, predicate)
    }
    case 'terms':
      return ofTerms(scope, key.taxonomyId, predicate)
    case 'field':
      // The caller sees no value of a reference to a hidden collection.
      if (isClosed(key.field)) return withoutValue(predicate)
      if (operator === 'exists') return presence(scope, key.field, values)
      return isList(key.field)
        ? ofList(dialect, source.list(key.field), predicate)
        : comparison(dialect, operandOf(scope, key.field), predicate)
  }
}

/** The column of a key. Filters on live items see neither the slugs of drafts nor the times of a schedule. */
export function columnExpression(name: SystemKey, isLatest: boolean): string {
  switch (name) {
    case 'authorId':
      return 'c.author_id'
    case 'createdAt':
      return 'c.created_at'
    case 'updatedAt':
      return isLatest ? 'c.updated_at' : 'c.live_updated_at'
    case 'publishedAt':
      return 'c.published_at'
    case 'scheduledAt':
      return isLatest ? 'c.scheduled_at' : 'CAST(NULL AS TEXT)'
    case 'unpublishAt':
      return isLatest ? 'c._unpublish_at' : 'CAST(NULL AS TEXT)'
    case 'slug':
      return isLatest ? latestSlug : 'c.slug'
    default:
      return `c.${name}`
  }
}

/** The operand of a comparison. */
export interface Operand {
  readonly value: string
  /** the expression by which lists sort */
  readonly sorted: string
  readonly isFolded?: boolean
  /** a parameter of its type */
  readonly parameter: string
}

function operandOf({ dialect, source }: Scope, field: FieldModel): Operand {
  // Of the fields that are JSON and no lists, filters compare only files, by their ids.
  if (field.encoding === 'json') {
    const value = source.media(field)
    return { value, sorted: value, parameter: textParameter }
  }
  const isFolded = field.type.sortsFolded === true
  const value = source.value(field)
  return {
    value,
    sorted: isFolded ? source.folded(field) : value,
    isFolded,
    parameter: parameterOf(dialect, field),
  }
}

/** The SQL of a parameter that is compared with values of a field, with the type of its column. */
export function parameterOf(dialect: Dialect, { encoding }: FieldModel): string {
  if (encoding === 'number') return `CAST(? AS ${dialect.columnType('REAL')})`
  const isInteger = encoding === 'integer' || encoding === 'boolean'
  return isInteger ? `CAST(? AS ${dialect.columnType('INTEGER')})` : textParameter
}

function isNegative(operator: Operator): boolean {
  return operator === 'ne' || operator === 'notIn'
}

const signs: Partial<Record<Operator, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' }

/** The SQL condition of a predicate. An item without a value fulfils `ne` and `notIn`. */
export function comparison(dialect: Dialect, operand: Operand, { operator, values }: Predicate): Condition {
  const { value, sorted, isFolded = false, parameter } = operand
  if (operator === 'exists') return existence(value, values)
  const stored = values.map(storedValue)
  if (operator === 'eq' || operator === 'in')
    return { sql: `${value} IN (${marksFor(stored, parameter)})`, parameters: padded(stored) }
  if (isNegative(operator))
    return {
      sql: `(${value} IS NULL OR ${value} NOT IN (${marksFor(stored, parameter)}))`,
      parameters: padded(stored),
    }
  const [first = ''] = stored
  const compared = isFolded ? foldedText(String(first)) : first
  if (operator === 'startsWith') return startsWithCondition(sorted, String(compared))
  if (operator === 'contains') return { sql: dialect.contains(sorted, textParameter), parameters: [compared] }
  return { sql: `${sorted} ${signs[operator]} ${parameter}`, parameters: [compared] }
}

/** A range, so that an index serves it. */
function startsWithCondition(sorted: string, start: string): Condition {
  const end = endOfPrefix(start)
  if (end === null) return { sql: `${sorted} >= ${textParameter}`, parameters: [start] }
  return {
    sql: `(${sorted} >= ${textParameter} AND ${sorted} < ${textParameter})`,
    parameters: [start, end],
  }
}

/** The first text after all that begin with this one, in code point order; null if there is none. */
function endOfPrefix(start: string): string | null {
  const points = [...start].map((character) => character.codePointAt(0) ?? 0)
  while (points.at(-1) === 0x10_ff_ff) points.pop()
  const last = points.pop()
  if (last === undefined) return null
  // Between these two are the surrogates, which are no characters.
  return String.fromCodePoint(...points, last === 0xd7_ff ? 0xe0_00 : last + 1)
}

function existence(value: string, [isThere]: readonly Value[]): Condition {
  return { sql: `${value} IS ${isThere === true ? 'NOT ' : ''}NULL`, parameters: [] }
}

/** Whether a field has a value that the caller sees: a reference to an item that they do not see counts as none. */
function presence({ dialect, source }: Scope, field: FieldModel, values: readonly Value[]): Condition {
  const { partlySeen } = field
  // absent: the caller sees all targets; a field with null (none of them) has been answered before (`isClosed`)
  if (partlySeen === undefined || partlySeen === null) return existence(source.present(field), values)
  const isSeen = (id: string): string =>
    `(${partlySeen.map((rows) => `EXISTS (SELECT 1 FROM ${rows} h WHERE h.id = ${id})`).join(' OR ')})`
  // A list that is stored empty is a value.
  const list = dialect.elements(source.list(field), 'e')
  const hasSeen = isList(field)
    ? `${source.list(field)} IS NOT NULL AND (NOT EXISTS (SELECT 1 FROM ${list}) OR EXISTS (SELECT 1 FROM ${list} WHERE ${isSeen('e.value')}))`
    : `${source.value(field)} IS NOT NULL AND ${isSeen(source.value(field))}`
  return { sql: `${values[0] === true ? '' : 'NOT '}(${hasSeen})`, parameters: [] }
}

/** A predicate on a field that has no value in any item. */
function withoutValue({ operator, values }: Predicate): Condition {
  const isMet = operator === 'exists' ? values[0] === false : isNegative(operator)
  return { sql: isMet ? '(1 = 1)' : '(1 = 0)', parameters: [] }
}

/** A predicate on a list: whether it has one of the values, or none of them. */
function ofList(dialect: Dialect, list: string, { operator, values }: Predicate): Condition {
  const not = isNegative(operator) ? 'NOT ' : ''
  return {
    sql: `${not}EXISTS (SELECT 1 FROM ${dialect.elements(list, 'e')} WHERE e.value IN (${marksFor(values, textParameter)}))`,
    parameters: padded(values),
  }
}

/** A predicate on the terms of a taxonomy: whether an item has any, one of the values, or none of them. */
function ofTerms({ dialect, source }: Scope, taxonomyId: string, { operator, values }: Predicate): Condition {
  if (operator === 'exists') {
    const not = values[0] === true ? '' : 'NOT '
    return {
      sql: `${not}EXISTS (SELECT 1 FROM (${source.termIds}) s JOIN terms t ON t.id = s.value WHERE t.taxonomy_id = ${textParameter})`,
      parameters: [taxonomyId],
    }
  }
  const not = isNegative(operator) ? 'NOT ' : ''
  return {
    sql: `${not}EXISTS (SELECT 1 FROM (${source.termIds}) s WHERE s.value IN (SELECT e.value FROM ${dialect.elements(textParameter, 'e')}))`,
    parameters: [JSON.stringify(values)],
  }
}

/** The form of a value in a column. */
export function storedValue(value: Value): string | number {
  return typeof value === 'boolean' ? Number(value) : value
}

/** Lists of values are filled up to one of these lengths, so that few statements are prepared. */
const sizes = [1, 2, 4, 8, 16, 32, 64, 100] as const

function padded<Item>(values: readonly Item[]): Item[] {
  const size = sizes.find((one) => one >= values.length) ?? values.length
  return Array.from({ length: size }, (_, index) => values[Math.min(index, values.length - 1)] as Item)
}

function marksFor(values: readonly unknown[], parameter: string): string {
  return padded(values)
    .map(() => parameter)
    .join(', ')
}
