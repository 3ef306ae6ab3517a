import { isGallery } from './gallery/gallery.ts'
import { openTable } from './table/layout.ts'
import type { Block, BlockType } from './types.ts'

/**
 * Block types with their own dialog. If a plugin defines the schema of such a type, its generated form is used instead.
 */
export function ownDialogOf(
  block: Block,
  blockTypes: ReadonlyMap<string, BlockType>,
): 'table' | 'gallery' | null {
  if (blockTypes.has(block._type)) return null
  if (block._type === 'table' && openTable(block) !== null) return 'table'
  return block._type === 'gallery' && isGallery(block) ? 'gallery' : null
}
