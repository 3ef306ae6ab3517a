import { useEffect, useRef, useState } from 'react'
import { holdsFiles } from './picture-files.ts'

/**
 * Accepts files that are dropped or pasted anywhere in the window. Returns whether files are being dragged over the
 * window. With `isOff`, dropped and pasted files are left to the browser.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void, isOff = false): boolean {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    if (isOff) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const pass = (files: FileList | undefined) => {
      if (files !== undefined && files.length > 0) latest.current([...files])
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
        // Without a related target, the pointer has left the window and not only an element.
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
        pass(event.dataTransfer?.files)
      },
      { signal },
    )
    window.addEventListener('paste', ({ clipboardData }) => pass(clipboardData?.files), { signal })
    return () => listening.abort()
  }, [isOff])
  return isOver && !isOff
}
