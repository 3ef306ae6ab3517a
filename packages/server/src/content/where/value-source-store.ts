import type { Dialect } from '../../platform/database/database.ts'
import { type FieldModel, quote } from '../../core/model/model.ts'

/** SQL expressions for the values of an item: in its columns, or in its pending draft. */
export interface ValueSource {
  /** the value of a scalar field in the form of its column */
  value(field: FieldModel): string
  /** the folded form of a text */
  folded(field: FieldModel): string
  /** NULL without a value */
  present(field: FieldModel): string
  /** the JSON text of a list */
  list(field: FieldModel): string
  /** the id of an image or file */
  media(field: FieldModel): string
  /** a SELECT of the ids of its terms, as `value` */
  readonly termIds: string
}

const assigned = 'SELECT a.term_id AS value FROM term_assignments a WHERE a.item_id = c.id'

/** The values in the columns of an item. */
export function columnSource(dialect: Dialect): ValueSource {
  const column = ({ slug }: FieldModel): string => `c.${quote(slug)}`
  return {
    value: column,
    folded: ({ sortColumn }) => `c.${quote(sortColumn)}`,
    present: column,
    list: column,
    media: (field) => dialect.textMember(column(field), 'id'),
    termIds: assigned,
  }
}

/** The ids of the terms of the revision `d`, as the JSON text of a list. */
export const draftTermIds = `CASE WHEN coalesce(d.terms, '') = '' THEN '[]' ELSE '["' || replace(d.terms, ' ', '","') || '"]' END`

/** The expressions for the pending draft of the item `c`, in its revision `d`. */
export function draftSource(dialect: Dialect): ValueSource {
  const text = ({ slug }: FieldModel): string => dialect.textMember('d.data', slug)
  // JSON null would be no list.
  const member = ({ slug }: FieldModel): string => `nullif(${dialect.jsonMember('d.data', slug)}, 'null')`
  return {
    value: (field) =>
      field.encoding === 'json' ? text(field) : dialect.storedMember(field.encoding, 'd.data', field.slug),
    folded: ({ slug }) => dialect.storedMember('text', 'd.folded', slug),
    present: text,
    list: member,
    media: (field) => dialect.textMember(member(field), 'id'),
    // A draft that was stored before drafts had terms has those of its item.
    termIds: `${assigned} AND d.terms IS NULL UNION ALL SELECT e.value AS value FROM ${dialect.elements(draftTermIds, 'e')}`,
  }
}
