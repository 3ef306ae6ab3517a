import type { WriteContext } from '../../core/context.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { type CollectionModel, type FieldModel, quote } from '../../core/model/model.ts'
import { storedForm } from '../../core/model/stored-form.ts'

/** Another item that has a unique value already. */
export interface Holder {
  readonly id: string
  readonly isTrashed: boolean
  /** only its pending draft has the value, and gets it when it is published */
  readonly isWaiting: boolean
}

interface Row {
  readonly id: string
  readonly deleted_at: string | null
  readonly is_waiting: number
}

interface Sought {
  readonly locale: string
  /** the item that is to get the value */
  readonly except: string
}

/** The item that has a slug in a locale, or else one whose pending draft waits for it. */
export async function findSlugHolder(
  { db }: WriteContext,
  { table }: CollectionModel,
  { slug, locale, except }: Sought & { readonly slug: string },
): Promise<Holder | undefined> {
  const holding = (column: string, isWaiting: number): string =>
    `SELECT id, deleted_at, ${isWaiting} AS is_waiting FROM ${table}
     WHERE locale = ${textParameter} AND ${column} = ${textParameter} AND id <> ${textParameter}`
  const parameters = [locale, slug, except]
  const [row] = await db.rows<Row>(
    `${holding('slug', 0)} UNION ALL ${holding('draft_slug', 1)} ORDER BY is_waiting, id LIMIT 1`,
    [...parameters, ...parameters],
  )
  return row && holderOf(row)
}

/** The item that has a value of a unique field in a locale. */
export async function findValueHolder(
  { db }: WriteContext,
  { table }: CollectionModel,
  field: FieldModel,
  { value, locale, except }: Sought & { readonly value: unknown },
): Promise<Holder | undefined> {
  const [row] = await db.rows<Row>(
    `SELECT id, deleted_at, 0 AS is_waiting FROM ${table} WHERE ${quote(field.slug)} = ? AND locale = ? AND id <> ?`,
    [storedForm(field.encoding, value), locale, except],
  )
  return row && holderOf(row)
}

function holderOf({ id, deleted_at, is_waiting }: Row): Holder {
  return { id, isTrashed: deleted_at !== null, isWaiting: is_waiting === 1 }
}
