import { type Editor, useEditor } from '@portabletext/editor'
import { getFocusTextBlock } from '@portabletext/editor/selectors'
import { useMemo, useState } from 'react'
import { picturesOf } from '../gallery/gallery.ts'
import type { Block, RichTextProps } from '../types.ts'
import type { RichTextContext } from './context.ts'
import { insertObject } from './insert-object.ts'
import { leaveBlock } from './leave-block.ts'
import { imageBlock } from '../model/image-block.ts'
import { pickPicturesOf } from '../model/pick-pictures.ts'
import { newTable } from '../model/table-shape.ts'

/** The dialog that is open, and what it is about. */
export type OpenDialog =
  | { readonly kind: 'link' }
  /** `key`: of the block in the editor; null for a block that is not inserted yet */
  | { readonly kind: 'block'; readonly key: string | null; readonly block: Block }

/** The actions of the context; `Frame` adds the rest, which needs its properties and state. */
export type Actions = Omit<
  RichTextContext,
  | 'isReadOnly'
  | 'blockTypes'
  | 'issues'
  | 'canPickMedia'
  | 'cropPicture'
  | 'holdEdit'
  | 'setInPlace'
  | 'toolsPlace'
>

type Pickers = Pick<RichTextProps, 'pickMedia' | 'pickMany'>

/** The actions on the text, and the dialog that one of them has opened. */
export function useActions({ pickMedia, pickMany }: Pickers) {
  const editor = useEditor()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const actions = useMemo(
    () => actionsOf(editor, setDialog, { pickMedia, pickMany }),
    [editor, pickMedia, pickMany],
  )
  return { actions, dialog, setDialog }
}

function actionsOf(editor: Editor, openDialog: (dialog: OpenDialog) => void, pickers: Pickers): Actions {
  const focus = (): void => editor.send({ type: 'focus' })
  // The keys of blocks that were just inserted and take the focus.
  const freshKeys = new Set<string>()
  return {
    setStyle: (style) => {
      setStyle(editor, style)
      focus()
    },
    toggleList: (listItem) => {
      editor.send({ type: 'list item.toggle', listItem })
      focus()
    },
    toggleDecorator: (decorator) => {
      editor.send({ type: 'decorator.toggle', decorator })
      focus()
    },
    undo: () => {
      editor.send({ type: 'history.undo' })
      focus()
    },
    redo: () => {
      editor.send({ type: 'history.redo' })
      focus()
    },
    openLink: () => openDialog({ kind: 'link' }),
    insert: (value) => {
      insertObject(editor, value)
      focus()
    },
    insertNew: (type, initial) =>
      openDialog({ kind: 'block', key: null, block: { ...initial, _type: type } }),
    insertImage: () => {
      void pickers.pickMedia?.().then((picked) => {
        if (picked !== null) insertObject(editor, imageBlock(picked))
        return focus()
      })
    },
    // The focus goes to the first cell of the new table, not to the text.
    insertTable: () => void freshKeys.add(insertObject(editor, newTable(3, 3))),
    setBlock: (key, value) => editor.send({ type: 'block.set', at: [{ _key: key }], props: { value } }),
    blurText: () => editor.send({ type: 'blur' }),
    leaveBlock: (key, to) => leaveBlock(editor, key, to),
    takeFresh: (key) => freshKeys.delete(key),
    insertGallery: () => {
      void pickPicturesOf(pickers)?.().then((picked) => {
        if (picked.length === 0) return focus()
        const block = { _type: 'gallery', images: picturesOf(picked) }
        return openDialog({ kind: 'block', key: null, block })
      })
    },
    edit: (key, block) => openDialog({ kind: 'block', key, block }),
    remove: (key) => {
      editor.send({ type: 'delete.block', at: [{ _key: key }] })
      focus()
    },
    move: (key, direction) => moveBlock(editor, key, direction),
  }
}

/** Changes the style of a paragraph. A paragraph of a list leaves the list. */
function setStyle(editor: Editor, style: string): void {
  const block = getFocusTextBlock(editor.getSnapshot())
  if (block?.node.listItem !== undefined)
    editor.send({ type: 'list item.remove', listItem: block.node.listItem })
  editor.send({ type: 'style.add', style })
}

export function moveBlock(editor: Editor, key: string, direction: 'up' | 'down'): void {
  editor.send({ type: `move.block ${direction}`, at: [{ _key: key }] })
}
