import { createContext, use } from 'react'
import type { Block, BlockIssue, BlockType } from '../types.ts'

export type Direction = 'up' | 'down'

/** What the parts of one editor can do and know. */
export interface RichTextContext {
  readonly isReadOnly: boolean
  readonly blockTypes: ReadonlyMap<string, BlockType>
  /** what the service says, by the key of the block in the editor; paths begin within the block */
  readonly issues: ReadonlyMap<string, readonly BlockIssue[]>
  readonly canPickMedia: boolean
  readonly setStyle: (style: string) => void
  readonly toggleList: (list: string) => void
  readonly toggleDecorator: (decorator: string) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly openLink: () => void
  /** Puts a block in at the caret. */
  readonly insert: (value: Block) => void
  /** Asks for what a new block of a type holds, then puts it in. */
  readonly insertNew: (type: string, given?: Readonly<Record<string, unknown>>) => void
  readonly insertImage: () => void
  /** Asks for pictures, then for their words, then puts a gallery in. */
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
