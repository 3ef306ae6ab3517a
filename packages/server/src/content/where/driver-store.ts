import type { Dialect } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { isClosed } from '../../core/model/visible-fields.ts'
import { comparison } from './condition-store.ts'
import { byColumn, byField, type Driver, type Extent } from './index-driver-store.ts'
import { areBounds, type KeyPredicates } from './key-predicates.ts'
import { isList } from './kinds.ts'
import type { Operator, Predicate } from './where.ts'

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
      return ofField(dialect, extent, key.field, predicates)
  }
}

function ofField(
  dialect: Dialect,
  extent: Extent,
  field: FieldModel,
  predicates: KeyPredicates,
): Driver | null {
  const [predicate] = predicates
  // The caller sees no value of the field.
  if (isClosed(field)) return noRows(dialect, extent)
  if (isList(field) || field.encoding === 'json') return byLink(dialect, extent, field, predicate)
  if (predicate.operator === 'contains') return null
  // Links are indexed for pending drafts too, so these need not all be read.
  if (field.type.name === 'reference' && extent.isLatest) return byLink(dialect, extent, field, predicate)
  // Every field with one value for each item has an index: the one by which lists are sorted (`table-store.ts`).
  return withDrafts(dialect, extent, byField(dialect, extent, field, predicates))
}

/** A driver that finds nothing. */
function noRows({ rowKey }: Dialect, { collection }: Extent): Driver {
  return { sql: () => `SELECT c.${rowKey} AS r FROM ${collection.table} c WHERE 1 = 0`, parameters: [] }
}

/** The items with one of the terms, by their assignments. */
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

/**
 * A SELECT of the items in a range of a field, by an index that also contains the columns `id` and `created_at`; null
 * without such an index. It compares live values and adds no items for their pending drafts, so it is only for lists
 * of the live view (`coveringOf`). Every item that it returns fulfils the predicates.
 */
export function coveringDriverOf(dialect: Dialect, extent: Extent, predicates: KeyPredicates): Driver | null {
  const [{ key }] = predicates
  if (key.of !== 'field' || !key.field.isFilterIndexed || !areBounds(predicates)) return null
  // The index begins with the status, so that the items of one status are one range of it.
  if (extent.statuses.length !== 1) return null
  return byField(dialect, extent, key.field, predicates, ['id', 'created_at'])
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
