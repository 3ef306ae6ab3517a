import { createContext, use } from 'react'
import type { Block, BlockIssue, BlockType, RichTextProps } from '../types.ts'
import type { Exit } from './leave-block.ts'

export type Direction = 'up' | 'down'

/** The shared state and actions of one editor. */
export interface RichTextContext {
  readonly isReadOnly: boolean
  readonly blockTypes: ReadonlyMap<string, BlockType>
  /** validation issues from the service, by the key of the block in the editor; paths are relative to the block */
  readonly issues: ReadonlyMap<string, readonly BlockIssue[]>
  readonly canPickMedia: boolean
  readonly cropPicture: RichTextProps['cropPicture']
  readonly setStyle: (style: string) => void
  readonly toggleList: (list: string) => void
  readonly toggleDecorator: (decorator: string) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly openLink: () => void
  /** Inserts a block at the caret. */
  readonly insert: (value: Block) => void
  /** Opens a dialog for the content of a new block, with initial values, then inserts the block. */
  readonly insertNew: (type: string, initial?: Readonly<Record<string, unknown>>) => void
  readonly insertImage: () => void
  /** Inserts an empty table, and moves the focus into its first cell. */
  readonly insertTable: () => void
  /** Lets the person choose pictures and write their captions, then inserts a gallery. */
  readonly insertGallery: () => void
  /** Opens the dialog for the content of a block. */
  readonly edit: (key: string, value: Block) => void
  readonly remove: (key: string) => void
  /** Replaces the content of a block. */
  readonly setBlock: (key: string, value: Block) => void
  /** Tells the editor that the focus is within a block, so that it does not restore its own selection. */
  readonly blurText: () => void
  readonly leaveBlock: (key: string, to: Exit) => void
  /** Returns whether a block was just inserted, so that it takes the focus. Returns true only once for each block. */
  readonly takeFresh: (key: string) => boolean
  /** Registers a function that passes a pending change of a block to the editor; null removes it. */
  readonly holdEdit: (key: string, commit: (() => void) | null) => void
  /** Reports whether the focus is in a block that is edited in place. */
  readonly setInPlace: (isInPlace: boolean) => void
  /** the element in which a block that is edited in place shows its tools; null until it is rendered */
  readonly toolsPlace: HTMLElement | null
  readonly move: (key: string, direction: Direction) => void
}

export const RichTextActions = createContext<RichTextContext | null>(null)

export function useRichText(): RichTextContext {
  const context = use(RichTextActions)
  if (context === null) throw new Error('useRichText needs a rich text editor around the component.')
  return context
}
