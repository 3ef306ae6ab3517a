import type { Dialect } from '../database/database.ts'
import { type CollectionModel, quote } from '../schema/model.ts'
import { titleField } from '../search/text-of.ts'

/** SQL of what people know an item by, as its editors see it: what waits in a pending draft counts. */

export const latestSlug = 'coalesce(c.draft_slug, c.slug)'

/** The title of a collection's items, else their name; NULL where they have neither. */
export function latestTitle(dialect: Dialect, collection: CollectionModel): string {
  const column = liveTitle(collection)
  const field = titleField(collection)
  if (field === undefined) return column
  const draft = `(SELECT ${dialect.textMember('d.data', field.slug)} FROM revisions d WHERE d.id = c.draft_revision_id)`
  return `CASE WHEN c.draft_revision_id IS NULL THEN ${column} ELSE ${draft} END`
}

/** The same as visitors see it. */
export function liveTitle(collection: CollectionModel): string {
  const field = titleField(collection)
  return field === undefined ? 'NULL' : `c.${quote(field.slug)}`
}
