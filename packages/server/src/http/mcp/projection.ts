import type { Issue } from '@octavo/contract/errors'
import { hint } from '@octavo/contract/nearest'
import { trashedItem } from '@octavo/contract/operations/item-shapes'
import { revision } from '@octavo/contract/operations/revisions'
import type { CollectionModel } from '../../core/model/model.ts'
import type { Projection } from './arguments.ts'

type Values = Readonly<Record<string, unknown>>

/** properties of an item or a revision that `fields` can name besides the fields of the collection */
const properties = new Set(
  [...Object.keys(trashedItem.shape), ...Object.keys(revision.shape)].filter((name) => name !== 'data'),
)

/**
 * properties that are in every projection: those that tell which item it is, those that tell which revision (`kind`),
 * and terms, which answers have only on request
 */
const alwaysShown = ['id', 'slug', 'status', 'kind', 'url', 'terms']

/** properties that are in every projection of a revision */
const alwaysShownOfRevision = [...alwaysShown, 'createdAt']

/** Issues with the names in `fields`. */
export function fieldIssues(collection: CollectionModel, { fields = [] }: Projection): Issue[] {
  const known = [...collection.shownField.keys()]
  return fields.flatMap((name, index) =>
    collection.shownField.has(name) || properties.has(name)
      ? []
      : [
          {
            path: `fields.${index}`,
            message: `"${name}" is neither a field of "${collection.slug}" nor a property of items${hint(name, [...known, ...properties])}`,
          },
        ],
  )
}

/** Reduces each item of a result to the selected fields. */
export function project(result: Values, { fields = [] }: Projection): Values {
  const { item, items, live, draft } = result
  if (isObject(item)) return { ...result, item: itemWith(item, fields) }
  if (Array.isArray(items))
    return { ...result, items: (items as Values[]).map((one) => itemWith(one, fields)) }
  // The result of a comparison: the values of the live version and of the draft, without an item around them.
  const valuesOf = (values: unknown): unknown => (isObject(values) ? only(values, fields) : values)
  return { ...result, live: valuesOf(live), draft: valuesOf(draft) }
}

/** bytes of the values in the answer of a change whose call requests no values */
const acknowledgedBytes = 1000

/** left-out values that one answer names */
const maxNamed = 20

/**
 * The answer of a change unless the call requests values: short values, and the names of the others, which the model
 * has just sent or can read.
 */
export function acknowledge(result: Values): Values {
  const { item, notice } = result
  if (!isObject(item) || !isObject(item['data'])) return result
  const values = Object.entries(item['data'])
  let bytesLeft = acknowledgedBytes
  const shortValues = values.filter(([name, value]) => {
    const bytes = Buffer.byteLength(JSON.stringify({ [name]: value }))
    if (bytes > bytesLeft) return false
    bytesLeft -= bytes
    return true
  })
  if (shortValues.length === values.length) return result
  const data = Object.fromEntries(shortValues)
  const leftOut = values.map(([name]) => name).filter((name) => !Object.hasOwn(data, name))
  const also = typeof notice === 'string' ? ` ${notice}` : ''
  return { ...result, item: { ...item, data }, notice: `${leftOutNotice(leftOut)}${also}` }
}

function leftOutNotice(names: readonly string[]): string {
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : ''
  return `Values left out to keep the answer short: ${names.slice(0, maxNamed).join(', ')}${more}. content_get has them.`
}

function itemWith({ data, ...item }: Values, fields: readonly string[]): Values {
  // Only a revision has `entryId`.
  const always = 'entryId' in item ? alwaysShownOfRevision : alwaysShown
  return { ...only(item, [...always, ...fields]), data: only((data ?? {}) as Values, fields) }
}

function only(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
