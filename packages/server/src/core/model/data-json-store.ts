import type { Dialect } from '../../platform/database/database.ts'
import { type CollectionModel, type FieldModel, quote } from './model.ts'

/** SQL for the JSON of the field columns; fields without a value are omitted. */
export function dataJson(dialect: Dialect, { fields }: Pick<CollectionModel, 'fields'>): string {
  if (fields.length === 0) return textLiteral('{}')
  const members = fields.flatMap((field) => memberJson(dialect, field))
  // Any member may be missing, so each begins with a comma and the first comma is removed.
  return `concat('{', ltrim(${concatenated(members)}, ','), '}')`
}

/** SQL for the members of JSON values that some fields have. */
export function partJson(dialect: Dialect, json: string, fields: readonly FieldModel[]): string {
  if (fields.length === 0) return textLiteral('{}')
  const members = fields.flatMap(({ slug }) => {
    const value = `nullif(${dialect.jsonMember(json, slug)}, 'null')`
    return [`CASE WHEN ${value} IS NOT NULL THEN ${textLiteral(`,"${slug}":`)} END`, value]
  })
  return `concat('{', ltrim(${concatenated(members)}, ','), '}')`
}

/** SQL for the name and value of a member, both NULL without a value, because `concat` skips NULL. */
function memberJson(dialect: Dialect, field: FieldModel): string[] {
  const column = `c.${quote(field.slug)}`
  const name = textLiteral(`,"${field.slug}":`)
  return [
    `CASE WHEN ${column} IS NOT NULL THEN ${name} END`,
    `CASE WHEN ${column} IS NOT NULL THEN ${dialect.toJson(field.encoding, column)} END`,
  ]
}

/** Some engines allow at most a hundred arguments per function. */
const maxArguments = 90

/** `concat` with any number of arguments. */
export function concatenated(parts: readonly string[]): string {
  if (parts.length <= maxArguments) return `concat(${parts.join(', ')})`
  const groups: string[] = []
  for (let start = 0; start < parts.length; start += maxArguments) {
    groups.push(concatenated(parts.slice(start, start + maxArguments)))
  }
  return concatenated(groups)
}

/** A text as an SQL literal. */
export function textLiteral(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
