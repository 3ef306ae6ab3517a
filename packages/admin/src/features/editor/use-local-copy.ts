import { useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from '../../rich-text/model/keys.ts'
import { useSession, useWorkspace } from '../../session/session.tsx'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { differingKeys } from './autosave/choosing.ts'
import {
  dropCopy,
  dropOldCopies,
  findCopy,
  keepCopy,
  keyPrefix,
  type StoredCopy,
  tabsWithCopies,
} from './autosave/local-copies.ts'
import type { Saver } from './autosave/saver.ts'
import type { DraftState } from './autosave/state.ts'
import type { Target } from './transport.ts'

/** milliseconds between two copies while the person types */
const copyInterval = 1000

export interface LocalCopy {
  /** unsaved work of an earlier visit, until the person decides */
  readonly found: StoredCopy | null
  /** Stores unsaved changes now. Returns whether the browser stored them. */
  keep(): boolean
  restore(): void
  discard(): void
}

/**
 * Stores unsaved changes in this browser, and finds those of closed tabs. Each tab has a copy of its own in
 * localStorage, under the key of the person and the item (`itemPrefix`) followed by the id of the tab. A tab holds a
 * lock while it is open, so that other tabs do not offer its copy.
 */
export function useLocalCopy(saver: Saver, { collection, translationOf }: Target): LocalCopy {
  const { person } = useSession()
  const { defaultLocale } = useWorkspace().site
  const { changeSet } = useContentScope()
  const [tab] = useState(() => newKey())
  const [found, setFound] = useState<StoredCopy | null>(null)
  const keeping = useRef<Keeping | null>(null)
  useEffect(() => {
    // A new item has no id yet, so its copy is found by its language and by the item that it translates.
    const nameOfNew = ({ locale }: DraftState) =>
      ['new', locale === '' ? defaultLocale : locale, translationOf ?? ''].join(' ').trim()
    const itemPrefix = () => {
      const draft = saver.getState()
      const item = draft.item?.id ?? nameOfNew(draft)
      return keyPrefix([person.id, collection, changeSet === undefined ? item : `${item} ${changeSet}`])
    }
    let isUnmounted = false
    const search = (openTabIds: readonly string[]) => {
      if (isUnmounted) return
      const tabs = new Set([...openTabIds, tab])
      dropOldCopiesOnce(tabs)
      setFound((current) => current ?? findUnsaved(saver, itemPrefix(), tabs))
    }
    void openTabs().then(async (openTabIds) => {
      search(openTabIds)
      // Tabs that count as open may just be closing, as after a reload; then their copies are found later.
      const mayBeClosing = tabsWithCopies(localStorage, itemPrefix()).filter(
        (other) => other !== tab && openTabIds.includes(other),
      )
      await Promise.all(mayBeClosing.map((other) => untilClosed(other)))
      if (mayBeClosing.length > 0) search(await openTabs())
    })
    const ownCopies = keepCopies(saver, () => `${itemPrefix()}:${tab}`)
    const release = holdOpen(tab)
    keeping.current = ownCopies
    return () => {
      isUnmounted = true
      ownCopies.end()
      release()
    }
  }, [saver, person.id, collection, translationOf, changeSet, defaultLocale, tab])
  /** Removes the found copy, which is restored or discarded. */
  const removeFound = () => {
    if (found !== null) dropCopy(localStorage, found.name)
    setFound(null)
  }
  const keep = useCallback(() => keeping.current?.keep() === true, [])
  return {
    found,
    keep,
    restore: () => {
      if (found !== null) saver.restore(found)
      removeFound()
    },
    discard: removeFound,
  }
}

let areOldDropped = false

/** Removes old copies of all items, once for each loaded page. */
function dropOldCopiesOnce(openTabIds: ReadonlySet<string>): void {
  if (!areOldDropped) dropOldCopies(localStorage, Date.now(), openTabIds)
  areOldDropped = true
}

/**
 * The newest copy that differs from the item. Copies that do not are removed without a question: their tab was closed
 * between a save and its response.
 */
function findUnsaved(saver: Saver, prefix: string, openTabIds: ReadonlySet<string>): StoredCopy | null {
  let copy = findCopy(localStorage, prefix, openTabIds)
  while (copy !== null && differingKeys(saver.getState(), copy).length === 0) {
    dropCopy(localStorage, copy.name)
    copy = findCopy(localStorage, prefix, openTabIds)
  }
  return copy
}

interface Keeping {
  /** Stores unsaved changes now. Returns whether the browser stored them. */
  readonly keep: () => boolean
  readonly end: () => void
}

/**
 * Stores unsaved changes while the person edits, and when the page closes. The storage key of a new item changes when
 * it is saved, so `nameOf` is called each time.
 */
function keepCopies(saver: Saver, nameOf: () => string): Keeping {
  let cancel: (() => void) | undefined
  let storedEdits = saver.getState().edits
  let isStored = true
  let name = nameOf()
  const keep = (): boolean => {
    cancel?.()
    cancel = undefined
    const state = saver.getState()
    if (isStored && state.edits === storedEdits && name === nameOf()) return true
    // The item was saved for the first time: its copy moves to the new key.
    if (name !== nameOf()) dropCopy(localStorage, name)
    storedEdits = state.edits
    name = nameOf()
    isStored = keepCopy(localStorage, name, state, Date.now())
    return isStored
  }
  const unsubscribe = saver.subscribe(() => {
    if (saver.getState().edits !== storedEdits) cancel ??= whenIdle(keep, copyInterval)
  })
  window.addEventListener('pagehide', keep)
  return {
    keep,
    end: () => {
      keep()
      unsubscribe()
      window.removeEventListener('pagehide', keep)
    },
  }
}

const lockPrefix = 'octavo-editor '

/**
 * Marks this tab as open with a lock; returns the function that releases it. Without the Web Locks API, as on an
 * insecure origin, no tab counts as open.
 */
function holdOpen(tab: string): () => void {
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return () => undefined
  let release: () => void = () => undefined
  const until = new Promise<void>((resolve) => (release = resolve))
  void locks.request(lockPrefix + tab, () => until)
  return release
}

/** milliseconds for which a browser can still report a tab as open after it was closed */
const closingTime = 3000

/** Waits until a tab is closed, but no longer than closing takes: a tab that stays open keeps its copy. */
async function untilClosed(tab: string): Promise<void> {
  const options = { mode: 'shared', signal: AbortSignal.timeout(closingTime) } as const
  await navigator.locks.request(lockPrefix + tab, options, () => undefined).catch(() => undefined)
}

/** The ids of the tabs that hold a lock. */
async function openTabs(): Promise<readonly string[]> {
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return []
  const { held = [] } = await locks.query()
  return held.flatMap(({ name }) =>
    name?.startsWith(lockPrefix) === true ? name.slice(lockPrefix.length) : [],
  )
}
