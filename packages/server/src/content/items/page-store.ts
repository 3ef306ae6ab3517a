import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { type Dialect, tooLong } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { Encoded, envelopeEnd, envelopeStart } from '../../platform/encoded.ts'
import { type CollectionModel, type FieldModel, quote } from '../../core/model/model.ts'
import { listDigest } from '../../platform/cursor.ts'
import { countThatFits } from '../../platform/paging.ts'
import { itemJson, storedBytes } from './item-json-store.ts'
import type { Selection } from './selection.ts'
import type { SortKey } from './sort.ts'
import type { View } from './view.ts'

/**
 * The parts of a page that a query returns: the finished response if no item exceeds its share of the bytes of a
 * list; otherwise the length of each item first, then the response with those that fit.
 */
export type PagePart = 'answer' | 'lengths' | 'fitting'

export interface PageSql {
  readonly limit: number
  readonly sql: (part: PagePart, limit: number) => string
  readonly parameters: readonly unknown[]
  /** whether the SQL gives the ids of the items too */
  readonly givesIds: boolean
  /** fields with the id of an item, whose values the SQL returns after the ids */
  readonly linkedBy: readonly FieldModel[]
  /** the digest of the list, if it is the last parameter */
  readonly digest: string | null
}

const answerStart = `${envelopeStart}{"items":[`
export const emptyPage = Buffer.from(`${answerStart}]}${envelopeEnd}`)

/**
 * Reads a page. Neither the response nor its data in the database is much longer than `limits.listBytes`: a page of
 * long items ends earlier, and its cursor continues there. Item lengths are those in the database, which can be
 * shorter than in JSON.
 */
export async function readPage({ db }: ReadContext, page: PageSql): Promise<Encoded> {
  const { limit, sql, parameters, digest } = page
  const ofAnswer = digest === null ? parameters : [...parameters, digest]
  const answer = await db.bytes(sql('answer', limit), ofAnswer)
  // In place of an item that is longer than its share the answer has a mark, and is not used.
  if (answer !== null && answer[answerStart.length] !== tooLong.codePointAt(0)) return encoded(answer, page)
  const rows = await db.rows<{ n: number }>(sql('lengths', limit), parameters)
  const fitting = countThatFits(rows.map(({ n }) => Number(n)))
  return encoded((await db.bytes(sql('fitting', fitting), ofAnswer)) ?? emptyPage, page)
}

/** Separates the answer from the ids after it: those of the items, then those of each field. */
function encoded(answer: Buffer, { givesIds, linkedBy }: PageSql): Encoded {
  if (!givesIds) return new Encoded(answer, null)
  const end = answer.lastIndexOf('}') + 1
  const [ids = [], ...others] = answer.toString('latin1', end).split(';').map(idsIn)
  const linked = new Map(linkedBy.map(({ slug }, index) => [slug, others[index] ?? []]))
  return new Encoded(answer.subarray(0, end), null, { ids, linked })
}

function idsIn(text: string): string[] {
  return text === '' ? [] : text.split(',')
}

/** more characters than the end of an answer has besides its cursor */
const aroundCursor = 50
const cursorAtEnd = /,"nextCursor":"([0-9A-F]+)"\}\}$/

/** Whether a page is the last one. */
export function isLastPage(page: Encoded): boolean {
  return cursorOf(page) === null
}

/**
 * The cursor of a page; null on the last one. It is the last member until a total is added, so only the end of the
 * answer is read.
 */
export function cursorOf({ enveloped }: Encoded): string | null {
  const end = enveloped.toString('latin1', Math.max(0, enveloped.length - limits.cursor - aroundCursor))
  return cursorAtEnd.exec(end)?.[1] ?? null
}

/** A page without its cursor, and whether it had one. */
export function withoutCursor(whole: Encoded): { page: Encoded; isCut: boolean } {
  const { enveloped, ids, linked } = whole
  const cursor = cursorOf(whole)
  if (cursor === null) return { page: new Encoded(enveloped, null, { ids, linked }), isCut: false }
  const length = enveloped.length - `,"nextCursor":"${cursor}"}${envelopeEnd}`.length
  const bytes = Buffer.concat([enveloped.subarray(0, length), Buffer.from(`}${envelopeEnd}`)])
  return { page: new Encoded(bytes, null, { ids, linked }), isCut: true }
}

