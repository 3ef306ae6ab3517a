import { type Editor, useEditor } from '@portabletext/editor'
import { getFocusBlock } from '@portabletext/editor/selectors'
import { type RefObject, useEffect } from 'react'
import { holdsFiles, picturesIn } from '../../ui/picture-files.ts'
import { insertObject, insertObjectBehind } from '../actions/insert-object.ts'
import { tellCaret } from './use-caret.ts'
import { imageBlock } from '../model/image-block.ts'
import type { RichTextProps } from '../types.ts'

/** Puts in pictures that are pasted, or dropped at a place of the text, as soon as they are uploaded. */
export function usePictureFiles(
  text: RefObject<HTMLElement | null>,
  upload: RichTextProps['uploadPictures'],
): void {
  const editor = useEditor()
  useEffect(() => {
    const element = text.current
    if (element === null || upload === undefined) return undefined
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    const take = (event: Event, data: DataTransfer | null, move?: () => void): void => {
      const pictures = picturesIn(data)
      if (pictures.length === 0) return
      event.preventDefault()
      event.stopPropagation()
      move?.()
      tellCaret(element)
      upload(pictures, inserting(editor))
    }
    const mayDrop = (event: DragEvent): void => {
      // Otherwise the browser would leave the page and show the file.
      if (holdsFiles(event.dataTransfer)) event.preventDefault()
    }
    element.addEventListener('paste', (event) => take(event, event.clipboardData), options)
    element.addEventListener('dragover', mayDrop, options)
    element.addEventListener(
      'drop',
      (event) => take(event, event.dataTransfer, () => moveCaret(element, event)),
      options,
    )
    return () => listening.abort()
  }, [editor, text, upload])
}

/** Each picture comes behind the one before, the first where the caret is now, wherever that is later. */
function inserting(editor: Editor): (picture: Parameters<typeof imageBlock>[0]) => void {
  let place = caretBlock(editor)
  return (picture) => {
    const block = imageBlock(picture)
    const isThere = editor.getSnapshot().context.value.some(({ _key }) => _key === place)
    const isHere = place === undefined || !isThere || place === caretBlock(editor)
    place = isHere ? insertObject(editor, block) : insertObjectBehind(editor, place ?? '', block)
    if (isHere && !isWritingElsewhere()) editor.send({ type: 'focus' })
  }
}

/** The focus can be on a button of the uploads, which goes away. */
function isWritingElsewhere(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') === true
}

function caretBlock(editor: Editor): string | undefined {
  return getFocusBlock(editor.getSnapshot())?.node._key
}

function moveCaret(element: HTMLElement, { clientX, clientY }: DragEvent): void {
  element.focus()
  const place = document.caretPositionFromPoint(clientX, clientY)
  if (place !== null && element.contains(place.offsetNode))
    document.getSelection()?.collapse(place.offsetNode, place.offset)
}
