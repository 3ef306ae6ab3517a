import { foldCase } from '@octavo/contract/fold-case'
import { limits } from '@octavo/contract/limits'
import type { ReadContext } from '../../core/context.ts'
import { marksFor } from '../../platform/database/batches.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { isUsedLive } from './live-use-store.ts'
import { columns, type MediaRow } from './store.ts'

/** The filters of a list. */
export interface MediaConditions {
  /** beginnings of types, with commas between */
  readonly mimeType?: string | undefined
  /** a part of the name of a file */
  readonly q?: string | undefined
  /** the path of a folder; empty for files in none */
  readonly folder?: string | undefined
  /** whether the folders below it are included */
  readonly subfolders?: boolean | undefined
  readonly tag?: string | undefined
  /** whether only images without an alternative text are listed */
  readonly withoutAlt?: boolean | undefined
}

export interface MediaFilter extends MediaConditions {
  /** the position at which the previous page ended */
  readonly after: { readonly createdAt: string; readonly id: string } | undefined
  readonly limit: number
}

/** A part of a list, and the position after which it continues if it is not full; null if nothing follows. */
export interface ListedMedia {
  readonly rows: readonly MediaRow[]
  readonly cutAfter: MediaFilter['after'] | null
}

/**
 * Ready records, newest first. Three kinds of lists examine a limited number of records for a page, and the cursor
 * continues after these: lists for callers who see only live content, lists by a tag, and lists of a folder with the
 * folders below it. All other lists read on until the page is full, also with the filters `mimeType` and `q`, which
 * have no index either.
 */
export async function listMedia(context: ReadContext, filter: MediaFilter): Promise<ListedMedia> {
  if (filter.tag !== undefined) return listTagged(context, filter, filter.tag)
  const { db, caller } = context
  const { limit, subfolders } = filter
  const indexed = [...indexedConditions(filter), ...afterPosition(filter, 'm.created_at, m.id')]
  const others = visibleConditions(context, filter)
  const isBounded = caller.isLiveOnly === true || subfolders === true
  const examined = isBounded ? `(SELECT m.* ${inOrder(indexed)} LIMIT ${limits.scannedMedia}) m` : 'media m'
  const rows = await db.rows<MediaRow>(
    `SELECT ${columns} FROM ${examined} JOIN files f ON f.storage_key = m.file_key
     ${whereOf(isBounded ? others : [...indexed, ...others])} ORDER BY ${newestFirst} LIMIT ${limit}`,
    parametersOf([...indexed, ...others]),
  )
  if (!isBounded || rows.length === limit) return { rows, cutAfter: null }
  // The last record that was examined, and whether there is one after it.
  const [last, next] = await db.rows<{ createdAt: string; id: string }>(
    `SELECT m.created_at AS "createdAt", m.id AS id ${inOrder(indexed)} LIMIT 2 OFFSET ${limits.scannedMedia - 1}`,
    parametersOf(indexed),
  )
  return { rows, cutAfter: last === undefined || next === undefined ? null : last }
}

/** records that are read at once: for many ids, an engine would read the whole tables */
const batchSize = 20

async function listTagged(context: ReadContext, filter: MediaFilter, tag: string): Promise<ListedMedia> {
  const { db } = context
  const { limit } = filter
  const indexed = [
    condition(`m.tag = ${textParameter}`, foldCase(tag)),
    ...afterPosition(filter, 'm.created_at, m.media_id'),
  ]
  const examined = await db.rows<{ createdAt: string; id: string }>(
    `SELECT m.created_at AS "createdAt", m.media_id AS id FROM media_tags m ${whereOf(indexed)}
     ORDER BY m.created_at DESC, m.media_id DESC LIMIT ${limits.scannedMedia}`,
    parametersOf(indexed),
  )
  const others = [...indexedConditions(filter), ...visibleConditions(context, filter)]
  const rows: MediaRow[] = []
  for (let start = 0; start < examined.length && rows.length < limit; start += batchSize) {
    const ids = examined.slice(start, start + batchSize).map(({ id }) => id)
    const conditions = [condition(`m.id IN (${marksFor(ids)})`, ...ids), ...others]
    rows.push(
      ...(await db.rows<MediaRow>(
        `SELECT ${columns} FROM media m JOIN files f ON f.storage_key = m.file_key ${whereOf(conditions)} ORDER BY ${newestFirst}`,
        parametersOf(conditions),
      )),
    )
  }
  const isComplete = rows.length >= limit || examined.length < limits.scannedMedia
  return { rows: rows.slice(0, limit), cutAfter: isComplete ? null : (examined.at(-1) ?? null) }
}

