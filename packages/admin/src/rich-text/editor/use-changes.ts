import { useEditor } from '@portabletext/editor'
import { useCallback, useEffect, useRef } from 'react'
import { whenIdle } from '../../ui/when-idle.ts'
import type { Block } from '../types.ts'
import type { Session } from './session.ts'

/** milliseconds between two reports while a person types */
const reportInterval = 400

interface Changes {
  readonly session: Session
  /** makes the editor process pending input */
  readonly processPending: () => void
  /** the callbacks must stay the same functions: with others, the editor would not count as ready any more */
  readonly onChange: (blocks: Block[]) => void
  readonly onPending: (since: number | null) => void
}

/**
 * Reports changes at intervals while a person types, and immediately on blur and unmount. Returns a function that
 * reports them at once.
 */
export function useChanges({ session, processPending, onChange, onPending }: Changes): () => void {
  const editor = useEditor()
  const flush = useRef(() => {})
  useEffect(() => {
    let isReady = false
    /** cancels the scheduled report; undefined while none is scheduled, because everything is reported */
    let cancel: (() => void) | undefined
    const flushNow = (): void => {
      processPending()
      if (cancel === undefined) return
      cancel()
      cancel = undefined
      const blocks = session.change(editor.getSnapshot().context.value)
      if (blocks !== null) onChange(blocks)
      onPending(null)
    }
    const flushSoon = (): void => {
      if (cancel !== undefined) return
      cancel = whenIdle(flushNow, reportInterval)
      onPending(Date.now())
    }
    const subscriptions = [
      editor.on('ready', () => {
        isReady = true
      }),
      editor.on('operation', ({ origin }) => {
        // Operations of another origin, and those before the editor is ready, set its value: nobody has typed.
        if (isReady && origin === 'local') flushSoon()
      }),
      editor.on('blurred', flushNow),
    ]
    flush.current = flushNow
    window.addEventListener('beforeunload', flushNow, { capture: true })
    window.addEventListener('pagehide', flushNow, { capture: true })
    return () => {
      flushNow()
      for (const subscription of subscriptions) subscription.unsubscribe()
      window.removeEventListener('beforeunload', flushNow, { capture: true })
      window.removeEventListener('pagehide', flushNow, { capture: true })
    }
  }, [editor, session, processPending, onChange, onPending])
  return useCallback(() => flush.current(), [])
}
