import type { Dialect } from '../../platform/database/database.ts'
import { kindKey } from '@octavo/contract/fields/entries'
import type { FieldModel } from './model.ts'

/**
 * SQL for whether the JSON of a structured field has an entry without a value in a required field; null where no field
 * within it is required. `depth` gives each nested list another alias.
 */
export function lacksWithin(
  dialect: Dialect,
  { structure }: FieldModel,
  json: string,
  depth = 0,
): string | null {
  if (structure === null) return null
  const ofEntry = (fields: readonly FieldModel[], entry: string): string[] =>
    fields.flatMap((field) => {
      const isMissing = field.required ? [`nullif(${dialect.textMember(entry, field.slug)}, '') IS NULL`] : []
      // A member that is null in the JSON is the text 'null'.
      const member = `nullif(${dialect.jsonMember(entry, field.slug)}, 'null')`
      const within = lacksWithin(dialect, field, member, depth + 1)
      return within === null ? isMissing : [...isMissing, within]
    })
  if (!structure.isList) {
    const conditions = ofEntry(structure.fields, json)
    return conditions.length === 0 ? null : `(${json} IS NOT NULL AND (${conditions.join(' OR ')}))`
  }
  const alias = `e${depth}`
  const entry = `${alias}.value`
  const conditions =
    structure.kinds === null
      ? ofEntry(structure.fields, entry)
      : [...structure.kinds].flatMap(([kind, fields]) => {
          const ofKind = ofEntry(fields, entry)
          const isOfKind = `${dialect.textMember(entry, kindKey)} = '${kind}'`
          return ofKind.length === 0 ? [] : [`(${isOfKind} AND (${ofKind.join(' OR ')}))`]
        })
  if (conditions.length === 0) return null
  return `EXISTS (SELECT 1 FROM ${dialect.elements(json, alias)} WHERE ${conditions.join(' OR ')})`
}
