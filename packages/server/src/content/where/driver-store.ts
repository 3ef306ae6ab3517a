import { itemStatus, type ItemStatus } from '@octavo/contract/operations/item-shapes'
import type { Dialect } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { foldedText } from '../../platform/sort-key.ts'
import { type CollectionModel, type FieldModel, quote } from '../../core/model/model.ts'
import { isClosed } from '../../core/model/visible-fields.ts'
import { timedCondition } from '../../core/model/table-store.ts'
import { columnExpression, comparison, type Condition, type Operand, parameterOf } from './condition-store.ts'
import { isList } from './kinds.ts'
import type { Operator, Predicate, SystemKey } from './where.ts'

/** The candidates that a list reads. */
export interface Extent {
  readonly collection: CollectionModel
  /** whether the list shows pending drafts in place of the live versions */
  readonly isLatest: boolean
  readonly statuses: readonly ItemStatus[]
  /** undefined where items of all locales are read */
  readonly locale: string | undefined
}

/** A SELECT of row keys `r` (the fastest identifiers of rows: on SQLite the rowid) by an index. */
export interface Driver {
  /**
   * The SELECT. Each of its parts (one for each status, one for pending drafts) may leave out rows beyond `most`. So if
   * it gives fewer than `most` rows, these are all; `findSmallestDriver` uses a driver only then.
   */
  sql(most: number): string
  readonly parameters: readonly unknown[]
}

/** operators whose matches an index can find; the others match most items */
const selective: ReadonlySet<Operator> = new Set([
  'eq',
  'in',
  'lt',
  'lte',
  'gt',
  'gte',
  'startsWith',
  'contains',
])

const ranges: ReadonlySet<Operator> = new Set(['lt', 'lte', 'gt', 'gte'])

/** The predicates that one index look-up serves: a single one, or both bounds of a range of one key. */
export type KeyPredicates = readonly [Predicate, ...Predicate[]]

/** The required predicates, with the two bounds of each key combined. */
export function predicatesByKey(required: readonly Predicate[]): KeyPredicates[] {
  const bounds = new Map<FieldModel | SystemKey, [Predicate, ...Predicate[]]>()
  const found: KeyPredicates[] = []
  for (const predicate of required) {
    const key = keyOfBound(predicate)
    const others = key === null ? undefined : bounds.get(key)
    if (others !== undefined) {
      others.push(predicate)
      continue
    }
    const one: [Predicate] = [predicate]
    if (key !== null) bounds.set(key, one)
    found.push(one)
  }
  return found
}

/** The field or column that a predicate bounds; null for other predicates. */
function keyOfBound({ key, operator }: Predicate): FieldModel | SystemKey | null {
  if (!ranges.has(operator) || key.of === 'terms') return null
  return key.of === 'field' ? key.field : key.name
}

/**
 * A SELECT, by an index alone, of the row keys `r` of all items that can fulfil the predicate; null if there is no such
 * index. It can return items twice. In the latest view it can also return items that do not fulfil the predicate: it
 * adds all with a pending draft where the values of drafts are in no index.
 */
export function driverOf(dialect: Dialect, extent: Extent, predicates: KeyPredicates): Driver | null {
  const [predicate] = predicates
  const { key, operator } = predicate
  if (!selective.has(operator)) return null
  switch (key.of) {
    case 'terms':
      return withDrafts(dialect, extent, byTerm(dialect, extent, predicate))
    case 'column':
      return operator === 'contains' ? null : byColumn(dialect, extent, key.name, predicates)
    case 'field':
      // The caller sees no value of the field.
      if (isClosed(key.field)) return noRows(dialect, extent)
      if (isList(key.field) || key.field.encoding === 'json')
        return byLink(dialect, extent, key.field, predicate)
      if (operator === 'contains') return null
      // Links are indexed for pending drafts too, so these need not all be read.
      if (key.field.type.name === 'reference' && extent.isLatest)
        return byLink(dialect, extent, key.field, predicate)
      // Every field with one value for each item has an index: the one by which lists are sorted (`table-store.ts`).
      return withDrafts(dialect, extent, byField(dialect, extent, key.field, predicates))
  }
}

function noRows({ rowKey }: Dialect, { collection }: Extent): Driver {
  return { sql: () => `SELECT c.${rowKey} AS r FROM ${collection.table} c WHERE 1 = 0`, parameters: [] }
}

