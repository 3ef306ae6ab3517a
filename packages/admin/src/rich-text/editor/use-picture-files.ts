import { type Editor, useEditor } from '@portabletext/editor'
import { getFocusBlock } from '@portabletext/editor/selectors'
import { type RefObject, useEffect } from 'react'
import { droppedPictures, holdsFiles, pastedPictures } from '../../ui/picture-files.ts'
import { insertObject, insertObjectBehind } from '../actions/insert-object.ts'
import { syncCaret } from './use-caret.ts'
import { imageBlock } from '../model/image-block.ts'
import type { OpenEditor } from './open-editor.ts'
import type { RichTextProps } from '../types.ts'

/** Uploads pictures that are pasted or dropped into the text, and inserts each when its upload is done. */
export function usePictureFiles(
  text: RefObject<HTMLElement | null>,
  upload: RichTextProps['uploadPictures'],
  open: OpenEditor,
): void {
  const editor = useEditor()
  useEffect(() => {
    const element = text.current
    if (element === null || upload === undefined) return undefined
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    const take = (event: Event, pictures: readonly File[], move?: () => void): void => {
      if (pictures.length === 0) return
      event.preventDefault()
      event.stopPropagation()
      move?.()
      syncCaret(element)
      upload(pictures, inserting(editor, open))
    }
    const mayDrop = (event: DragEvent): void => {
      // Otherwise the browser would leave the page and show the file.
      if (holdsFiles(event.dataTransfer)) event.preventDefault()
    }
    element.addEventListener('paste', (event) => take(event, pastedPictures(event.clipboardData)), options)
    element.addEventListener('dragover', mayDrop, options)
    element.addEventListener(
      'drop',
      (event) => {
        if (isOwn(event.dataTransfer)) return
        mayDrop(event)
        take(event, droppedPictures(event.dataTransfer), () => moveCaret(element, event))
      },
      options,
    )
    return () => listening.abort()
  }, [editor, text, upload, open])
}

/** Whether the drag began in this editor: a block that is moved can contain a picture. */
function isOwn(data: DataTransfer | null): boolean {
  return data?.types.includes('application/x-portable-text') === true
}

/** Inserts the first picture at the current caret, and each further one after the previous one. */
function inserting(editor: Editor, open: OpenEditor): (picture: Parameters<typeof imageBlock>[0]) => void {
  let place = caretBlock(editor)
  const insert = (current: Editor, block: ReturnType<typeof imageBlock>): void => {
    const isThere = current.getSnapshot().context.value.some(({ _key }) => _key === place)
    const isHere = place === undefined || !isThere || place === caretBlock(current)
    place = isHere ? insertObject(current, block) : insertObjectBehind(current, place ?? '', block)
    if (isHere && !isWritingElsewhere()) current.send({ type: 'focus' })
  }
  return (picture) => open.run((current) => insert(current, imageBlock(picture)))
}

/** Otherwise the focus may be on a button of the upload list, which disappears. */
function isWritingElsewhere(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') === true
}

function caretBlock(editor: Editor): string | undefined {
  return getFocusBlock(editor.getSnapshot())?.node._key
}

function moveCaret(element: HTMLElement, { clientX, clientY }: DragEvent): void {
  element.focus()
  const [node, offset] = placeAt(clientX, clientY)
  if (node !== undefined && element.contains(node)) document.getSelection()?.collapse(node, offset)
}

/** The position in the text at a point of the window. */
function placeAt(x: number, y: number): readonly [Node?, number?] {
  if ('caretPositionFromPoint' in document) {
    const place = document.caretPositionFromPoint(x, y)
    return place === null ? [] : [place.offsetNode, place.offset]
  }
  // Safari before 18.4 only supports this function.
  const range = (document as OlderDocument).caretRangeFromPoint?.(x, y)
  return range === null || range === undefined ? [] : [range.startContainer, range.startOffset]
}

interface OlderDocument {
  caretRangeFromPoint?(x: number, y: number): Range | null
}
