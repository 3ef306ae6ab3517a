import type { Dialect } from '../database/database.ts'
import { envelopeEnd, envelopeStart } from '../encoded.ts'
import { type CollectionModel, quote } from '../schema/model.ts'
import { revSuffix } from './rev.ts'
import type { View } from './view.ts'

/**
 * SQL expressions that make the JSON of items in the database, so that a body never becomes strings and objects on
 * its way out. `c` is the item's row, `d` the revision that is its pending draft (in the latest view).
 */

/** The JSON of an item (specification 2.2). */
export function itemJson(dialect: Dialect, collection: CollectionModel, view: View, isTrash = false): string {
  const isLatest = view === 'latest'
  return concatenation([
    text('{"id":"'),
    'c.id',
    text(`","type":"${collection.slug}","slug":"`),
    isLatest ? 'coalesce(c.draft_slug, c.slug)' : 'c.slug',
    text('","status":"'),
    'c.status',
    text('","data":'),
    isLatest
      ? `CASE WHEN d.id IS NULL THEN ${dataJson(dialect, collection)} ELSE d.data END`
      : dataJson(dialect, collection),
    text(',"authorId":'),
    nullable('c.author_id'),
    text(',"createdAt":"'),
    'c.created_at',
    text('","updatedAt":"'),
    isLatest ? 'c.updated_at' : 'c.live_updated_at',
    text('","publishedAt":'),
    nullable('c.published_at'),
    text(',"scheduledAt":'),
    isLatest ? nullable('c.scheduled_at') : text('null'),
    text(',"locale":"'),
    'c.locale',
    text('","translationOf":'),
    nullable('c.translation_of'),
    text(',"translationGroup":"'),
    'c.translation_group',
    text('"'),
    ...(isLatest ? [`CASE WHEN d.id IS NULL THEN ',"hasPendingDraft":false' ELSE ',"hasPendingDraft":true' END`] : []),
    ...(isTrash ? [text(',"deletedAt":"'), 'c.deleted_at', text('"')] : []),
    text('}'),
  ])
}

/** The JSON of the field columns; fields without a value are left out. */
export function dataJson(dialect: Dialect, { fields }: CollectionModel): string {
  if (fields.length === 0) return text('{}')
  const members = fields.map((field) => {
    const column = `c.${quote(field.slug)}`
    const member = `${text(`,"${field.slug}":`)} || ${dialect.toJson(field.encoding, column)}`
    return `CASE WHEN ${column} IS NULL THEN '' ELSE ${member} END`
  })
  // Any of the members may be missing, so each begins with a comma, and the first comma goes.
  return concatenation([text('{'), `substr(${concatenation(members)}, 2)`, text('}')])
}

/** The whole answer to reading one item, envelope and `_rev` included. */
export function itemAnswer(dialect: Dialect, collection: CollectionModel, view: View): string {
  return dialect.asBytes(
    concatenation([
      text(`${envelopeStart}{"item":`),
      itemJson(dialect, collection, view),
      text(',"_rev":"'),
      'c.version',
      text(`${revSuffix(collection, view)}"}${envelopeEnd}`),
    ]),
  )
}

/** what an item is read from, for expressions of this view */
export function itemSource({ table }: CollectionModel, view: View): string {
  return view === 'latest' ? `${table} c LEFT JOIN revisions d ON d.id = c.draft_revision_id` : `${table} c`
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

function nullable(column: string): string {
  return `CASE WHEN ${column} IS NULL THEN 'null' ELSE '"' || ${column} || '"' END`
}

/** A balanced tree: a collection may have hundreds of fields, and engines limit how deep an expression is. */
function concatenation(parts: readonly string[]): string {
  if (parts.length <= 1) return parts[0] ?? `''`
  const middle = parts.length >> 1
  return `(${concatenation(parts.slice(0, middle))} || ${concatenation(parts.slice(middle))})`
}
