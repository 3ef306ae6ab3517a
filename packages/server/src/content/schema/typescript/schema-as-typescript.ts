import type { BlockType } from '@octavo/plugin'
import type { Schema } from '../../../core/model/model.ts'
import { blockNames, blockTypes } from './block-types.ts'
import { collectionTypes, itemNames } from './collection-types.ts'
import { TypeNames } from './names.ts'
import { sharedNames, sharedTypes } from './shared-types.ts'
import { siteType } from './site-type.ts'

interface Parts {
  readonly schema: Schema
  /** the types of block of the enabled plugins */
  readonly blocks: Iterable<BlockType>
  /** names of the taxonomies of each collection, by the id of the collection */
  readonly taxonomies: ReadonlyMap<string, readonly string[]>
}

/**
 * The types of all collections. `Collections` maps slugs to items as visitors see them, and `Site` has all that the
 * client needs.
 */
export function schemaAsTypeScript({ schema, blocks, taxonomies }: Parts): string {
  const names = new TypeNames([...sharedNames, ...blockNames()])
  const items = itemNames(schema.collections.keys(), names)
  const collections = [...schema.collections.values()]
  const interfaces = collections.flatMap((collection) => {
    const own = items.get(collection.slug)
    return own === undefined ? [] : [collectionTypes(collection, own)]
  })
  const index = [...items].map(([slug, { live }]) => `  ${slug}: ${live}\n`).join('')
  return [
    sharedTypes,
    blockTypes(blocks, names),
    ...interfaces,
    siteType(collections, items, taxonomies),
    `export interface Collections {\n${index}}\n`,
  ].join('\n')
}
