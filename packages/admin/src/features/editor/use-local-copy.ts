import { useEffect, useState } from 'react'
import { useSession } from '../../session/session.tsx'
import { whenIdle } from '../../ui/when-idle.ts'
import { differingKeys } from './autosave/choosing.ts'
import { dropCopy, findCopy, keepCopy, placeOf, type StoredCopy } from './autosave/local-copies.ts'
import type { Saver } from './autosave/saver.ts'
import type { Target } from './transport.ts'

/** milliseconds of typing between two copies in this browser */
const pause = 1000

export interface LocalCopy {
  /** unsaved work of an earlier visit that waits for a decision */
  readonly found: StoredCopy | null
  restore(): void
  discard(): void
}

/** Stores unsaved changes in this browser, and finds those of a closed tab. */
export function useLocalCopy(saver: Saver, { collection, locale = '' }: Target): LocalCopy {
  const { person } = useSession()
  const [tab] = useState(() => crypto.randomUUID())
  const [found, setFound] = useState<StoredCopy | null>(null)
  useEffect(() => {
    const place = () => placeOf([person.id, collection, saver.getState().item?.id ?? `new ${locale}`])
    let isGone = false
    void openTabs().then((open) => {
      if (!isGone) setFound(findUnsaved(saver, place(), new Set([...open, tab])))
    })
    const ends = [keepCopies(saver, () => `${place()}:${tab}`), holdOpen(tab)]
    return () => {
      isGone = true
      for (const end of ends) end()
    }
  }, [saver, person.id, collection, locale, tab])
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

/** A tab can close between a save and its response: values that the item already has need no decision. */
function findUnsaved(saver: Saver, place: string, open: ReadonlySet<string>): StoredCopy | null {
  let copy = findCopy(localStorage, place, open)
  while (copy !== null && differingKeys(saver.getState(), copy).length === 0) {
    dropCopy(localStorage, copy.name)
    copy = findCopy(localStorage, place, open)
  }
  return copy
}

/** A new item gets its own place when it is saved. */
function keepCopies(saver: Saver, nameOf: () => string): () => void {
  let cancel: (() => void) | undefined
  let kept = saver.getState().edits
  let name = nameOf()
  const keep = () => {
    cancel?.()
    cancel = undefined
    const state = saver.getState()
    if (state.edits === kept && name === nameOf()) return
    if (name !== nameOf()) dropCopy(localStorage, name)
    kept = state.edits
    name = nameOf()
    keepCopy(localStorage, name, state, Date.now())
  }
  const end = saver.subscribe(() => {
    if (saver.getState().edits !== kept) cancel ??= whenIdle(keep, pause)
  })
  window.addEventListener('pagehide', keep)
  return () => {
    keep()
    end()
    window.removeEventListener('pagehide', keep)
  }
}

const lockPrefix = 'octavo-editor '

/** Other tabs see that this one is open. Without locks, as on an address without encryption, they see no tab at all. */
function holdOpen(tab: string): () => void {
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return () => undefined
  let release: () => void = () => undefined
  const until = new Promise<void>((resolve) => (release = resolve))
  void locks.request(lockPrefix + tab, () => until)
  return release
}

async function openTabs(): Promise<readonly string[]> {
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return []
  const { held = [] } = await locks.query()
  return held.flatMap(({ name }) =>
    name?.startsWith(lockPrefix) === true ? name.slice(lockPrefix.length) : [],
  )
}
