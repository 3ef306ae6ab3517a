import type { Dialect } from '../../platform/database/database.ts'
import { type CollectionModel, type FieldModel, quote } from './model.ts'

/** SQL for the JSON of the field columns; fields without a value are omitted. */
export function dataJson(dialect: Dialect, { fields }: Pick<CollectionModel, 'fields'>): string {
  if (fields.length === 0) return textLiteral('{}')
  const members = fields.map(({ slug, encoding }) => {
    const value = `c.${quote(slug)}`
    return { name: slug, value, json: dialect.toJson(encoding, value) }
  })
  return dialect.jsonObject(members)
}

/**
 * SQL for a JSON object of field values, reduced to some of the fields; a field with the JSON value null is omitted.
 */
export function partJson(dialect: Dialect, json: string, fields: readonly FieldModel[]): string {
  if (fields.length === 0) return textLiteral('{}')
  const members = fields.map(({ slug }) => {
    const value = `nullif(${dialect.jsonMember(json, slug)}, 'null')`
    return { name: slug, value, json: value }
  })
  return dialect.jsonObject(members)
}

/** A text as an SQL literal. */
export function textLiteral(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
