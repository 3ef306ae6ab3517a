import type { Data } from '../../core/model/data.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { NamedData } from '../../core/model/revision-data-store.ts'
import { dataText } from '../../core/model/stored-form.ts'
import type { Values } from './values.ts'

/** The values of all fields of an item, as a revision keeps them; fields without a value are left out. */
export function namedData({ fields, field }: CollectionModel, values: Values): NamedData {
  const data: Data = {}
  for (const one of fields) {
    const value = values.get(one)
    if (value !== null && value !== undefined) data[one.slug] = value
  }
  return { text: dataText(field, data), names: Object.keys(data) }
}
