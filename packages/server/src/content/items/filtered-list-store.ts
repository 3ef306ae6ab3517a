import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { Dialect } from '../../platform/database/database.ts'
import type { Encoded } from '../../platform/encoded.ts'
import { listDigest, type Position } from '../../platform/cursor.ts'
import { type Condition, conditionOf } from '../where/condition-store.ts'
import { isConjunction } from '../where/anchor-store.ts'
import { coveringDriverOf, driverOf } from '../where/driver-store.ts'
import type { Driver, Extent } from '../where/index-driver-store.ts'
import { predicatesByKey } from '../where/key-predicates.ts'
import { tooWide } from '../where/too-wide.ts'
import { requiredPredicates } from '../where/where.ts'
import { countRows, mostCounted, type Total } from './count-store.ts'
import { anchorOfList, countAnchored, isByTime, readAnchored } from './anchored-list-store.ts'
import { countExamined, isExamined, readExamined } from './examined-list-store.ts'
import { isLastPage } from './page-store.ts'
import { countWalked, readWalked } from './walked-list-store.ts'
import { readMergedPage, type MergedSelects } from './merged-page-store.ts'
import type { FilteredRequest } from './scan-store.ts'
import { foundSql, foundParameters } from './found-store.ts'
import { firstOfGroup, isGrouped } from './group-condition-store.ts'

/**
 * A filtered list is read in one of these ways. A driver is a SELECT that finds the items of one predicate by an index,
 * in any order: few items are sorted. An anchor is an index that has the items of one predicate in the order of the
 * list (`anchored-list-store.ts`). A walk examines the items of the list in its order and gives those that fulfil the
 * filter (`walked-list-store.ts`). Lists with a fallback locale, or with one item of each translation group, are
 * examined item by item instead (`examined-list-store.ts`).
 */

interface PageStart {
  /** identifies the list in its cursors */
  readonly name: string
  readonly position: Position | undefined
}

/**
 * A page of a filtered list. If an index finds few items, these are sorted. Otherwise the items are read in the
 * order of the list until the page is full; a list that would read too many is refused, because its cost would grow
 * with the collection.
 */
export async function readFiltered(
  context: ReadContext,
  request: FilteredRequest,
  started: PageStart,
): Promise<Encoded> {
  if (isExamined(request)) return readExaminedFiltered(context, request, started)
  const { dialect } = context.services.database
  // The indexes of this filter found too many items when it was last read, or one has exactly its items in the
  // order of the list.
  const triesOrderFirst =
    walkedLists(request.collection).has(listDigest(request.where.name)) ||
    anchorOfList(dialect, request)?.isAll === true
  const first = triesOrderFirst ? await readInOrder(context, request, started) : null
  if (first !== null) return first
  return readByIndexes(context, request, started, triesOrderFirst)
}

/** Reads a page by the indexes of its filter if they find few items, or else in the order of the list. */
async function readByIndexes(
  context: ReadContext,
  request: FilteredRequest,
  started: PageStart,
  wasOrderTried: boolean,
): Promise<Encoded> {
  const { dialect } = context.services.database
  const walked = walkedLists(request.collection)
  const filter = listDigest(request.where.name)
  const drivers = driversOf(dialect, request)
  const few = await findSmallestDriver(context, drivers, limits.foundItems)
  if (few !== null) return readFound(context, request, { ...started, driver: few })
  // Added again below if the order of the list serves this filter.
  walked.delete(filter)
  const inOrder = wasOrderTried ? null : await readInOrder(context, request, started)
  if (inOrder !== null) {
    // A last page was read to the end of the list: next time an index may find these items with less work.
    if (!isLastPage(inOrder)) walked.add(filter)
    return inOrder
  }
  const driver = await findSmallestDriver(context, drivers, request.budget)
  if (driver !== null) return readFound(context, request, { ...started, driver })
  throw tooWide(request.where.group, {
    budget: request.budget,
    hasListIndex: isByTime(request),
    isIndexed: (predicate) => driverOf(dialect, extentOf(request), [predicate]) !== null,
  })
}

/**
 * Reads a page of a filtered list with a fallback locale, or with one item of each translation group. Such a list is
 * never refused; its pages end early instead.
 */
async function readExaminedFiltered(
  context: ReadContext,
  request: FilteredRequest,
  started: PageStart,
): Promise<Encoded> {
  const drivers = driversOf(context.services.database.dialect, request)
  const few = await findSmallestDriver(context, drivers, limits.foundItems)
  if (few !== null) return readFound(context, request, { ...started, driver: few })
  // Few items are examined first, then an index that finds more of them is tried, and the whole budget last.
  const budget = Math.min(request.budget, limits.foundItems)
  const { page, isFull } = await readExamined(context, { ...request, budget }, started)
  if (isFull) return page
  const driver = await findSmallestDriver(context, drivers, request.budget)
  if (driver !== null) return readFound(context, request, { ...started, driver })
  return (await readExamined(context, request, started)).page
}

/** The page, found by examining items in the order of the list; null if too many would have to be examined. */
async function readInOrder(
  context: ReadContext,
  request: FilteredRequest,
  started: PageStart,
): Promise<Encoded | null> {
  return (await readAnchored(context, request, started)) ?? (await readWalked(context, request, started))
}

/**
 * Digests of the filters whose page was found by examining the items in order when it was last read: for these the
 * indexes are not tried first. If two filters have the same digest, only time is lost.
 */
const walkedFilters = new WeakMap<CollectionModel, Set<string>>()
const maxWalked = 1000

function walkedLists(collection: CollectionModel): Set<string> {
  const known = walkedFilters.get(collection) ?? new Set()
  if (known.size > maxWalked) known.clear()
  walkedFilters.set(collection, known)
  return known
}

