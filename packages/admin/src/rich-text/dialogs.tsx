import { useEditor } from '@portabletext/editor'
import { lazy, Suspense, useEffect } from 'react'
import { useRichText } from './actions/context.ts'
import { pickPicturesOf } from './model/pick-pictures.ts'
import { insertObject } from './actions/insert-object.ts'
import type { OpenDialog } from './actions/use-actions.ts'
import { removeFence } from './editor/code-fence.ts'
import type { Block, RichTextProps } from './types.ts'
import { LinkQuestion } from './dialogs/link-question.tsx'
import { specialDialogOf } from './special-dialogs.ts'

/** Loaded when it is needed, or soon after the editor (see `Dialogs`), because writing does not need it. */
const loadBlockDialog = () => import('./dialogs/block-dialog.tsx')
const BlockDialog = lazy(async () => ({ default: (await loadBlockDialog()).BlockDialog }))
const GalleryDialog = lazy(async () => ({
  default: (await import('./gallery/gallery-dialog.tsx')).GalleryDialog,
}))

interface DialogsProps extends Pick<RichTextProps, 'pickMedia' | 'pickMany' | 'pickItem'> {
  readonly dialog: OpenDialog | null
  readonly onClose: () => void
}

/** milliseconds after which the code of dialogs and tables is loaded, so that they open without a delay later */
const preloadDelay = 500

/** The open dialog of the editor. It is outside of the text, so that the editor does not handle its keys. */
export function Dialogs({ dialog, onClose, pickItem, ...pickers }: DialogsProps) {
  const editor = useEditor()
  const { issues, blockTypes, cropPicture } = useRichText()
  useEffect(() => {
    const timer = window.setTimeout(() => {
      void loadBlockDialog()
      void import('./table/table-in-place.tsx')
    }, preloadDelay)
    return () => window.clearTimeout(timer)
  }, [])
  const close = (): void => {
    onClose()
    // The dialog returns the focus to the previous element, which may be a button that no longer exists.
    requestAnimationFrame(() => editor.send({ type: 'focus' }))
  }
  if (dialog === null) return null
  if (dialog.kind === 'link') return <LinkQuestion pickItem={pickItem} onClose={close} />
  const { key, block } = dialog
  const apply = (value: Block): void => {
    // If typing ``` opened the dialog, its code block replaces the paragraph with these characters.
    if (key === null && value._type === 'code') removeFence(editor)
    if (key === null) insertObject(editor, value)
    else editor.send({ type: 'block.set', at: [{ _key: key }], props: { value } })
    close()
  }
  const dialogProps = {
    block,
    isNew: key === null,
    issues: key === null ? [] : (issues.get(key) ?? []),
    onDone: apply,
    onClose: close,
  }
  return (
    <Suspense>
      {specialDialogOf(block, blockTypes) === 'gallery' ? (
        <GalleryDialog {...dialogProps} pickPictures={pickPicturesOf(pickers)} cropPicture={cropPicture} />
      ) : (
        <BlockDialog {...dialogProps} pickMedia={pickers.pickMedia} />
      )}
    </Suspense>
  )
}
