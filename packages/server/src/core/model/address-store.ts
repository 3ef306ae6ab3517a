import { type DateFormat, dateFormats, type PatternPiece } from '@octavo/contract/url-pattern'
import type { Dialect } from '../../platform/database/database.ts'
import { encodedPath } from './address.ts'
import { textLiteral } from './data-json-store.ts'
import { type CollectionModel, quote } from './model.ts'

/** The version whose address is made: the live one, or the one that editors see. */
type View = 'latest' | 'live'

type Value = Exclude<PatternPiece, string>

/**
 * SQL for the address of an item, whose row is `c`; null for a collection without a pattern. It gives NULL for an item
 * that lacks a date of the pattern.
 */
export function addressSql(
  dialect: Dialect,
  { address }: Pick<CollectionModel, 'address'>,
  view: View,
): string | null {
  if (address === null) return null
  const [first, ...rest] = address.pieces.map((piece) => {
    if (typeof piece === 'string') return textLiteral(encodedPath(piece))
    const value = valueSql(dialect, piece, view)
    return piece.name === 'slug' ? dialect.urlEncoded(value) : value
  })
  // The first piece is text, because each pattern begins with a slash.
  return [`${textLiteral(address.siteUrl)} || ${first}`, ...rest].join(' || ')
}

/** SQL for the path of an item as visitors see it, decoded and without a slash at the end; NULL where there is none. */
export function pathSql(dialect: Dialect, { address }: Pick<CollectionModel, 'address'>): string {
  if (address === null) return 'CAST(NULL AS TEXT)'
  const pieces = address.pieces.map((piece) =>
    typeof piece === 'string' ? textLiteral(piece) : valueSql(dialect, piece, 'live'),
  )
  return `rtrim(${pieces.join(' || ')}, '/')`
}

function valueSql(dialect: Dialect, { name, format }: Value, view: View): string {
  if (name === 'slug') return view === 'latest' ? 'coalesce(c.draft_slug, c.slug)' : 'c.slug'
  // Besides the slug, a pattern can name `id` and `locale` without a format; these columns have the same names.
  if (format === null) return `c.${name}`
  const { start, length } = dateFormats[format as DateFormat]
  return `substr(${dateSql(dialect, name, view)}, ${start}, ${length})`
}

function dateSql(dialect: Dialect, name: string, view: View): string {
  if (name === 'publishedAt') return 'c.published_at'
  if (name === 'createdAt') return 'c.created_at'
  // The columns have the live value. The draft has its own in the JSON of its revision.
  const column = `c.${quote(name)}`
  if (view === 'live') return column
  const draft = `(SELECT ${dialect.textMember('d.data', name)} FROM revisions d WHERE d.id = c.draft_revision_id)`
  return `CASE WHEN c.draft_revision_id IS NULL THEN ${column} ELSE ${draft} END`
}
