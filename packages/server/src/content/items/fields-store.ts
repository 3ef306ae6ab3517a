import type { ReadContext } from '../../core/context.ts'
import { JsonText } from '../../core/facts.ts'
import { type Data, ownData } from '../../core/model/data.ts'
import { unmarkedText } from '../../core/model/media-marks.ts'
import { type CollectionModel, type FieldModel, quote } from '../../core/model/model.ts'

/** The stored values of some fields; JSON stays text (`JsonText`). */
export async function readFields(
  context: ReadContext,
  { collection, fields }: { collection: CollectionModel; fields: readonly FieldModel[] },
  id: string,
): Promise<Data> {
  if (fields.length === 0) return {}
  const columns = fieldColumns(context, fields)
  const [row = {}] = await context.db.rows<StoredFields>(
    `SELECT ${columns.join(', ')} FROM ${collection.table} c WHERE c.id = ?`,
    [id],
  )
  return storedData(row, fields)
}

/** Values of fields as they are read, by the place of the field in the list. No system column has such a name. */
export type StoredFields = Readonly<Record<`value ${number}`, unknown>>

/** The columns of fields, of the table `c`. */
export function fieldColumns(context: ReadContext, fields: readonly FieldModel[]): string[] {
  const { dialect } = context.services.database
  return fields.map(({ slug, encoding }, index) => {
    const column = `c.${quote(slug)}`
    const value =
      encoding === 'json'
        ? `CASE WHEN ${column} IS NOT NULL THEN ${dialect.toJson('json', column)} END`
        : column
    return `${value} AS "value ${index}"`
  })
}

/**
 * The values of the fields whose columns were read, without the marks that stored JSON has for references to media.
 */
export function storedData(row: StoredFields, fields: readonly FieldModel[]): Data {
  const data = ownData({})
  for (const [index, { slug, encoding }] of fields.entries()) {
    const value = row[`value ${index}`]
    const isJson = encoding === 'json' && typeof value === 'string'
    data[slug] = isJson ? new JsonText(unmarkedText(value)) : value
  }
  return data
}
