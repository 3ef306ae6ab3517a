import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'

/** Where an item is, which never changes. */
export interface Place {
  readonly id: string
  readonly collection: string
  readonly locale: string
}

/** collections that one statement looks in */
const mostTables = 50

/** The items with these ids, whatever their state, in some collections. */
export async function findPlaces(
  { db, services }: Pick<ReadContext, 'db' | 'services'>,
  collections: readonly CollectionModel[],
  ids: readonly string[],
): Promise<Place[]> {
  const { dialect } = services.database
  const found: Place[] = []
  for (let start = 0; start < collections.length; start += mostTables) {
    const batch = collections.slice(start, start + mostTables)
    const looks = batch.map(
      ({ id, table }) =>
        `SELECT c.id AS id, '${id}' AS collection, c.locale AS locale FROM ${dialect.elements(textParameter, 'x')} ${dialect.lookUp(table, 'c', 'c.id = x.value')}`,
    )
    const list = JSON.stringify(ids)
    found.push(
      ...(await db.rows<Place>(
        looks.join(' UNION ALL '),
        batch.map(() => list),
      )),
    )
  }
  return found
}
