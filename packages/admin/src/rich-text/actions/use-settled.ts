import { type EditorSnapshot, useEditor } from '@portabletext/editor'
import { useEffect, useState } from 'react'
import { whenIdle } from '../../ui/when-idle.ts'

/** milliseconds between a key and a look at what it has changed */
const pause = 120

/**
 * What can be seen of the text, looked at when a key has been answered: the letter is on the screen first, and no frame
 * is asked for that the next letter would have to wait for. `select` gives a text, so that nothing is drawn while it
 * stays the same.
 */
export function useSettled(select: (snapshot: EditorSnapshot) => string): string {
  const editor = useEditor()
  const [selected, setSelected] = useState(() => select(editor.getSnapshot()))
  useEffect(() => {
    let cancel: (() => void) | undefined
    const look = (): void => {
      cancel = undefined
      setSelected(select(editor.getSnapshot()))
    }
    const subscription = editor.subscribe({
      next: () => {
        cancel ??= whenIdle(look, pause)
      },
    })
    return () => {
      subscription.unsubscribe()
      cancel?.()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it is used by what is scheduled
  }, [editor, select])
  return selected
}
