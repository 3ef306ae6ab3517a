import type { ReadContext } from '../../core/context.ts'
import { addressSql } from '../../core/model/address-store.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { visibleCondition } from '../../core/model/system-columns.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'

/** The address of one translation. */
export interface Address {
  readonly locale: string
  readonly url: string
}

interface GroupRow {
  readonly translationGroup: string
  readonly locale: string
  /** null for an item that lacks a date of its address */
  readonly url: string | null
}

export interface ListedRow extends GroupRow {
  readonly id: string
  readonly updatedAt: string
  readonly publishedAt: string
}

/** the columns of `GroupRow` */
const groupColumns = (address: string): string =>
  `c.translation_group AS "translationGroup", c.locale AS locale, ${address} AS url`

/** The next published items of a collection by their ids, of one locale or of all. */
export async function readListed(
  { db, services }: ReadContext,
  { collection, locale }: { collection: CollectionModel; locale: string | null },
  { after, limit }: { after: string; limit: number },
): Promise<ListedRow[]> {
  const address = addressSql(services.database.dialect, collection, 'live')
  if (address === null) return []
  const ofLocale = locale === null ? '' : ` AND c.locale = ${textParameter}`
  return db.rows<ListedRow>(
    `SELECT c.id AS id, ${groupColumns(address)}, c.live_updated_at AS "updatedAt", c.published_at AS "publishedAt"
      FROM ${collection.rows} c WHERE ${visibleCondition}${ofLocale} AND c.id > ${textParameter} ORDER BY c.id LIMIT ?`,
    [...(locale === null ? [] : [locale]), after, limit],
  )
}

/** The published items of translation groups; each group is looked up by an index. */
export async function findAlternates(
  { db, services }: ReadContext,
  collection: CollectionModel,
  groups: readonly string[],
): Promise<GroupRow[]> {
  const { dialect } = services.database
  const address = addressSql(dialect, collection, 'live')
  if (address === null || groups.length === 0) return []
  return db.rows<GroupRow>(
    `SELECT ${groupColumns(address)} FROM ${dialect.elements(textParameter, 'x')} ${dialect.lookUp(collection.rows, 'c', 'c.translation_group = x.value')} WHERE ${visibleCondition}`,
    [JSON.stringify(groups)],
  )
}