function byTerm(dialect: Dialect, { collection }: Extent, { values }: Predicate): Driver {
  return {
    sql: () =>
      `SELECT c.${dialect.rowKey} AS r FROM term_assignments a ${dialect.lookUp(collection.rows, 'c', 'c.id = a.item_id')} WHERE a.term_id IN (SELECT e.value FROM ${dialect.elements(textParameter, 'e')}) AND a.collection_id = ${textParameter}`,
    parameters: [JSON.stringify(values), collection.id],
  }
}

/** References and files are found by the table of links, which has those of drafts too. */
function byLink(
  dialect: Dialect,
  { collection }: Extent,
  { slug, type }: FieldModel,
  { values }: Predicate,
): Driver | null {
  if (type.linksBy !== 'id') return null
  // These fields have no operator but `eq`, `in` and `contains`, each of which asks for one of the values.
  const targets = comparison(dialect, { value: 'l.target', sorted: 'l.target', parameter: textParameter }, {
    operator: 'in',
    values,
  } as Predicate)
  return {
    sql: () =>
      `SELECT c.${dialect.rowKey} AS r FROM links l ${dialect.lookUp(collection.rows, 'c', 'c.id = l.source')} WHERE ${targets.sql} AND l.field = ${textParameter}`,
    parameters: [...targets.parameters, slug],
  }
}

const indexedColumns: ReadonlySet<SystemKey> = new Set([
  'id',
  'slug',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'scheduledAt',
  'unpublishAt',
])

/** The live view has no values for these keys. */
const hiddenColumns: ReadonlySet<SystemKey> = new Set(['scheduledAt', 'unpublishAt'])

function byColumn(
  dialect: Dialect,
  extent: Extent,
  name: SystemKey,
  predicates: KeyPredicates,
): Driver | null {
  if (!indexedColumns.has(name) || (hiddenColumns.has(name) && !extent.isLatest)) return null
  // The index has the live slugs; `withDraftSlugs` adds those of drafts.
  const column = name === 'slug' ? 'c.slug' : columnExpression(name, extent.isLatest)
  const condition = compared(dialect, column, predicates)
  if (name === 'id') return byId(dialect, extent, condition)
  const isOfAll = extent.statuses.length === itemStatus.options.length && extent.locale === undefined
  if (name === 'scheduledAt' && isOfAll) return byScheduledTime(dialect, extent, condition)
  const found = byIndex(dialect, extent, { condition, column, isRange: isRange(predicates) })
  return name === 'slug' && extent.isLatest
    ? withDraftSlugs(dialect, extent, { found, condition: compared(dialect, 'c.draft_slug', predicates) })
    : found
}

function compared(dialect: Dialect, column: string, predicates: KeyPredicates): Condition {
  return comparisons(dialect, { value: column, sorted: column, parameter: textParameter }, predicates)
}

function comparisons(dialect: Dialect, operand: Operand, predicates: KeyPredicates): Condition {
  const all = predicates.map((predicate) => comparison(dialect, operand, predicate))
  return {
    sql: all.map(({ sql }) => sql).join(' AND '),
    parameters: all.flatMap(({ parameters }) => parameters),
  }
}

function isRange([{ operator }]: KeyPredicates): boolean {
  return ranges.has(operator) || operator === 'startsWith'
}

/** Includes the items whose pending draft changes the slug. */
function withDraftSlugs(
  { rowKey }: Dialect,
  { collection }: Extent,
  { found, condition }: { found: Driver; condition: Condition },
): Driver {
  const drafts = `SELECT c.${rowKey} AS r FROM ${collection.rows} c WHERE c.draft_slug IS NOT NULL AND ${condition.sql}`
  return {
    sql: (most) => `${found.sql(most)} UNION ALL ${drafts}`,
    parameters: [...found.parameters, ...condition.parameters],
  }
}

function byId({ rowKey }: Dialect, { collection }: Extent, { sql, parameters }: Condition): Driver {
  return { sql: () => `SELECT c.${rowKey} AS r FROM ${collection.rows} c WHERE ${sql}`, parameters }
}

/**
 * Reads the items of all statuses by the index of items that have a time. If it read one status after the other,
 * PostgreSQL would read all items of each, because it does not know that few without the status `scheduled` have a
 * time.
 */
