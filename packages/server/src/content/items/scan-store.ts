import type { ItemStatus } from '@octavo/contract/operations/item-shapes'
import type { Dialect } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import type { FillTerms } from '../media/completing.ts'
import { type CollectionModel, type FieldModel, quote } from '../../core/model/model.ts'
import type { Position } from '../../platform/cursor.ts'
import { latestSlug, latestTitle, liveTitle } from '../../core/model/title-store.ts'
import type { Filter } from '../where/where.ts'
import { type Held, type Run, runParameters, runSql } from './run-store.ts'
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
  /** text in the title or the slug, ignoring case; none for all items */
  readonly words: readonly string[]
  /** none for all items */
  readonly where: Filter | undefined
  readonly hasPendingDraft: boolean | undefined
  /** what the items show; all without it */
  readonly selection: Selection | undefined
  /** converts the ids of terms to the terms that items show; without it they show none */
  readonly fillTerms: FillTerms | undefined
  /** fields with the id of an item, which follow the answer */
  readonly linkedBy: readonly FieldModel[]
  /** whether the ids of the items are needed besides the answer */
  readonly givesIds: boolean
  /** only these items, in this order */
  readonly ids: readonly string[] | undefined
  /** whether the answer says how many items there are */
  readonly isCounted: boolean
  readonly limit: number
  readonly cursor: string | undefined
  /** the ETag of the list; null without one */
  readonly tag: string | null
  /** limit of items that are read one by one to apply a filter */
  readonly budget: number
}

/** A list with a filter. */
export interface FilteredRequest extends ListRequest {
  readonly where: Filter
}

/**
 * One run over an index: the items of one status (null: of any) and locale (undefined: of any) that have a key, or those that
 * have none.
 */
export interface Scan {
  readonly status: ItemStatus | null
  readonly locale: string | undefined
  readonly isGap: boolean
  /** the position after which it begins; null for the beginning */
  readonly beyond: Position | null
}

const allStatuses = 3

/** A caller who sees some locales has a run for each, because an index has the items of one locale in order. */
export function scansFor(request: ListRequest, position: Position | undefined): Scan[] {
  const { key, statuses } = request
  const locales = localesOf(request)
  const isOneRun = statuses.length === allStatuses && locales[0] === undefined && key.hasIndexOfItsOwn
  if (isOneRun) return [{ status: null, locale: undefined, isGap: false, beyond: position ?? null }]
  return locales.flatMap((locale) =>
    statuses.flatMap((status) => scansOf(request, { status, locale }, position)),
  )
}

/** The limit of items that one run examines, so that the runs of all locales together stay within the limit. */
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
    ...(values && !isAmongGaps ? [{ ...of, isGap: false, beyond: position ?? null }] : []),
    ...(gaps ? [{ ...of, isGap: true, beyond: isAmongGaps ? position : null }] : []),
  ]
}

export interface ScanForm {
  /** maximum number of items */
  readonly limit: number
  /** before the names r, gap and k, which fields can have too */
  readonly prefix?: string
  /** further columns of the row */
  readonly columns?: readonly string[]
  /** a further condition for which there is an index */
  readonly anchor?: Held
  /** only the row at this position in the order */
  readonly offset?: number
}

/** A SELECT of the first items of a scan: r, id, gap, k. */
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
  const value = scan.isGap ? `CASE WHEN 1 = 1 THEN NULL ELSE ${expression} END` : expression
  // The caller sees all items of this locale.
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
    ...words.map(() => `(${names.map((name) => dialect.holdsPart(name)).join(' OR ')})`),
  ]
}

/** The parameters of `filterConditions`. */
export function filterParameters(dialect: Dialect, { words }: ListRequest): unknown[] {
  return words.flatMap((word) => {
    const pattern = dialect.partPattern(word)
    return [pattern, pattern]
  })
}

function runOf({ key, order }: ListRequest, { status, locale, isGap, beyond }: Scan, anchor?: Held): Run {
  const held: Held[] = [
    ...(locale === undefined ? [] : [{ column: 'c.locale', value: textParameter, parameters: [locale] }]),
    ...(status === null ? [] : [{ column: 'c.status', value: `'${status}'`, parameters: [] }]),
    ...(anchor === undefined ? [] : [anchor]),
  ]
  // If all keys are equal, the order is that of the ids; with the key in ORDER BY an engine could sort all these rows.
  if (isGap) {
    const values = [textParameter]
    return { held, keys: ['c.id'], order, behind: beyond && { values, parameters: [beyond.id] } }
  }
  const behind = beyond && { values: ['?', '?'], parameters: [beyond.key, beyond.id] }
  return {
    held,
    keys: [key.expression, 'c.id'],
    order,
    behind,
    hasRival: status !== null && (key.hasIndexOfItsOwn || locale !== undefined),
  }
}

/** The parameters of `scanSql`. */
export function scanParameters(dialect: Dialect, request: ListRequest, scan: Scan, anchor?: Held): unknown[] {
  return [...runParameters(runOf(request, scan, anchor)), ...filterParameters(dialect, request)]
}
