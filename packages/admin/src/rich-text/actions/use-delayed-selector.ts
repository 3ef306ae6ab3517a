import { type EditorSnapshot, useEditor } from '@portabletext/editor'
import { useEffect, useState } from 'react'
import { whenIdle } from '../../ui/when-idle.ts'

/** milliseconds between a change of the editor's state and reading it */
const readDelay = 120

/**
 * Selects a part of the editor's state, with a delay, so that a typed letter is painted first. `select` returns a text,
 * so that the component does not render again while the text is the same.
 */
export function useDelayedSelector(select: (snapshot: EditorSnapshot) => string): string {
  const editor = useEditor()
  const [selected, setSelected] = useState(() => select(editor.getSnapshot()))
  useEffect(() => {
    let cancel: (() => void) | undefined
    const read = (): void => {
      cancel = undefined
      setSelected(select(editor.getSnapshot()))
    }
    const subscription = editor.subscribe({
      next: () => {
        cancel ??= whenIdle(read, readDelay)
      },
    })
    return () => {
      subscription.unsubscribe()
      cancel?.()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the scheduled function uses it
  }, [editor, select])
  return selected
}
