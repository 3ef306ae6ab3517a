import type { WriteContext } from '../../core/context.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'

type Db = Pick<WriteContext, 'db'>

interface Place {
  readonly table: string
  readonly id: string
  readonly slug: string
}

/**
 * Sets the slug of an item without changing its version. While several items change together, an item whose slug
 * another one takes has a temporary slug, until its own change gives it another one or its former slug is free again
 * (see `OpenSlugs`).
 */
export async function setSlug({ db }: Db, { table, id, slug }: Place): Promise<void> {
  await db.run(`UPDATE ${table} SET slug = ? WHERE id = ?`, [slug, id])
}

/** The slugs that an item has, in its columns and in its draft. */
export async function slugsOf({ db }: Db, table: string, id: string): Promise<string[]> {
  const [row] = await db.rows<{ slug: string; draft_slug: string | null }>(
    `SELECT slug, draft_slug FROM ${table} WHERE id = ?`,
    [id],
  )
  return row === undefined ? [] : [row.slug, ...(row.draft_slug === null ? [] : [row.draft_slug])]
}

interface Sought {
  readonly id: string
  readonly locale: string
  readonly slug: string
  /** another item that is to get the slug, and the temporary slug that it has instead */
  readonly displaced?: Pick<Place, 'id' | 'slug'>
}

/**
 * An item other than `id` that has the slug, or that is to get it: `displaced`, unless it has another slug than its
 * temporary one by now.
 */
export async function findOtherOwner(
  { db }: Db,
  table: string,
  { id, locale, slug, displaced }: Sought,
): Promise<string | undefined> {
  const owner = `SELECT id FROM ${table} WHERE locale = ${textParameter} AND slug = ${textParameter} AND id <> ${textParameter}`
  const waiting = `SELECT id FROM ${table} WHERE id = ${textParameter} AND slug = ${textParameter}`
  const [row] = await db.rows<{ id: string }>(
    displaced === undefined ? `${owner} LIMIT 1` : `${owner} UNION ALL ${waiting} LIMIT 1`,
    [locale, slug, id, ...(displaced === undefined ? [] : [displaced.id, displaced.slug])],
  )
  return row?.id
}

/** Replaces the temporary slug of an item in the revisions that were stored meanwhile. */
export async function renameInRevisions(
  { db }: Db,
  { id, from, to }: { readonly id: string; readonly from: string; readonly to: string },
): Promise<void> {
  await db.run('UPDATE revisions SET slug = ? WHERE entry_id = ? AND slug = ?', [to, id, from])
}
