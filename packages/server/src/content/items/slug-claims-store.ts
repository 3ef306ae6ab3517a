import type { WriteContext } from '../../core/context.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'

type Db = Pick<WriteContext, 'db'>

interface Place {
  readonly table: string
  readonly id: string
  readonly slug: string
}

/**
 * Sets the slug of an item without changing its version. While a change-set is applied, an item whose slug an
 * earlier change takes has a temporary one, until a later change gives it another slug or its own is free again
 * (see `OpenSlugs`).
 */
export async function setTemporarySlug({ db }: Db, { table, id, slug }: Place): Promise<void> {
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
  /** the holder with a temporary slug, and that slug */
  readonly displaced: Pick<Place, 'id' | 'slug'>
}

/**
 * An item that has the slug, other than `id`. `displaced` is an item with a temporary slug that has a claim to this
 * one: it is found too, if it has not got another slug since.
 */
export async function findOtherOwner(
  { db }: Db,
  table: string,
  { id, locale, slug, displaced }: Sought,
): Promise<string | undefined> {
  const [row] = await db.rows<{ id: string }>(
    `SELECT id FROM ${table} WHERE locale = ${textParameter} AND slug = ${textParameter} AND id <> ${textParameter}
     UNION ALL SELECT id FROM ${table} WHERE id = ${textParameter} AND slug = ${textParameter} LIMIT 1`,
    [locale, slug, id, displaced.id, displaced.slug],
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