function byScheduledTime(
  { rowKey }: Dialect,
  { collection }: Extent,
  { sql, parameters }: Condition,
): Driver {
  return {
    sql: () =>
      `SELECT c.${rowKey} AS r FROM ${collection.rows} c WHERE c.deleted_at IS NULL AND ${timedCondition} AND ${sql}`,
    parameters,
  }
}

function byField(
  dialect: Dialect,
  extent: Extent,
  field: FieldModel,
  predicates: KeyPredicates,
  more: readonly string[] = [],
): Driver {
  const isFolded = field.type.sortsFolded === true
  const sorted = `c.${quote(field.sortColumn)}`
  const [first] = predicates
  const { operator, values } = first
  // Equal texts have the same folded form, which the index contains.
  const compares: KeyPredicates =
    isFolded && (operator === 'eq' || operator === 'in')
      ? [{ ...first, values: values.map((value) => foldedText(String(value))) }]
      : predicates
  const operand = { value: sorted, sorted, isFolded, parameter: parameterOf(dialect, field) }
  return byIndex(dialect, extent, {
    condition: comparisons(dialect, operand, compares),
    column: sorted,
    isRange: isRange(predicates),
    more,
  })
}

/**
 * A SELECT of the items in a range of a field, by an index that also contains the columns `id` and `created_at`; null
 * without such an index. It compares live values and adds no items for their pending drafts, so it is only for lists
 * of the live view (`coveringOf`). Every item that it returns fulfils the predicates.
 */
export function coveringDriverOf(dialect: Dialect, extent: Extent, predicates: KeyPredicates): Driver | null {
  const [{ key, operator }] = predicates
  if (key.of !== 'field' || !key.field.isFilterIndexed || !ranges.has(operator)) return null
  // The index begins with the status, so that the items of one status are one range of it.
  if (extent.statuses.length !== 1) return null
  return byField(dialect, extent, key.field, predicates, ['id', 'created_at'])
}

interface IndexRead {
  readonly condition: Condition
  readonly column: string
  readonly isRange: boolean
  /** further columns of the index that the SELECT returns */
  readonly more?: readonly string[]
}

/**
 * The index of a key begins with the status, and before it with the locale where there are several. A range is read
 * in the order of the index. PostgreSQL otherwise estimates a range of unknown bounds at a third of the table and
 * scans the table for the first matches, which reads all of it if few items match.
 */
function byIndex({ rowKey, plansByStatistics }: Dialect, extent: Extent, read: IndexRead): Driver {
  const { collection, statuses, locale } = extent
  const { condition, column, more = [] } = read
  const inLocale = locale === undefined ? '' : ` AND c.locale = ${textParameter}`
  const names = ['r', ...more]
  const columns = [`c.${rowKey} AS r`, ...more.map((name) => `c.${name} AS ${name}`)].join(', ')
  const isSorted = plansByStatistics && read.isRange
  const ordered = (run: string, most: number): string =>
    `SELECT ${names.join(', ')} FROM (${run} ORDER BY ${column} LIMIT ${most}) o`
  const runs = statuses.map(
    (status) =>
      `SELECT ${columns} FROM ${collection.rows} c WHERE c.deleted_at IS NULL AND c.status = '${status}'${inLocale} AND ${condition.sql}`,
  )
  const parameters = [...(locale === undefined ? [] : [locale]), ...condition.parameters]
  return {
    sql: (most) => (isSorted ? runs.map((run) => ordered(run, most)) : runs).join(' UNION ALL '),
    parameters: statuses.flatMap(() => parameters),
  }
}

/**
 * Adds all items that have a pending draft. Where the planner goes by statistics, which can be missing or old, they are
 * sorted as the index of drafts is, so that it uses this index.
 */
function withDrafts(
  { rowKey, plansByStatistics }: Dialect,
  { collection, isLatest }: Extent,
  found: Driver,
): Driver {
  if (!isLatest) return found
  const all = `SELECT c.${rowKey} AS r FROM ${collection.rows} c WHERE c.draft_revision_id IS NOT NULL`
  const drafts = (most: number): string =>
    plansByStatistics ? `SELECT r FROM (${all} ORDER BY c.id LIMIT ${most}) d` : all
  return { sql: (most) => `${found.sql(most)} UNION ALL ${drafts(most)}`, parameters: found.parameters }
}