function driversOf(dialect: Dialect, request: FilteredRequest): Driver[] {
  const extent = extentOf(request)
  const sought = predicatesByKey(requiredPredicates(request.where.group))
  return sought.flatMap((one) => driverOf(dialect, extent, one) ?? [])
}

function extentOf(request: FilteredRequest): Extent {
  const { locale, fallback, view } = request
  return { ...request, isLatest: view === 'latest', locale: fallback === undefined ? locale : undefined }
}

/** indexes whose items are counted to choose one */
const maxDrivers = 4

/** The SELECT of the index that finds the fewest items; null if each finds more than `most`. */
async function findSmallestDriver(
  { db }: ReadContext,
  drivers: readonly Driver[],
  most: number,
): Promise<Condition | null> {
  let best: { driver: Driver; count: number } | null = null
  // Each index is counted only up to the number that the best one has found so far.
  for (const driver of drivers.slice(0, maxDrivers)) {
    const limit: number = best === null ? most + 1 : best.count
    const [row] = await db.rows<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT f.r FROM (${driver.sql(limit)}) f LIMIT ${limit}) g`,
      driver.parameters,
    )
    const count = Number(row?.n)
    if (count < limit) best = { driver, count }
    if (count === 0) break
  }
  if (best === null) return null
  // Twice as many as were counted: items may have been added since.
  return { sql: best.driver.sql(2 * most), parameters: best.driver.parameters }
}

async function readFound(
  context: ReadContext,
  request: FilteredRequest,
  { name, position, driver }: PageStart & { driver: Condition },
): Promise<Encoded> {
  const covering = coveringOf(context, request)
  const { selects, parameters } =
    covering === null
      ? foundSelects(context, request, { driver, position })
      : coveredSelects(request, { driver: covering, position })
  return readMergedPage(context, request, { name, parameters, selects })
}

function foundSelects(
  { services }: ReadContext,
  request: FilteredRequest,
  { driver, position }: { driver: Condition; position: Position | undefined },
): Pick<MergedSelects, 'selects' | 'parameters'> {
  const { dialect } = services.database
  const condition = conditionOf(dialect, request.where.group, request.view === 'latest')
  const found = foundParameters(dialect, request, position)
  const first = isGrouped(request) ? firstOfGroup(dialect, request) : null
  return {
    parameters: [...driver.parameters, ...found, ...condition.parameters, ...(first?.parameters ?? [])],
    selects: (limit) => [foundSql(dialect, request, { driver, condition, first, position, limit })],
  }
}

/**
 * A driver whose index has all columns of the list's order, so that the rows of items are read only for the page.
 * Null unless the list is in the order of creation, and its filter is one predicate or one range with such an
 * index.
 */
function coveringOf({ services }: ReadContext, request: FilteredRequest): Condition | null {
  const { where } = request
  const [only, ...others] = predicatesByKey(requiredPredicates(where.group))
  if (isExamined(request) || !isByTime(request)) return null
  if (only === undefined || others.length > 0 || !isConjunction(where.group)) return null
  const driver = coveringDriverOf(services.database.dialect, { ...request, isLatest: false }, only)
  if (driver === null) return null
  // The limit keeps an engine from reading the items in their order instead, one by one.
  const most = request.budget + 1
  return { sql: `${driver.sql(most)} LIMIT ${most}`, parameters: driver.parameters }
}

function coveredSelects(
  { order }: FilteredRequest,
  { driver, position }: { driver: Condition; position: Position | undefined },
): Pick<MergedSelects, 'selects' | 'parameters'> {
  const beyond =
    position === undefined ? '' : ` WHERE (f.created_at, f.id) ${order === 'asc' ? '>' : '<'} (?, ?)`
  return {
    parameters: [...driver.parameters, ...(position === undefined ? [] : [position.key, position.id])],
    selects: (limit) => [
      `SELECT f.r AS r, f.id AS id, 0 AS gap, f.created_at AS k FROM (${driver.sql}) f${beyond} ORDER BY k ${order}, id ${order} LIMIT ${limit + 1}`,
    ],
  }
}

/** How many items a filtered list has. The ways to find them are tried in the same order as for its pages. */
export async function countFiltered(context: ReadContext, request: FilteredRequest): Promise<Total> {
  const { dialect } = context.services.database
  const drivers = driversOf(dialect, request)
  const few = await findSmallestDriver(context, drivers, limits.foundItems)
  if (few !== null) return countFound(context, request, few)
  if (isExamined(request)) return countExaminedFiltered(context, request, drivers)
  // `isExact`: all items were examined, or the count is at its limit.
  const anchored = await countAnchored(context, request)
  if (anchored?.isExact === true) return anchored.total
  const walked = await countWalked(context, request)
  if (walked.isExact) return walked.total
  const driver = await findSmallestDriver(context, drivers, request.budget)
  if (driver !== null) return countFound(context, request, driver)
  return { count: Math.max(walked.total.count, anchored?.total.count ?? 0), isCapped: true }
}

async function countExaminedFiltered(
  context: ReadContext,
  request: FilteredRequest,
  drivers: readonly Driver[],
): Promise<Total> {
  const total = await countExamined(context, request)
  if (!total.isCapped || total.count === limits.counted) return total
  const driver = await findSmallestDriver(context, drivers, request.budget)
  return driver === null ? total : countFound(context, request, driver)
}

async function countFound(context: ReadContext, request: FilteredRequest, driver: Condition): Promise<Total> {
  const { selects, parameters } = foundSelects(context, request, { driver, position: undefined })
  return countRows(context, selects(mostCounted), parameters)
}
