import type { Taxonomy } from '@octavo/contract/operations/taxonomies'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { inLocale } from '../site-translations/reading.ts'
import {
  findTaxonomy,
  listTaxonomies,
  listTaxonomyCollections,
  lockTaxonomyById,
  type TaxonomyRow,
} from './store.ts'

/** A taxonomy with the collections whose items can have its terms. */
export interface OpenTaxonomy {
  readonly row: TaxonomyRow
  readonly collections: readonly CollectionModel[]
}

/** The taxonomy of a name; throws NOT_FOUND. In a transaction it stays locked until the end (`findTaxonomy`). */
export async function openTaxonomy(context: ReadContext, name: string): Promise<OpenTaxonomy> {
  const row = await findTaxonomy(context, name)
  if (row === undefined) throw notFound(`The taxonomy "${name.slice(0, 100)}"`)
  return { row, collections: (await collectionsOf(context)).get(row.id) ?? [] }
}

/** The taxonomy of an id, locked until the transaction ends; undefined without one. */
export async function findTaxonomyForChange(
  context: WriteContext,
  id: string,
): Promise<OpenTaxonomy | undefined> {
  const row = await lockTaxonomyById(context, id)
  return row && { row, collections: (await collectionsOf(context)).get(id) ?? [] }
}

/** All taxonomies by name, with the texts of a locale; null stands for the default locale. */
export async function allTaxonomies(
  context: ReadContext,
  locale: string | null = null,
): Promise<OpenTaxonomy[]> {
  const rows = await inLocale(context, await listTaxonomies(context), locale)
  const collections = await collectionsOf(context)
  return rows
    .map((row) => ({ row, collections: collections.get(row.id) ?? [] }))
    .toSorted((one, other) => (one.row.name < other.row.name ? -1 : 1))
}

/** taxonomy id → its collections by slug */
async function collectionsOf(context: ReadContext): Promise<Map<string, CollectionModel[]>> {
  const pairs = await listTaxonomyCollections(context)
  const idsOf = Map.groupBy(pairs, (pair) => pair.taxonomy_id)
  return new Map(
    [...idsOf].map(([id, pairsOfTaxonomy]) => {
      const ids = new Set(pairsOfTaxonomy.map((pair) => pair.collection_id))
      return [id, [...context.schema.collections.values()].filter((collection) => ids.has(collection.id))]
    }),
  )
}

export function presentTaxonomy({ row, collections }: OpenTaxonomy): Taxonomy {
  return {
    id: row.id,
    name: row.name,
    label: row.label,
    labelSingular: row.label_singular,
    hierarchical: row.hierarchical === 1,
    collections: collections.map(({ slug }) => slug),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
