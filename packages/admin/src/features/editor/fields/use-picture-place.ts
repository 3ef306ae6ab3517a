import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { holdsFiles, picturesIn } from '../../../ui/picture-files.ts'

/** Makes an element a place to paste and drop pictures; `data-over` while files are held over it. */
export function usePicturePlace(onPictures: ((files: readonly File[]) => void) | undefined) {
  const [isOver, setIsOver] = useState(false)
  if (onPictures === undefined) return {}
  const take = (event: DragEvent | ClipboardEvent, data: DataTransfer) => {
    setIsOver(false)
    const pictures = picturesIn(data)
    if (pictures.length === 0) return
    event.preventDefault()
    onPictures(pictures)
  }
  return {
    'data-over': isOver || undefined,
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
    onDragLeave: () => setIsOver(false),
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return
      // Otherwise the browser would leave the page and show the file.
      event.preventDefault()
      setIsOver(true)
    },
  }
}
