import type { ItemStatus } from '@octavo/contract/operations/item-shapes'
import type { Dialect } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import type { FillTerms } from '../media/completing.ts'
import { type CollectionModel, type FieldModel, quote } from '../../core/model/model.ts'
import type { Position } from '../../platform/cursor.ts'
import { latestSlug, latestTitle, liveTitle } from '../../core/model/title-store.ts'
import type { Filter } from '../where/where.ts'
import { type FixedColumn, type Run, runParameters, runSql } from './run-store.ts'
import type { Selection } from './selection.ts'
import type { SortKey } from './sort.ts'
import type { View } from './view.ts'

export interface ListRequest {
  readonly collection: CollectionModel
  readonly view: View
  readonly key: SortKey
  readonly order: 'asc' | 'desc'
  /** the statuses to list; an empty list gives an empty page */
  readonly statuses: readonly ItemStatus[]
  readonly locale: string | undefined
  /** the locale whose items are shown where there is no translation in `locale`; undefined where none are */
  readonly fallback: string | undefined
  /**
   * the locales in the order in which they decide which item of a translation group is listed; undefined where all
   * items are
   */
  readonly preferred: readonly string[] | undefined
  /** text in the title or the slug, ignoring case; none for all items */
  readonly words: readonly string[]
  /** none for all items */
  readonly where: Filter | undefined
  readonly hasPendingDraft: boolean | undefined
  /** the members that the items show; undefined for all */
  readonly selection: Selection | undefined
  /** converts the ids of terms to the terms that items show; undefined if they show no terms */
  readonly fillTerms: FillTerms | undefined
  /** fields with the id of an item, whose values are returned besides the answer */
  readonly linkedBy: readonly FieldModel[]
  /** whether the ids of the items are needed besides the answer */
  readonly givesIds: boolean
  /** only these items, in this order */
  readonly ids: readonly string[] | undefined
  /** whether the answer says how many items there are */
  readonly isCounted: boolean
  readonly limit: number
  readonly cursor: string | undefined
  /** limit of items that are read one by one to apply a filter */
  readonly budget: number
}

/** A list with a filter. */
export interface FilteredRequest extends ListRequest {
  readonly where: Filter
}

/**
 * The items that one SELECT reads from an index: those of one status (null: any) and locale (undefined: any). The
 * items with a sort key and those without one are separate scans.
 */
export interface Scan {
  readonly status: ItemStatus | null
  readonly locale: string | undefined
  /** whether the items of the scan have no sort key; they come last in both orders */
  readonly isGap: boolean
  /** the position after which it begins; null for the beginning */
  readonly start: Position | null
}

/** the number of statuses that items outside the trash can have */
const allStatuses = 3

/**
 * The scans of a list. A caller who sees only some locales has a scan for each, because an index has the items of one
 * locale in order.
 */
export function scansFor(request: ListRequest, position: Position | undefined): Scan[] {
  const { key, statuses } = request
  const locales = localesOf(request)
  // An index of the key alone has the items of all statuses and locales in order.
  const isOneRun = statuses.length === allStatuses && locales[0] === undefined && key.hasIndexOfItsOwn
  if (isOneRun) return [{ status: null, locale: undefined, isGap: false, start: position ?? null }]
  return locales.flatMap((locale) =>
    statuses.flatMap((status) => scansOf(request, { status, locale }, position)),
  )
}

/** The limit of items that one scan examines, so that the scans of all locales together stay within the budget. */
export function budgetOfScan(request: ListRequest): number {
  return Math.floor(request.budget / localesOf(request).length)
}

function localesOf({ locale, collection }: ListRequest): readonly [string | undefined, ...string[]] {
  const [first, ...others] = locale === undefined ? (collection.locales ?? []) : [locale]
  return [first, ...others]
}

function scansOf(
  { key }: ListRequest,
  of: { readonly status: ItemStatus; readonly locale: string | undefined },
  position: Position | undefined,
): Scan[] {
  const { values, gaps } = key.phases(of.status)
  const isAmongGaps = position !== undefined && position.key === null
  return [
    ...(values && !isAmongGaps ? [{ ...of, isGap: false, start: position ?? null }] : []),
    ...(gaps ? [{ ...of, isGap: true, start: isAmongGaps ? position : null }] : []),
  ]
}

