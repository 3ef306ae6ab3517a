import type { Issue } from '@octavo/contract/errors'
import { hint } from '@octavo/contract/nearest'
import { trashedItem } from '@octavo/contract/operations/content'
import { revision } from '@octavo/contract/operations/revisions'
import type { Block } from '../rich-text/comparable.ts'
import { markdownOf } from '../rich-text/converter.ts'
import type { CollectionModel } from '../schema/model.ts'
import type { Looks } from './arguments.ts'

type Values = Readonly<Record<string, unknown>>

/** properties of an item or a revision that `fields` can name beside the fields of the collection */
const properties = new Set(
  [...Object.keys(trashedItem.shape), ...Object.keys(revision.shape)].filter((name) => name !== 'data'),
)

/** what tells one from another, whatever is picked */
const alwaysShown = ['id', 'slug', 'status', 'kind']

/** What is wrong with the names in `fields`. */
export function fieldIssues(collection: CollectionModel, { fields = [] }: Looks): Issue[] {
  const known = [...collection.field.keys()]
  return fields.flatMap((name, index) =>
    collection.field.has(name) || properties.has(name)
      ? []
      : [
          {
            path: `fields.${index}`,
            message: `"${name}" is neither a field of "${collection.slug}" nor a property of items${hint(name, [...known, ...properties])}`,
          },
        ],
  )
}

/** Gives a result with what was picked of each item, and rich text in the form that was asked for. */
export async function withLooks(result: Values, collection: CollectionModel, looks: Looks): Promise<Values> {
  const { item, items, live, draft } = result
  if (isObject(item)) return { ...result, item: await showItem(item, collection, looks) }
  if (Array.isArray(items)) {
    const shown: Values[] = []
    for (const one of items as Values[]) shown.push(await showItem(one, collection, looks))
    return { ...result, items: shown }
  }
  const show = (values: unknown): unknown =>
    isObject(values) ? showValues(values, collection, looks) : values
  return { ...result, live: await show(live), draft: await show(draft) }
}

async function showItem(
  { data, ...item }: Values,
  collection: CollectionModel,
  looks: Looks,
): Promise<Values> {
  const { fields } = looks
  const shown =
    fields === undefined
      ? item
      : Object.fromEntries(
          Object.entries(item).filter(([name]) => alwaysShown.includes(name) || fields.includes(name)),
        )
  return { ...shown, data: await showValues((data ?? {}) as Values, collection, looks) }
}

async function showValues(
  values: Values,
  { field }: CollectionModel,
  { fields, format }: Looks,
): Promise<Values> {
  const shown: Record<string, unknown> = {}
  for (const [slug, value] of Object.entries(values)) {
    if (fields !== undefined && !fields.includes(slug)) continue
    const isRichText = format === 'markdown' && field.get(slug)?.type.name === 'portableText'
    shown[slug] = isRichText && Array.isArray(value) ? await markdownOf(value as Block[]) : value
  }
  return shown
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
