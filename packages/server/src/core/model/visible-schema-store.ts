import type { Limits } from '@octavo/contract/access'
import type { CollectionModel, Schema } from './model.ts'

/** limits of tokens for which one schema keeps what they see */
const maxKept = 200

const schemas = new WeakMap<Schema, Map<string, Schema>>()
const models = new WeakMap<CollectionModel, Map<string, CollectionModel>>()

interface Seen {
  readonly limits: Limits | undefined
  /** what identifies a row; see `Dialect` */
  readonly rowKey: string
}

/**
 * The schema for a caller: the collections that a token is limited to, whose `rows` have the items in its locales only.
 * This alone keeps such a token from other items, because every look-up of a collection uses the schema of the call, and
 * everything that is read for a caller is read from `rows`.
 */
export function visibleSchema(schema: Schema, { limits, rowKey }: Seen): Schema {
  if (limits === undefined) return schema
  return kept(schemas, schema, JSON.stringify([limits.collections, limits.locales]), () => {
    const { collections, locales } = limits
    const seen = [...schema.collections.values()]
      .filter(({ slug }) => collections === null || collections.includes(slug))
      .map((model) => (locales === null ? model : inLocales(model, locales, rowKey)))
    return {
      version: schema.version,
      collections: new Map(seen.map((model) => [model.slug, model])),
      byId: new Map(seen.map((model) => [model.id, model])),
      previewOrigins: schema.previewOrigins,
    }
  })
}

function inLocales(model: CollectionModel, locales: readonly string[], rowKey: string): CollectionModel {
  const texts = locales.map((locale) => `'${locale.replaceAll("'", "''")}'`).join(', ')
  return kept(models, model, texts, () => {
    const key = rowKey === 'id' ? '' : `t.${rowKey} AS ${rowKey}, `
    return { ...model, rows: `(SELECT ${key}t.* FROM ${model.table} t WHERE t.locale IN (${texts}))` }
  })
}

/** Kept, because SQL texts are cached by the model. */
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
