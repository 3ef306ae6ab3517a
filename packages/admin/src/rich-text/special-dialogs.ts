import { isGallery } from './gallery/gallery.ts'
import { editableTable } from './table/layout.ts'
import type { Block, BlockType } from './types.ts'

/**
 * The special dialog of a block; null for blocks that are edited in a generated form. A type that a plugin defines
 * always has a generated form.
 */
export function specialDialogOf(block: Block, blockTypes: ReadonlyMap<string, BlockType>): 'gallery' | null {
  if (blockTypes.has(block._type)) return null
  return block._type === 'gallery' && isGallery(block) ? 'gallery' : null
}

/** Whether a table is edited in place. A table in an unknown form is only shown. */
export function isTableInPlace(block: Block, blockTypes: ReadonlyMap<string, BlockType>): boolean {
  return block._type === 'table' && !blockTypes.has('table') && editableTable(block) !== null
}
