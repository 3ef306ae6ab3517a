import { type EditorSnapshot, useEditor } from '@portabletext/editor'
import { useEffect, useState } from 'react'

/**
 * What can be seen of the text, looked at when a key has been answered: the letter is on the screen first. `select`
 * gives a text, so that nothing is drawn while it stays the same.
 */
export function useSettled(select: (snapshot: EditorSnapshot) => string): string {
  const editor = useEditor()
  const [selected, setSelected] = useState(() => select(editor.getSnapshot()))
  useEffect(() => {
    let frame: number | undefined
    let timer: number | undefined
    const look = (): void => {
      frame = undefined
      setSelected(select(editor.getSnapshot()))
    }
    const subscription = editor.subscribe({
      next: () => {
        // Behind the frame: what runs in it delays what it shows.
        frame ??= requestAnimationFrame(() => {
          timer = window.setTimeout(look)
        })
      },
    })
    return () => {
      subscription.unsubscribe()
      if (frame !== undefined) cancelAnimationFrame(frame)
      window.clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it is used by what is scheduled
  }, [editor, select])
  return selected
}
