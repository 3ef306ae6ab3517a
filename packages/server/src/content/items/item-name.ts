import type { ReadContext } from '../../core/context.ts'
import { collectionOf } from '../../core/model/model.ts'
import { namedLocale } from '../../core/locales-for.ts'
import { type Item, itemNotFound } from './item.ts'
import { findRow, type ItemName } from './store.ts'
import type { View } from './view.ts'

export interface NamedInput {
  collection: string
  id: string
  locale?: string | undefined
}

/** Resolves the collection, id and locale of a path. */
export function nameOf(context: ReadContext, { collection, id, locale }: NamedInput): ItemName {
  return { collection: collectionOf(context.schema, collection), id, locale: namedLocale(context, locale) }
}

/** Reads the item of a path; throws NOT_FOUND if the caller may not see it. */
export async function openVisible(context: ReadContext, input: NamedInput, view: View): Promise<Item> {
  const name = nameOf(context, input)
  const row = await findRow(context, name, view === 'live' ? 'live' : 'present')
  if (row === undefined) throw itemNotFound(name)
  return { collection: name.collection, row }
}
