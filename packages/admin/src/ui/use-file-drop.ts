import { useEffect, useRef, useState } from 'react'
import { holdsFiles } from './picture-files.ts'

/**
 * Accepts files that are dropped or pasted anywhere in the window. Returns whether files are dragged over it. With
 * `isOff`, the browser handles files itself.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void, isOff = false): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    if (isOff) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const give = (files: FileList | undefined) => {
      if (files !== undefined && files.length > 0) take.current([...files])
    }
    window.addEventListener(
      'dragover',
      (event) => {
        if (!holdsFiles(event.dataTransfer)) return
        // Otherwise the browser would leave the page and show the file.
        event.preventDefault()
        setIsOver(true)
      },
      { signal },
    )
    window.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (relatedTarget === null) setIsOver(false)
      },
      { signal },
    )
    window.addEventListener(
      'drop',
      (event) => {
        setIsOver(false)
        if (!holdsFiles(event.dataTransfer)) return
        event.preventDefault()
        give(event.dataTransfer?.files)
      },
      { signal },
    )
    window.addEventListener('paste', ({ clipboardData }) => give(clipboardData?.files), { signal })
    return () => listening.abort()
  }, [isOff])
  return isOver && !isOff
}
