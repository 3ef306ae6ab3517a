import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { droppedPictures, holdsFiles, pastedPictures } from '../../../ui/picture-files.ts'

/**
 * Properties that make an element accept pasted and dropped images; it has `data-over` while files are dragged over it.
 * None without `onPictures`.
 */
export function usePicturePlace(onPictures: ((files: readonly File[]) => void) | undefined) {
  const [isOver, setIsOver] = useState(false)
  if (onPictures === undefined) return {}
  const take = (event: DragEvent | ClipboardEvent, pictures: readonly File[]) => {
    if (pictures.length === 0) return
    event.preventDefault()
    onPictures(pictures)
  }
  return {
    'data-over': isOver || undefined,
    onPaste: (event: ClipboardEvent) => take(event, pastedPictures(event.clipboardData)),
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      if (holdsFiles(event.dataTransfer)) event.preventDefault()
      take(event, droppedPictures(event.dataTransfer))
    },
    onDragLeave: () => setIsOver(false),
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return
      // Otherwise the browser would leave the page and show the file.
      event.preventDefault()
      setIsOver(true)
    },
  }
}
