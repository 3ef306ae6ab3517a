import { isId } from '@octavo/contract/slug'
import type { ReadContext } from '../../core/context.ts'
import { collectionOf } from '../../core/model/model.ts'
import { namedLocale } from '../../core/locales-for.ts'
import { type Item, itemNotFound } from './item.ts'
import { localeOfItem } from './listed-locale.ts'
import { findRow, findTranslation, type ItemName } from './store.ts'
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

/**
 * Resolves a path with a fallback locale. A slug is looked up in the requested locale first, then in the fallback. If
 * the item found in the fallback has a translation in the requested locale, the name is that of the translation.
 */
export function nameWithFallback(
  context: ReadContext,
  input: NamedInput & { fallback?: string | undefined },
  view: View,
): ItemName | Promise<ItemName> {
  const { locale, fallback } = localeOfItem(context, input)
  const name = { collection: collectionOf(context.schema, input.collection), id: input.id, locale }
  // An id names one item, whatever its locale. `locale` is undefined only without a fallback.
  if (fallback === undefined || locale === undefined || isId(input.id)) return name
  return nameInLocales(context, { ...name, locale }, { fallback, view })
}

async function nameInLocales(
  context: ReadContext,
  name: ItemName & { readonly locale: string },
  { fallback, view }: { readonly fallback: string; readonly view: View },
): Promise<ItemName> {
  const { locale } = name
  const among = view === 'live' ? 'live' : 'present'
  const requested = await findRow(context, name, among)
  if (requested !== undefined) return { ...name, id: requested.id }
  const found = await findRow(context, { ...name, locale: fallback }, among)
  if (found === undefined) return name
  const translation = await findTranslation(context, name.collection, {
    group: found.translation_group,
    locale,
    view,
  })
  return { ...name, id: translation ?? found.id }
}

/** Reads the item of a path; throws NOT_FOUND if the caller may not see it. */
export async function openVisible(context: ReadContext, input: NamedInput, view: View): Promise<Item> {
  const name = nameOf(context, input)
  const row = await findRow(context, name, view === 'live' ? 'live' : 'present')
  if (row === undefined) throw itemNotFound(name)
  return { collection: name.collection, row }
}
