import type { Limits } from '@octavo/contract/access'
import type { CollectionModel, Schema } from './model.ts'
import { isClosed, targetsOfField, visibleField, withoutOrder } from './visible-fields.ts'

/** different limits of tokens for which a schema caches the visible part */
const maxKept = 200

const schemas = new WeakMap<Schema, Map<string, Schema>>()
const models = new WeakMap<CollectionModel, Map<string, CollectionModel>>()

interface Seen {
  readonly limits: Limits | undefined
  /** what identifies a row; see `Dialect` */
  readonly rowKey: string
}

/**
 * The schema for a caller: the collections that a token is limited to. Their `rows` have only the items in its locales, and
 * their `shown` fields do not name other collections. This keeps such a token from other items, because every look-up of a
 * collection uses the schema of the call, and everything that is read for a caller is read from `rows`.
 */
export function visibleSchema(schema: Schema, { limits, rowKey }: Seen): Schema {
  if (limits === undefined) return schema
  return kept(schemas, schema, JSON.stringify([limits.collections, limits.locales]), () => {
    const { collections } = limits
    const isSeen = (slug: string): boolean => collections === null || collections.includes(slug)
    const seen = [...schema.collections.values()]
      .filter(({ slug }) => isSeen(slug))
      .map((model) => visibleModel(schema, model, { limits, rowKey, isSeen }))
    return {
      version: schema.version,
      collections: new Map(seen.map((model) => [model.slug, model])),
      byId: new Map(seen.map((model) => [model.id, model])),
      previewOrigins: schema.previewOrigins,
      whole: schema,
    }
  })
}

interface Limited {
  readonly limits: Limits
  readonly rowKey: string
  readonly isSeen: (collection: string) => boolean
}

function visibleModel(
  schema: Schema,
  model: CollectionModel,
  { limits: { locales }, rowKey, isSeen }: Limited,
): CollectionModel {
  const hidden = [...new Set(model.fields.flatMap(targetsOfField))].filter((target) => !isSeen(target))
  if (locales === null && hidden.length === 0) return model
  const rowsOf = ({ table }: CollectionModel): string =>
    locales === null ? table : rowsInLocales(table, locales, rowKey)
  return kept(models, model, JSON.stringify([locales, hidden]), () => {
    const shown = model.fields.map((field) => {
      const seen = visibleField(field, isSeen)
      if (locales === null || seen.type.name !== 'reference' || isClosed(seen)) return seen
      const target = schema.collections.get(String(seen.options['collection']))
      return target === undefined ? seen : withoutOrder(seen, { table: target.table, rows: rowsOf(target) })
    })
    const shownField = new Map(shown.map((field) => [field.slug, field]))
    return { ...model, rows: rowsOf(model), locales, shown, shownField }
  })
}

function rowsInLocales(table: string, locales: readonly string[], rowKey: string): string {
  const texts = locales.map((locale) => `'${locale.replaceAll("'", "''")}'`).join(', ')
  const key = rowKey === 'id' ? '' : `t.${rowKey} AS ${rowKey}, `
  return `(SELECT ${key}t.* FROM ${table} t WHERE t.locale IN (${texts}))`
}

/** Cached, because SQL texts are cached by the model. */
function kept<Of extends object, Value>(
  cache: WeakMap<Of, Map<string, Value>>,
  of: Of,
  key: string,
  make: () => Value,
): Value {
  let known = cache.get(of)
  if (known === undefined) cache.set(of, (known = new Map()))
  let value = known.get(key)
  if (value === undefined) {
    if (known.size >= maxKept) known.clear()
    known.set(key, (value = make()))
  }
  return value
}
