import { type Editor, useEditor } from '@portabletext/editor'
import {
  getFocusSpan,
  getFocusTextBlock,
  getSelectionText,
  isSelectionCollapsed,
} from '@portabletext/editor/selectors'
import { useState } from 'react'
import { isObject } from '../model/same.ts'
import type { PickedItem } from '../types.ts'
import { LinkDialog, type LinkDraft } from './link-dialog.tsx'

interface LinkQuestionProps {
  readonly pickItem: (() => Promise<PickedItem | null>) | undefined
  readonly onClose: () => void
}

/**
 * Shows the dialog of a link for the caret or the selection, and applies the answer to the editor: changes the link at
 * the caret, adds one to the selected text, or inserts one with its own text.
 */
export function LinkQuestion({ pickItem, onClose }: LinkQuestionProps) {
  const editor = useEditor()
  const [existing] = useState(() => linkAtCaret(editor))
  const [initial] = useState(() => draftOf(editor, existing))
  const apply = (link: LinkDraft): void => {
    const value = annotationOf(link)
    if (existing !== null) change(editor, existing, value)
    else if (link.text === null) editor.send({ type: 'annotation.add', annotation: { name: 'link', value } })
    else editor.send({ type: 'insert.span', text: link.text, annotations: [{ name: 'link', value }] })
    onClose()
  }
  const remove = (): void => {
    if (existing !== null) unlink(editor, existing)
    onClose()
  }
  return (
    <LinkDialog
      initial={initial}
      isNew={existing === null}
      pickItem={pickItem}
      onDone={apply}
      onRemove={remove}
      onClose={onClose}
    />
  )
}

interface ExistingLink {
  readonly blockKey: string
  readonly mark: Readonly<Record<string, unknown>> & { readonly _key: string }
}

/** A link is a mark on spans: a key in their `marks`, which `markDefs` of the block defines. */
function linkAtCaret(editor: Editor): ExistingLink | null {
  const snapshot = editor.getSnapshot()
  const block = getFocusTextBlock(snapshot)
  const marks = getFocusSpan(snapshot)?.node.marks ?? []
  const mark = block?.node.markDefs?.find(({ _key, _type }) => _type === 'link' && marks.includes(_key))
  return block === undefined || mark === undefined ? null : { blockKey: block.node._key, mark }
}

function draftOf(editor: Editor, existing: ExistingLink | null): LinkDraft {
  const snapshot = editor.getSnapshot()
  if (existing !== null) {
    const { href, blank, reference } = existing.mark
    return { href: typeof href === 'string' ? href : '', isBlank: blank === true, reference, text: null }
  }
  const hasSelection = snapshot.context.selection !== null && !isSelectionCollapsed(snapshot)
  const selected = hasSelection ? getSelectionText(snapshot) : ''
  const isAddress = /^(https?:\/\/|mailto:)\S+$/i.test(selected)
  const text = hasSelection ? null : ''
  return { href: isAddress ? selected : '', isBlank: false, reference: undefined, text }
}

function annotationOf({ href, isBlank, reference }: LinkDraft): Record<string, unknown> {
  return { href, ...(isBlank && { blank: true }), ...(isObject(reference) && { reference }) }
}

/** Changes an existing link. Properties that the dialog does not edit, such as a title, stay. */
function change(editor: Editor, { blockKey, mark }: ExistingLink, value: Record<string, unknown>): void {
  const block = getFocusTextBlock(editor.getSnapshot())
  if (block?.node._key !== blockKey) return
  const { blank: _, reference: __, ...others } = mark
  const markDefs = (block.node.markDefs ?? []).map((other) =>
    other._key === mark._key ? { ...others, ...value } : other,
  )
  editor.send({ type: 'block.set', at: block.path, props: { markDefs } })
}

/** Removes the link from all of its text, wherever the caret is in it. */
function unlink(editor: Editor, { mark }: ExistingLink): void {
  const block = getFocusTextBlock(editor.getSnapshot())
  if (block === undefined) return
  for (const child of block.node.children) {
    const marks = isObject(child) && Array.isArray(child['marks']) ? (child['marks'] as string[]) : []
    if (!marks.includes(mark._key)) continue
    editor.send({
      type: 'child.set',
      at: [...block.path, 'children', { _key: child._key }],
      props: { marks: marks.filter((key) => key !== mark._key) },
    })
  }
}
