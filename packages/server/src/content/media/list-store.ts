import { foldCase } from '@octavo/contract/fold-case'
import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { isUsedLive } from './live-use-store.ts'
import { columns, type MediaRow } from './store.ts'

/** What a list is narrowed to. */
export interface MediaConditions {
  readonly mimeType?: string | undefined
  readonly q?: string | undefined
  readonly folder?: string | undefined
  /** with the folders below it */
  readonly subfolders?: boolean | undefined
  readonly tag?: string | undefined
  readonly withoutAlt?: boolean | undefined
}

export interface MediaFilter extends MediaConditions {
  /** the position at which the previous page ended */
  readonly after: { readonly createdAt: string; readonly id: string } | undefined
  readonly limit: number
}

/** Some of a list, and the position behind which it goes on before it is full; null where it does not. */
export interface ListedMedia {
  readonly rows: readonly MediaRow[]
  readonly cutAfter: MediaFilter['after'] | null
}

/**
 * Ready records, newest first. Where an index finds many others besides those that are asked for, a page looks at a number of
 * records, and then the list goes on behind these: for callers who see only what visitors see, for tags with further
 * conditions, and for folders with those below them.
 */
export async function listMedia(context: ReadContext, filter: MediaFilter): Promise<ListedMedia> {
  const { db, caller } = context
  const { limit, tag, subfolders } = filter
  const isLive = caller.isLiveOnly === true
  const source = sourceOf(context, filter)
  const others = [...(isLive ? [condition(isUsedLive(context))] : []), ...otherConditions(filter)]
  const isCut = isLive || tag !== undefined || subfolders === true
  const looked = isCut ? `(SELECT m.* ${inOrder(source)} LIMIT ${limits.scannedMedia}) m` : source.from
  const conditions = isCut ? others : [...source.conditions, ...others]
  const rows = await db.rows<MediaRow>(
    `SELECT ${columns} FROM ${looked} JOIN files f ON f.storage_key = m.file_key ${whereOf(conditions)}
     ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit}`,
    parametersOf([...source.conditions, ...others]),
  )
  if (!isCut || rows.length === limit) return { rows, cutAfter: null }
  const [last, next] = await db.rows<{ createdAt: string; id: string }>(
    `SELECT m.created_at AS "createdAt", m.id AS id ${inOrder(source)} LIMIT 2 OFFSET ${limits.scannedMedia - 1}`,
    parametersOf(source.conditions),
  )
  return { rows, cutAfter: last === undefined || next === undefined ? null : last }
}

/** One of the records that a list looks at. */
export type ScannedMedia = Pick<MediaRow, 'id' | 'created_at'> & { readonly is_unused: 0 | 1 }

/** By the order of the key, so that every engine looks each target up instead of reading all links. */
const isReferred = ['m.id', 'm.storage_key']
  .map(
    (target) =>
      `(SELECT l.target FROM links l WHERE l.target = ${target} ORDER BY l.source LIMIT 1) IS NOT NULL`,
  )
  .join(' OR ')

/** Ready records, newest first, with whether they fulfil the conditions and nothing refers to them. */
export async function scanMedia(context: ReadContext, filter: MediaFilter): Promise<ScannedMedia[]> {
  const source = sourceOf(context, filter)
  const others = otherConditions(filter)
  const isAsked = others.map(({ sql }) => `${sql} AND `).join('')
  return context.db.rows<ScannedMedia>(
    `SELECT m.id, m.created_at, CASE WHEN ${isAsked}NOT (${isReferred}) THEN 1 ELSE 0 END AS is_unused
     FROM (SELECT m.* ${inOrder(source)} LIMIT ${filter.limit}) m
     ORDER BY m.created_at DESC, m.id DESC`,
    parametersOf([...others, ...source.conditions]),
  )
}

interface Condition {
  readonly sql: string
  readonly parameters: readonly string[]
}

function condition(sql: string, ...parameters: readonly string[]): Condition {
  return { sql, parameters }
}

/** The records `m` that a list goes through, in an order that an index has. */
interface Source {
  readonly from: string
  readonly conditions: readonly Condition[]
  readonly order: string
}

function sourceOf({ services }: ReadContext, filter: MediaFilter): Source {
  const { tag, after } = filter
  const [time, id] = tag === undefined ? ['m.created_at', 'm.id'] : ['t.created_at', 't.media_id']
  const beyond =
    after === undefined
      ? []
      : [condition(`(${time}, ${id}) < (${textParameter}, ${textParameter})`, after.createdAt, after.id)]
  const order = `${time} DESC, ${id} DESC`
  if (tag === undefined)
    return { from: 'media m', conditions: [...indexedConditions(filter), ...beyond], order }
  const join = services.database.dialect.orderedJoin
  return {
    from: `media_tags t ${join} media m ON m.id = t.media_id`,
    conditions: [condition(`t.tag = ${textParameter}`, foldCase(tag)), ...beyond],
    order,
  }
}

/** Those that indexes have with the order of lists: `media_by_time`, `media_by_folder` and `media_without_alt`. */
function indexedConditions({ folder, subfolders, withoutAlt }: MediaFilter): Condition[] {
  return [
    condition(`m.status = 'ready'`),
    ...(folder === undefined || subfolders === true
      ? []
      : [condition(`m.folder = ${textParameter}`, folder)]),
    ...(withoutAlt === true
      ? [condition(`m.alt IS NULL AND m.mime_type >= 'image/' AND m.mime_type < 'image0'`)]
      : []),
  ]
}

function otherConditions(filter: MediaFilter): Condition[] {
  const { mimeType, q, folder, subfolders, tag } = filter
  const types = mimeType === undefined ? [] : mimeType.toLowerCase().split(',')
  const isOfType = types.map(() => `m.mime_type LIKE ${textParameter} ESCAPE '!'`).join(' OR ')
  return [
    ...(tag === undefined ? [] : indexedConditions(filter)),
    ...(folder === undefined || folder === '' || subfolders !== true ? [] : [isWithin(folder)]),
    ...(types.length === 0
      ? []
      : [condition(`(${isOfType})`, ...types.map((beginning) => `${escapeLike(beginning)}%`))]),
    ...(q === undefined
      ? []
      : [condition(`m.filename_search LIKE ${textParameter} ESCAPE '!'`, `%${escapeLike(foldCase(q))}%`)]),
  ]
}

/** A folder and those below it. The character after the slash ends the range of their paths. */
function isWithin(folder: string): Condition {
  const sql = `(m.folder = ${textParameter} OR (m.folder > ${textParameter} AND m.folder < ${textParameter}))`
  return condition(sql, folder, `${folder}/`, `${folder}0`)
}

function inOrder({ from, conditions, order }: Source): string {
  return `FROM ${from} ${whereOf(conditions)} ORDER BY ${order}`
}

function whereOf(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
}

function parametersOf(conditions: readonly Condition[]): string[] {
  return conditions.flatMap(({ parameters }) => parameters)
}

function escapeLike(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&')
}
