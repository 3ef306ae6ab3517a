import { itemStatus, type ItemStatus } from '@octavo/contract/operations/item-shapes'
import type { Dialect } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { foldedText } from '../../platform/sort-key.ts'
import { type CollectionModel, type FieldModel, quote } from '../../core/model/model.ts'
import { timedCondition } from '../../core/model/table-store.ts'
import { columnExpression, comparison, type Condition, type Operand, parameterOf } from './condition-store.ts'
import { isRange, type KeyPredicates } from './key-predicates.ts'
import type { SystemKey } from './where.ts'

/** The candidates that a list reads. */
export interface Extent {
  readonly collection: CollectionModel
  /** whether the list shows pending drafts in place of the live versions */
  readonly isLatest: boolean
  readonly statuses: readonly ItemStatus[]
  /** undefined where items of all locales are read */
  readonly locale: string | undefined
}

/**
 * What a filtered list begins with, as a join begins with its driving table: a SELECT of row keys `r` (the fastest
 * identifiers of rows: on SQLite the rowid) by an index. The whole filter is then checked on these rows.
 */
export interface Driver {
  /**
   * The SELECT. Each of its parts (one for each status, one for pending drafts) may leave out rows beyond `most`. So if
   * it gives fewer than `most` rows, these are all; `findSmallestDriver` uses a driver only then.
   */
  sql(most: number): string
  readonly parameters: readonly unknown[]
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

/** The items that can fulfil predicates on a column, by its index; null if it has none. */
export function byColumn(
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

/**
 * The items whose live values fulfil predicates on a field, by the index of its sort key; of texts also those that
 * differ from the values in case and accents alone. `more` names further columns that the SELECT returns.
 */
export function byField(
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
