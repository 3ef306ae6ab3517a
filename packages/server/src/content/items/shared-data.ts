import type { WriteContext } from '../../core/context.ts'
import { ownData, parseData } from '../../core/model/data.ts'
import { invalid } from '../../platform/errors.ts'
import { completedData } from '../media/completing.ts'
import type { Item } from './item.ts'
import { readColumnData } from './store.ts'

/**
 * The data of a translation with the values that it shares with its source: fields that are not translatable have one
 * value in all locales. Throws VALIDATION_ERROR if `given` has another value for one of them.
 */
export async function withSharedData(
  context: WriteContext,
  source: Item,
  given: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const data = ownData(given)
  const { collection, row } = source
  const text = await readColumnData(context, collection, row.id)
  const columns = parseData(text)
  const shared = collection.fields.filter(({ definition }) => !definition.translatable)
  // Callers send values as answers have them, or as they are stored.
  const answered = shared.some(({ type }) => type.holdsMedia) ? await completedData(context, text) : columns
  const isSame = (slug: string): boolean =>
    [columns, answered].some((form) => JSON.stringify(data[slug]) === JSON.stringify(form[slug] ?? null))
  const differing = shared.filter(({ slug }) => data[slug] !== undefined && !isSame(slug))
  if (differing.length > 0) {
    throw invalid(
      differing.map(({ slug }) => ({
        path: `data.${slug}`,
        message: 'is shared by all translations, and the source has another value',
      })),
    )
  }
  const copied = shared
    .filter(({ slug }) => columns[slug] !== undefined)
    .map(({ slug }) => [slug, columns[slug]])
  return { ...data, ...(Object.fromEntries(copied) as Record<string, unknown>) }
}
