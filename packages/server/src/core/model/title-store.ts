import type { Dialect } from '../../platform/database/database.ts'
import { type CollectionModel, quote } from './model.ts'
import { titleField } from './title-field.ts'

/** SQL for the slug of an item as editors see it: that of its pending draft, if there is one. */
export const latestSlug = 'coalesce(c.draft_slug, c.slug)'

/** SQL for the title of an item as editors see it; NULL if the collection has no field for titles. */
export function latestTitle(dialect: Dialect, collection: CollectionModel): string {
  const column = liveTitle(collection)
  const field = titleField(collection)
  if (field === undefined) return column
  const draft = `(SELECT ${dialect.textMember('d.data', field.slug)} FROM revisions d WHERE d.id = c.draft_revision_id)`
  return `CASE WHEN c.draft_revision_id IS NULL THEN ${column} ELSE ${draft} END`
}

/** SQL for the title of an item as visitors see it; NULL if the collection has no field for titles. */
export function liveTitle(collection: CollectionModel): string {
  const field = titleField(collection)
  return field === undefined ? 'NULL' : `c.${quote(field.slug)}`
}