export interface ScanForm {
  /** maximum number of items */
  readonly limit: number
  /** is put before the names r, gap and k, because fields can have these names */
  readonly prefix?: string
  /** further columns of the row */
  readonly columns?: readonly string[]
  /** a further fixed column, if there is an index for it */
  readonly anchor?: FixedColumn
  /** the number of rows to skip */
  readonly offset?: number
}

/**
 * A SELECT of the first items of a scan. Its columns are r, the key of the row; id; gap, which is 1 for an item
 * without a sort key; and k, the sort key.
 */
export function scanSql(
  dialect: Dialect,
  request: ListRequest,
  scan: Scan,
  { limit, prefix = '', columns = [], offset = 0, anchor }: ScanForm,
): string {
  const { collection, key, order } = request
  const { locale } = scan
  const { expression } = key
  const run = runSql(dialect, runOf(request, scan, anchor))
  const conditions = [
    'c.deleted_at IS NULL',
    `${expression} IS ${scan.isGap ? '' : 'NOT '}NULL`,
    ...run.conditions,
    ...filterConditions(dialect, request),
  ]
  const sort = run.sort.map((one) => `${one} ${order}`).join(', ')
  // NULL with the type of the sort key, because scans with and without a key are joined by UNION ALL.
  const value = scan.isGap ? `CASE WHEN 1 = 1 THEN NULL ELSE ${expression} END` : expression
  // `rows` leaves out the locales that the caller may not see, which is not needed within a locale that they see.
  const rows = locale === undefined ? collection.rows : collection.table
  const more = columns.map((column) => `, c.${quote(column)}`).join('')
  const skip = offset === 0 ? '' : ` OFFSET ${offset}`
  return `SELECT c.${dialect.rowKey} AS ${prefix}r, c.id AS id, ${scan.isGap ? 1 : 0} AS ${prefix}gap, ${value} AS ${prefix}k${more} FROM ${rows} c WHERE ${conditions.join(' AND ')} ORDER BY ${sort} LIMIT ${limit}${skip}`
}

/** Conditions without an index, which are checked for each row of a scan. */
export function filterConditions(
  dialect: Dialect,
  { collection, view, words, hasPendingDraft }: ListRequest,
): string[] {
  const isLatest = view === 'latest'
  const names = isLatest ? [latestTitle(dialect, collection), latestSlug] : [liveTitle(collection), 'c.slug']
  return [
    ...(hasPendingDraft === undefined ? [] : [`c.draft_revision_id IS ${hasPendingDraft ? 'NOT ' : ''}NULL`]),
    ...words.map(() => `(${names.map((name) => dialect.containsInAnyCase(name)).join(' OR ')})`),
  ]
}

/** The parameters of `filterConditions`. */
export function filterParameters(dialect: Dialect, { words }: ListRequest): unknown[] {
  return words.flatMap((word) => {
    const pattern = dialect.anyCasePattern(word)
    return [pattern, pattern]
  })
}

function runOf(
  { key, order }: ListRequest,
  { status, locale, isGap, start }: Scan,
  anchor?: FixedColumn,
): Run {
  const fixed: FixedColumn[] = [
    ...(locale === undefined ? [] : [{ column: 'c.locale', value: textParameter, parameters: [locale] }]),
    ...(status === null ? [] : [{ column: 'c.status', value: `'${status}'`, parameters: [] }]),
    ...(anchor === undefined ? [] : [anchor]),
  ]
  // The items of a gap have no key, so their order is that of the ids; with the key in ORDER BY an engine could sort
  // all these rows.
  if (isGap) {
    const values = [textParameter]
    return { fixed, keys: ['c.id'], order, after: start && { values, parameters: [start.id] } }
  }
  const after = start && { values: ['?', '?'], parameters: [start.key, start.id] }
  // A rival is an index that PostgreSQL could read instead of that of the run (`runSql`): here that of a key over all
  // statuses, or that of a status over all locales.
  return {
    fixed,
    keys: [key.expression, 'c.id'],
    order,
    after,
    hasRival: status !== null && (key.hasIndexOfItsOwn || locale !== undefined),
  }
}

/** The parameters of `scanSql`. */
export function scanParameters(
  dialect: Dialect,
  request: ListRequest,
  scan: Scan,
  anchor?: FixedColumn,
): unknown[] {
  return [...runParameters(runOf(request, scan, anchor)), ...filterParameters(dialect, request)]
}
