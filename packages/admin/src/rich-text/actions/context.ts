import { createContext, use } from 'react'
import type { Block, BlockIssue, BlockType } from '../types.ts'

export type Direction = 'up' | 'down'

/** The shared state and actions of one editor. */
export interface RichTextContext {
  readonly isReadOnly: boolean
  readonly blockTypes: ReadonlyMap<string, BlockType>
  /** validation issues from the service, by the key of the block in the editor; paths are relative to the block */
  readonly issues: ReadonlyMap<string, readonly BlockIssue[]>
  readonly canPickMedia: boolean
  readonly setStyle: (style: string) => void
  readonly toggleList: (list: string) => void
  readonly toggleDecorator: (decorator: string) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly openLink: () => void
  /** Inserts a block at the caret. */
  readonly insert: (value: Block) => void
  /** Opens a dialog for the content of a new block, then inserts the block. */
  readonly insertNew: (type: string, given?: Readonly<Record<string, unknown>>) => void
  readonly insertImage: () => void
  /** Lets the person choose pictures and write their captions, then inserts a gallery. */
  readonly insertGallery: () => void
  readonly edit: (key: string, value: Block) => void
  readonly remove: (key: string) => void
  readonly move: (key: string, direction: Direction) => void
}

export const RichTextActions = createContext<RichTextContext | null>(null)

export function useRichText(): RichTextContext {
  const context = use(RichTextActions)
  if (context === null) throw new Error('This part stands outside of a rich text editor.')
  return context
}
