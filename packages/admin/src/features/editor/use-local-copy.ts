import { useEffect, useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { dropCopy, findCopy, keepCopy, placeOf, type StoredCopy } from './autosave/local-copies.ts'
import type { Saver } from './autosave/saver.ts'
import type { Target } from './transport.ts'

/** milliseconds of typing between two copies in this browser */
const pause = 400

export interface LocalCopy {
  /** unsaved work of an earlier visit that waits for a decision */
  readonly found: StoredCopy | null
  restore(): void
  discard(): void
}

/** Keeps what is not saved in this browser too, and finds what a tab that ended has left. */
export function useLocalCopy(saver: Saver, { collection, id, locale = '' }: Target): LocalCopy {
  const { person } = useSession()
  const place = placeOf([person.id, collection, id ?? `new ${locale}`])
  const [name] = useState(() => `${place}:${crypto.randomUUID()}`)
  const [found, setFound] = useState<StoredCopy | null>(null)
  useEffect(() => keepCopies(saver, name), [saver, name])
  useEffect(() => {
    let isGone = false
    const end = holdName(name)
    void namesInUse().then((held) => {
      if (!isGone) setFound(findCopy(localStorage, place, new Set([...held, name])))
    })
    return () => {
      isGone = true
      end()
    }
  }, [name, place])
  const settle = () => {
    if (found !== null) dropCopy(localStorage, found.name)
    setFound(null)
  }
  return {
    found,
    restore: () => {
      if (found !== null) saver.dispatch({ type: 'restored', copy: found, now: Date.now() })
      settle()
    },
    discard: settle,
  }
}

function keepCopies(saver: Saver, name: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let kept = saver.getState().edits
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    const state = saver.getState()
    if (state.edits === kept) return
    kept = state.edits
    keepCopy(localStorage, name, state, Date.now())
  }
  const end = saver.subscribe(() => {
    if (saver.getState().edits !== kept) timer ??= setTimeout(keep, pause)
  })
  window.addEventListener('pagehide', keep)
  return () => {
    keep()
    end()
    window.removeEventListener('pagehide', keep)
  }
}

/** Other tabs see that this one is open. Without locks, as on an address without encryption, they see no tab at all. */
function holdName(name: string): () => void {
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return () => undefined
  let release: () => void = () => undefined
  const until = new Promise<void>((resolve) => (release = resolve))
  void locks.request(name, () => until)
  return release
}

async function namesInUse(): Promise<readonly string[]> {
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return []
  const { held = [] } = await locks.query()
  return held.flatMap((lock) => lock.name ?? [])
}
