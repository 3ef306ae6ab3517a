import type { Limits } from '@octavo/contract/access'
import type { CollectionModel, Schema } from './model.ts'
import { isClosed, targetsOfField, visibleField, withoutOrder } from './visible-fields.ts'

/** different limits of tokens for which a schema caches the visible part */
const maxCached = 200

const schemas = new WeakMap<Schema, Map<string, Schema>>()
const models = new WeakMap<CollectionModel, Map<string, CollectionModel>>()

interface SchemaLimits {
  readonly limits: Limits | undefined
  /** what identifies a row; see `Dialect` */
  readonly rowKey: string
}

/**
 * The schema for a caller: the collections that a token is limited to. Their `rows` have only the items in its locales,
 * and their `shown` fields do not name other collections. This keeps such a token from other items, because every
 * look-up of a collection uses the schema of the call, and everything that is read for a caller is read from `rows`.
 */
export function visibleSchema(schema: Schema, { limits, rowKey }: SchemaLimits): Schema {
  if (limits === undefined) return schema
  return cachedFor(schemas, schema, JSON.stringify([limits.collections, limits.locales]), () => {
    const { collections } = limits
    // A token can name a collection that was deleted since: its items then are those of no collection that it sees.
    const isSeen = (slug: string): boolean =>
      collections === null || (collections.includes(slug) && schema.collections.has(slug))
    const visible = [...schema.collections.values()]
      .filter(({ slug }) => isSeen(slug))
      .map((model) => visibleModel(schema, model, { limits, rowKey, isSeen }))
    return {
      version: schema.version,
      collections: new Map(visible.map((model) => [model.slug, model])),
      byId: new Map(visible.map((model) => [model.id, model])),
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
  { limits, rowKey, isSeen }: Limited,
): CollectionModel {
  const { collections, locales } = limits
  const targets = [...new Set(model.fields.flatMap(targetsOfField))]
  const hidden = targets.filter((target) => !isSeen(target))
  if (locales === null && hidden.length === 0) return model
  const rowsOf = ({ table }: CollectionModel): string =>
    locales === null ? table : rowsInLocales(table, locales, rowKey)
  // The key has the ids of the targets, because a model is reused when a collection that its fields refer to is deleted
  // or created again.
  const ids = targets.map((target) => schema.collections.get(target)?.id)
  return cachedFor(models, model, JSON.stringify([locales, collections === null, hidden, ids]), () => {
    const shown = model.fields.map((field) => {
      const visible = visibleField(field, isSeen)
      if (locales === null || visible.type.name !== 'reference' || isClosed(visible)) return visible
      // A token without a limit of collections sees a reference to a collection that was deleted (no `target`), and the
      // former ids of all collections in its locales.
      const target = schema.collections.get(String(visible.options['collection']))
      const former = formerIdsIn(locales, collections === null ? undefined : target)
      return withoutOrder(visible, target === undefined ? [former] : [rowsOf(target), former])
    })
    const shownField = new Map(shown.map((field) => [field.slug, field]))
    return { ...model, rows: rowsOf(model), locales, shown, shownField }
  })
}

function rowsInLocales(table: string, locales: readonly string[], rowKey: string): string {
  // `*` does not contain the row id of the embedded engine.
  const key = rowKey === 'id' ? '' : `t.${rowKey} AS ${rowKey}, `
  return `(SELECT ${key}t.* FROM ${table} t WHERE t.locale IN (${texts(locales)}))`
}

/** The ids of permanently deleted items, which can remain in values of other items. */
function formerIdsIn(locales: readonly string[], collection: CollectionModel | undefined): string {
  const inCollection = collection === undefined ? '' : ` AND f.collection_id = '${collection.id}'`
  return `(SELECT f.id FROM former_items f WHERE f.locale IN (${texts(locales)})${inCollection})`
}

function texts(locales: readonly string[]): string {
  return locales.map((locale) => `'${locale.replaceAll("'", "''")}'`).join(', ')
}

/**
 * The value that is cached for an object and a key, made if there is none. So tokens with equal limits have the same
 * models, by which other modules cache SQL texts.
 */
function cachedFor<Of extends object, Value>(
  cache: WeakMap<Of, Map<string, Value>>,
  of: Of,
  key: string,
  make: () => Value,
): Value {
  let known = cache.get(of)
  if (known === undefined) cache.set(of, (known = new Map()))
  let value = known.get(key)
  if (value === undefined) {
    if (known.size >= maxCached) known.clear()
    known.set(key, (value = make()))
  }
  return value
}
