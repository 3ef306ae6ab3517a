import type { Event } from '@octavo/contract/operations/events'

export type Change = Event

/** `null`: changes may have been missed, so anything may be out of date. */
type Listener = (changes: readonly Change[] | null) => void

const listeners = new Set<Listener>()

/** Subscribes to all changes of the site, by this user and others; returns the function that unsubscribes. */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls all listeners with changes; with null if some may have been missed. */
export function announceChanges(changes: readonly Change[] | null): void {
  for (const listener of listeners) listener(changes)
}
