import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import type { Dialect } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { Encoded, envelopeEnd, envelopeStart } from '../../platform/encoded.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { listDigest } from '../../platform/cursor.ts'
import { countThatFits } from '../../platform/paging.ts'
import { itemJson, storedBytes } from './item-json-store.ts'
import type { Selection } from './selection.ts'
import type { SortKey } from './sort.ts'
import type { View } from './view.ts'

/**
 * The parts of a page that a query returns: the finished response if no item exceeds its share of the bytes of a list;
 * otherwise the length of each item first, then the response with those that fit.
 */
export type PagePart = 'answer' | 'lengths' | 'fitting'

export interface PageSql {
  readonly limit: number
  readonly sql: (part: PagePart, limit: number) => string
  readonly parameters: readonly unknown[]
  /** whether the SQL gives the ids of the items too */
  readonly givesIds: boolean
  /** the digest of the list where it is a parameter of the answer, behind the others */
  readonly digest: string | null
}

const answerStart = `${envelopeStart}{"items":[`
export const emptyPage = Buffer.from(`${answerStart}]}${envelopeEnd}`)

/** marks an answer that omits items because one is too long; no JSON begins with it */
const tooLong = '!'

/**
 * Reads a page. Neither the response nor its data in the database is much longer than `limits.listBytes`: a page of
 * long items ends earlier, and its cursor continues there. Item lengths are those in the database, which can be shorter
 * than in JSON.
 */
export async function readPage({ db }: ReadContext, page: PageSql): Promise<Encoded> {
  const { limit, sql, parameters, digest, givesIds } = page
  const ofAnswer = digest === null ? parameters : [...parameters, digest]
  const answer = (await db.bytes(sql('answer', limit), ofAnswer)) ?? emptyPage
  if (answer[answerStart.length] !== tooLong.codePointAt(0)) return encoded(answer, givesIds)
  const rows = await db.rows<{ n: number }>(sql('lengths', limit), parameters)
  const fitting = countThatFits(rows.map(({ n }) => Number(n)))
  return encoded((await db.bytes(sql('fitting', fitting), ofAnswer)) ?? emptyPage, givesIds)
}

/** The answer without the ids behind it. */
function encoded(answer: Buffer, givesIds: boolean): Encoded {
  if (!givesIds) return new Encoded(answer, null)
  const end = answer.lastIndexOf('}') + 1
  const ids = answer.toString('latin1', end)
  return new Encoded(answer.subarray(0, end), null, ids === '' ? [] : ids.split(','))
}

const cursorAtEnd = /,"nextCursor":"[0-9A-F]+"\}\}$/

/** Whether nothing comes behind a page that was read. */
export function isLastPage({ enveloped }: Encoded): boolean {
  return !cursorAtEnd.test(enveloped.toString('latin1', Math.max(0, enveloped.length - limits.cursor - 50)))
}

/** A page without its cursor, and whether it had one. */
export function withoutCursor({ enveloped, ids }: Encoded): { page: Encoded; isCut: boolean } {
  const start = Math.max(0, enveloped.length - limits.cursor - 50)
  const end = enveloped.toString('latin1', start).search(cursorAtEnd)
  if (end === -1) return { page: new Encoded(enveloped, null, ids), isCut: false }
  const bytes = Buffer.concat([enveloped.subarray(0, start + end), Buffer.from(`}${envelopeEnd}`)])
  return { page: new Encoded(bytes, null, ids), isCut: true }
}

export interface Assembly {
  readonly collection: CollectionModel
  readonly view: View
  /** identifies the list in its cursors; null: the digest is the last parameter */
  readonly list: string | null
  /** each gives r, id, gap and k of one item more than the page holds, in order */
  readonly runs: readonly string[]
  readonly keyEncoding: SortKey['holds']
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly isTrash: boolean
  /** what the items show; all without it */
  readonly selection?: Selection | undefined
  /** id → name, of the taxonomies whose terms the items show; none without it */
  readonly taxonomies?: ReadonlyMap<string, string> | undefined
  /** whether the ids of the items follow the answer */
  readonly givesIds?: boolean
}

/**
 * Ranks on index entries alone, then reads only the rows of this page and joins their JSON: one value is returned, the
 * whole response with its cursor. The limits are part of the SQL text, because as parameters they cost SQLite half as
 * much again.
 */
export function assemble(dialect: Dialect, assembly: Assembly, part: PagePart): string {
  const { collection, view, runs, order, limit, isTrash, selection, taxonomies, givesIds } = assembly
  const sort = `gap, k ${order}, id ${order}`
  const json = itemJson(dialect, collection, view, { isTrash, selection, taxonomies })
  const stored = storedBytes(collection, view)
  const rows = {
    columns: 'p.gap AS gap, p.k AS k, p.id AS id',
    json,
    stored,
    from: `(SELECT * FROM page${dialect.inOrder(sort)} LIMIT ${limit}) p ${dialect.orderedJoin} ${collection.table} c ON c.${dialect.rowKey} = p.r`,
  }
  const page = pageTable(runs, sort, limit)
  if (part === 'lengths')
    return `WITH ${page} SELECT ${dialect.bytesOf(json, stored)} AS n FROM ${rows.from}${dialect.inOrder(`p.gap, p.k ${order}, p.id ${order}`)}`
  const joined = dialect.joinRows('j', sort)
  const most = Math.floor(limits.listBytes / limit)
  const body =
    part === 'fitting'
      ? `(SELECT ${joined} FROM (SELECT ${rows.columns}, ${json} AS j FROM ${rows.from}) i)`
      : `(SELECT CASE WHEN max(n) > ${most} THEN '${tooLong}' ELSE ${joined} END FROM (${dialect.cappedRows(rows, most)}) i)`
  const next = `CASE WHEN (SELECT count(*) FROM page) > ${limit} THEN (SELECT ${nextCursor(dialect, assembly)} FROM page${dialect.inOrder(sort)} LIMIT 1 OFFSET ${limit - 1}) END`
  const ids = `(SELECT ${dialect.joinRows('s.id', `s.gap, s.k ${order}, s.id ${order}`)} FROM (SELECT * FROM page${dialect.inOrder(sort)} LIMIT ${limit}) s)`
  const answer = `format('${answerStart}%s]%s}${envelopeEnd}${givesIds === true ? '%s' : ''}', ${body}, ${next}${givesIds === true ? `, ${ids}` : ''})`
  return `WITH ${page} SELECT ${dialect.asBytes(answer)} AS answer`
}

/** The member of the response with the cursor after a row of the page; see `encodeCursor`. */
function nextCursor(dialect: Dialect, { list, keyEncoding }: Assembly): string {
  const key = `CASE WHEN k IS NULL THEN 'null' ELSE ${dialect.toJson(keyEncoding, 'k')} END`
  const digest = list === null ? `${textParameter} || ' '` : `'${listDigest(list)} '`
  return `',"nextCursor":"' || ${dialect.hex(`${digest} || id || ' ' || ${key}`)} || '"'`
}

/** The page as a CTE. Several runs are joined by UNION ALL first, so that they are sorted once. */
function pageTable(runs: readonly string[], sort: string, limit: number): string {
  const [only] = runs
  if (runs.length === 1) return `page AS MATERIALIZED (${only})`
  const all = runs.map((run) => `SELECT * FROM (${run}) s`).join(' UNION ALL ')
  return `runs AS MATERIALIZED (${all}), page AS MATERIALIZED (SELECT * FROM runs ORDER BY ${sort} LIMIT ${limit + 1})`
}