/** A record that `scanMedia` has examined. */
export type ScannedMedia = Pick<MediaRow, 'id' | 'created_at'> & { readonly is_unused: 0 | 1 }

/** The condition that something refers to a record. The order makes every engine look up each target by the index. */
const isReferred = ['m.id', 'm.storage_key']
  .map(
    (target) =>
      `(SELECT l.target FROM links l WHERE l.target = ${target} ORDER BY l.source LIMIT 1) IS NOT NULL`,
  )
  .join(' OR ')

/** Ready records, newest first, with whether they fulfil the conditions and nothing refers to them. */
export async function scanMedia({ db }: ReadContext, filter: MediaFilter): Promise<ScannedMedia[]> {
  const indexed = [...indexedConditions(filter), ...afterPosition(filter, 'm.created_at, m.id')]
  const others = [...otherConditions(filter), ...(filter.tag === undefined ? [] : [isTagged(filter.tag)])]
  const fulfils = others.map(({ sql }) => `${sql} AND `).join('')
  return db.rows<ScannedMedia>(
    `SELECT m.id, m.created_at, CASE WHEN ${fulfils}NOT (${isReferred}) THEN 1 ELSE 0 END AS is_unused
     FROM (SELECT m.* ${inOrder(indexed)} LIMIT ${filter.limit}) m ORDER BY ${newestFirst}`,
    parametersOf([...others, ...indexed]),
  )
}

interface Condition {
  readonly sql: string
  readonly parameters: readonly string[]
}

function condition(sql: string, ...parameters: readonly string[]): Condition {
  return { sql, parameters }
}

const newestFirst = 'm.created_at DESC, m.id DESC'

function afterPosition({ after }: MediaFilter, position: string): Condition[] {
  const sql = `(${position}) < (${textParameter}, ${textParameter})`
  return after === undefined ? [] : [condition(sql, after.createdAt, after.id)]
}

/**
 * The conditions for which there is an index in the order of lists: `media_by_time`, `media_by_folder` and
 * `media_without_alt`.
 */
function indexedConditions({ folder, subfolders, withoutAlt }: MediaFilter): Condition[] {
  return [
    condition(`m.status = 'ready'`),
    ...(folder === undefined || subfolders === true
      ? []
      : [condition(`m.folder = ${textParameter}`, folder)]),
    // The range of the types that begin with `image/`: 0 is the character after the slash.
    ...(withoutAlt === true
      ? [condition(`m.alt IS NULL AND m.mime_type >= 'image/' AND m.mime_type < 'image0'`)]
      : []),
  ]
}

/**
 * The conditions without an index. For a caller who sees only live content: also that something live refers to the
 * record.
 */
function visibleConditions(context: ReadContext, filter: MediaFilter): Condition[] {
  const isLive = context.caller.isLiveOnly === true
  return [...(isLive ? [condition(isUsedLive(context))] : []), ...otherConditions(filter)]
}

function otherConditions({ mimeType, q, folder, subfolders }: MediaFilter): Condition[] {
  const types = mimeType === undefined ? [] : mimeType.toLowerCase().split(',')
  const isOfType = types.map(() => `m.mime_type LIKE ${textParameter} ESCAPE '!'`).join(' OR ')
  return [
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

function isTagged(tag: string): Condition {
  const sql = `EXISTS (SELECT 1 FROM media_tags t WHERE t.media_id = m.id AND t.tag = ${textParameter})`
  return condition(sql, foldCase(tag))
}

function inOrder(conditions: readonly Condition[]): string {
  return `FROM media m ${whereOf(conditions)} ORDER BY ${newestFirst}`
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
