import { type Editor, useEditor } from '@portabletext/editor'
import { getFocusBlock } from '@portabletext/editor/selectors'
import { type RefObject, useEffect } from 'react'
import { droppedPictures, holdsFiles, pastedPictures } from '../../ui/picture-files.ts'
import { insertObject, insertObjectAfter } from '../actions/insert-object.ts'
import { syncCaret } from './use-caret.ts'
import { imageBlock } from '../model/image-block.ts'
import type { CurrentEditor } from './current-editor.ts'
import type { RichTextProps } from '../types.ts'

/** Uploads pictures that are pasted or dropped into the text, and inserts each when its upload is done. */
export function usePictureFiles(
  text: RefObject<HTMLElement | null>,
  upload: RichTextProps['uploadPictures'],
  currentEditor: CurrentEditor,
): void {
  const editor = useEditor()
  useEffect(() => {
    const element = text.current
    if (element === null || upload === undefined) return undefined
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    const insertPictures = (event: Event, pictures: readonly File[], moveTo?: () => void): void => {
      if (pictures.length === 0) return
      event.preventDefault()
      event.stopPropagation()
      moveTo?.()
      syncCaret(element)
      upload(pictures, picturesInserter(editor, currentEditor))
    }
    const mayDrop = (event: DragEvent): void => {
      // Otherwise the browser would leave the page and show the file.
      if (holdsFiles(event.dataTransfer)) event.preventDefault()
    }
    element.addEventListener(
      'paste',
      (event) => insertPictures(event, pastedPictures(event.clipboardData)),
      options,
    )
    element.addEventListener('dragover', mayDrop, options)
    element.addEventListener(
      'drop',
      (event) => {
        if (isBlockDrag(event.dataTransfer)) return
        mayDrop(event)
        insertPictures(event, droppedPictures(event.dataTransfer), () => moveCaret(element, event))
      },
      options,
    )
    return () => listening.abort()
  }, [editor, text, upload, currentEditor])
}

/** Whether a block of an editor is dragged, which can contain a picture as well. */
function isBlockDrag(data: DataTransfer | null): boolean {
  return data?.types.includes('application/x-portable-text') === true
}

/**
 * Returns a function that inserts pictures after the block that has the caret now, each one after the previous one. As
 * long as the caret stays in that block, the first picture is inserted at the caret.
 */
function picturesInserter(
  editor: Editor,
  currentEditor: CurrentEditor,
): (picture: Parameters<typeof imageBlock>[0]) => void {
  /** the key of the block after which the next picture is inserted; undefined if there is no caret at first */
  let previousKey = caretBlockKey(editor)
  const insert = (current: Editor, block: ReturnType<typeof imageBlock>): void => {
    const { value } = current.getSnapshot().context
    const hasPrevious = value.some(({ _key }) => _key === previousKey)
    if (previousKey === undefined || !hasPrevious || previousKey === caretBlockKey(current)) {
      previousKey = insertObject(current, block)
      if (!isWriting()) current.send({ type: 'focus' })
    } else previousKey = insertObjectAfter(current, previousKey, block)
  }
  return (picture) => currentEditor.run((current) => insert(current, imageBlock(picture)))
}

/**
 * Whether the focus is in a text or a field, where it must stay. From elsewhere it moves to the text: a button of the
 * upload list, for example, disappears with the upload.
 */
function isWriting(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') === true
}

function caretBlockKey(editor: Editor): string | undefined {
  return getFocusBlock(editor.getSnapshot())?.node._key
}

function moveCaret(element: HTMLElement, { clientX, clientY }: DragEvent): void {
  element.focus()
  const [node, offset] = positionAt(clientX, clientY)
  if (node !== undefined && element.contains(node)) document.getSelection()?.collapse(node, offset)
}

/** The position in the text at a point of the window. */
function positionAt(x: number, y: number): readonly [Node?, number?] {
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
