import type { Event } from '@octavo/contract/operations/events'

export type Change = Event

/** `null`: changes may have been missed, so anything may be out of date. */
type Listener = (changes: readonly Change[] | null) => void

const listeners = new Set<Listener>()

/** Calls a listener with all changes of the site, those of other users too; returns the function that removes it. */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceChanges(changes: readonly Change[] | null): void {
  for (const listener of listeners) listener(changes)
}
