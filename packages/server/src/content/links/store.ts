import type { ReadContext, WriteContext } from '../../core/context.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'

/** A reference from one field of a source to one target: the id of an item or of media, or the storage key of media. */
export interface Link {
  readonly field: string
  readonly target: string
  /** in the columns of an item, which visitors see while it is published */
  readonly isLive: boolean
  /** in what editors see: the pending draft, else the columns */
  readonly isLatest: boolean
}

/** The source of a reference: an item (its type is the slug of its collection), or a part of the site. */
export interface LinkSource {
  readonly id: string
  readonly type: string
}

/** The links of a source. */
export async function readLinks({ db }: ReadContext, source: string): Promise<Link[]> {
  const rows = await db.rows<{ field: string; target: string; is_live: number; is_latest: number }>(
    'SELECT field, target, is_live, is_latest FROM links WHERE source = ?',
    [source],
  )
  return rows.map(({ field, target, is_live, is_latest }) => ({
    field,
    target,
    isLive: is_live === 1,
    isLatest: is_latest === 1,
  }))
}

/** Writes the difference between the current and the wanted links of a source. */
export async function writeLinks(
  context: WriteContext,
  source: LinkSource,
  { before, after }: { before: readonly Link[]; after: readonly Link[] },
): Promise<void> {
  const had = new Map(before.map((link) => [linkKey(link), link]))
  const has = new Map(after.map((link) => [linkKey(link), link]))
  await deleteLinks(
    context,
    source,
    before.filter((link) => !has.has(linkKey(link))),
  )
  await insertLinks(
    context,
    source,
    after.filter((link) => !had.has(linkKey(link))),
  )
  const changed = after.filter((link) => {
    const old = had.get(linkKey(link))
    return old !== undefined && (old.isLive !== link.isLive || old.isLatest !== link.isLatest)
  })
  for (const links of Map.groupBy(changed, flagsOf).values()) await updateLinks(context, source, links)
}

/** Identifies a link within its source. */
export function linkKey({ field, target }: Pick<Link, 'field' | 'target'>): string {
  return `${field} ${target}`
}

function flagsOf({ isLive, isLatest }: Link): string {
  return `${Number(isLive)}${Number(isLatest)}`
}

async function insertLinks(
  { db }: WriteContext,
  { id, type }: LinkSource,
  links: readonly Link[],
): Promise<void> {
  for (const batch of batchesOf(links)) {
    const rows = marksFor(batch, '(?, ?, ?, ?, ?, ?)')
    await db.run(
      `INSERT INTO links (target, source, field, source_type, is_live, is_latest) VALUES ${rows} ON CONFLICT DO NOTHING`,
      batch.flatMap(({ field, target, isLive, isLatest }) => [
        target,
        id,
        field,
        type,
        Number(isLive),
        Number(isLatest),
      ]),
    )
  }
}

/** Sets the flags of links that have the same flags. */
async function updateLinks({ db }: WriteContext, { id }: LinkSource, links: readonly Link[]): Promise<void> {
  for (const batch of batchesOf(links)) {
    const [{ isLive, isLatest }] = batch
    await db.run(
      `UPDATE links SET is_live = ?, is_latest = ? WHERE source = ? AND (target, field) IN (VALUES ${marksFor(batch, '(?, ?)')})`,
      [Number(isLive), Number(isLatest), id, ...batch.flatMap(({ field, target }) => [target, field])],
    )
  }
}

async function deleteLinks({ db }: WriteContext, { id }: LinkSource, links: readonly Link[]): Promise<void> {
  for (const batch of batchesOf(links)) {
    await db.run(
      `DELETE FROM links WHERE source = ? AND (target, field) IN (VALUES ${marksFor(batch, '(?, ?)')})`,
      [id, ...batch.flatMap(({ field, target }) => [target, field])],
    )
  }
}

/** Removes all links of a source that is being deleted. */
export async function removeLinks({ db }: WriteContext, source: string): Promise<void> {
  await db.run('DELETE FROM links WHERE source = ?', [source])
}

/** A source and the fields in which it refers to a target. */
export interface Referrer {
  readonly source: string
  readonly type: string
  readonly fields: readonly string[]
  readonly isLive: boolean
}

/** The first sources that refer to a target, ordered by id. */
export async function findReferrers(
  { db, services }: ReadContext,
  target: string,
  limit: number,
): Promise<Referrer[]> {
  const fields = services.database.dialect.joinRows('field', 'field')
  const rows = await db.rows<{ source: string; type: string; fields: string; is_live: number }>(
    `SELECT source, max(source_type) AS type, ${fields} AS fields, max(is_live) AS is_live
     FROM links WHERE target = ? GROUP BY source ORDER BY source LIMIT ${limit}`,
    [target],
  )
  return rows.map(({ source, type, fields: names, is_live }) => ({
    source,
    type,
    fields: names.split(','),
    isLive: is_live === 1,
  }))
}