export interface Assembly {
  readonly collection: CollectionModel
  readonly view: View
  /** identifies the list in its cursors; null: the digest is the last parameter */
  readonly list: string | null
  /** each gives r, id, gap and k of one item more than the page holds, in order */
  readonly selects: readonly string[]
  readonly keyEncoding: SortKey['holds']
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly isTrash: boolean
  /** the members that the items show; undefined for all */
  readonly selection?: Selection | undefined
  /** whether the items show their terms */
  readonly hasTerms?: boolean
  /** whether the ids of the items follow the answer */
  readonly givesIds?: boolean
  /** fields with the id of an item, whose values follow the ids of the items */
  readonly linkedBy?: readonly FieldModel[]
}

/**
 * Ranks on index entries alone, then reads only the rows of this page and joins their JSON: one value is returned,
 * the whole response with its cursor. The limits are part of the SQL text, because SQLite takes half as long again if
 * they are parameters.
 */
export function assemble(dialect: Dialect, assembly: Assembly, part: PagePart): string {
  const {
    collection,
    view,
    selects,
    order,
    limit,
    isTrash,
    selection,
    hasTerms,
    givesIds,
    linkedBy = [],
  } = assembly
  const sort = sortOf(order)
  const json = itemJson(dialect, collection, view, { isTrash, selection, hasTerms })
  const stored = storedBytes(collection, view)
  const page = pageTable(selects, sort(''), limit)
  const { table } = collection
  if (part === 'lengths') {
    const rows = `(SELECT * FROM page${dialect.inOrder(sort(''))} LIMIT ${limit}) p ${dialect.orderedJoin} ${table} c ON c.${dialect.rowKey} = p.r`
    return `WITH ${page} SELECT ${dialect.bytesOf(json, stored)} AS n FROM ${rows}${dialect.inOrder(sort('p.'))}`
  }
  const next = cursorOfPage(dialect, assembly, sort(''))
  const ids = givesIds === true ? [idList(dialect, assembly)] : []
  const answer = dialect.answerWithRows({
    page: { table, limit, sort },
    row: { json, stored },
    // The bytes of one item; those that fit together are not checked again.
    most: part === 'fitting' ? null : Math.floor(limits.listBytes / limit),
    start: answerStart,
    end: { template: `]%s}${envelopeEnd}${ids.map(() => '%s').join('')}`, values: [next, ...ids] },
    lists: givesIds === true ? linkedBy.map(({ slug }) => `c.${quote(slug)}`) : [],
  })
  return `WITH ${page} ${answer}`
}

/** The columns that a page is sorted by, each with a prefix. */
function sortOf(order: Assembly['order']): (prefix: string) => string {
  return (prefix) => `${prefix}gap, ${prefix}k ${order}, ${prefix}id ${order}`
}

/** SQL for the ids of the items, which follow the answer. */
function idList(dialect: Dialect, { order, limit }: Assembly): string {
  const sort = sortOf(order)
  const page = `(SELECT * FROM page${dialect.inOrder(sort(''))} LIMIT ${limit}) s`
  return `(SELECT ${dialect.joinRows('s.id', sort('s.'))} FROM ${page})`
}

/** The member of the response with the cursor after its last row, where there are more. */
function cursorOfPage(dialect: Dialect, assembly: Assembly, sort: string): string {
  const { limit } = assembly
  return `CASE WHEN (SELECT count(*) FROM page) > ${limit} THEN (SELECT ${nextCursor(dialect, assembly)} FROM page${dialect.inOrder(sort)} LIMIT 1 OFFSET ${limit - 1}) END`
}

/** The member of the response with the cursor after a row of the page; see `encodeCursor`. */
function nextCursor(dialect: Dialect, { list, keyEncoding }: Assembly): string {
  const key = `CASE WHEN k IS NULL THEN 'null' ELSE ${dialect.toJson(keyEncoding, 'k')} END`
  const digest = list === null ? `${textParameter} || ' '` : `'${listDigest(list)} '`
  return `',"nextCursor":"' || ${dialect.hex(`${digest} || id || ' ' || ${key}`)} || '"'`
}

/** The page as a CTE. Several SELECTs are joined by UNION ALL first, so that their rows are sorted once. */
function pageTable(selects: readonly string[], sort: string, limit: number): string {
  const [only] = selects
  if (selects.length === 1) return `page AS MATERIALIZED (${only})`
  const all = selects.map((select) => `SELECT * FROM (${select}) s`).join(' UNION ALL ')
  return `runs AS MATERIALIZED (${all}), page AS MATERIALIZED (SELECT * FROM runs ORDER BY ${sort} LIMIT ${limit + 1})`
}
