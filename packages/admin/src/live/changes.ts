import type { Event } from '@octavo/contract/operations/events'

export type Change = Event

/** `null`: changes may have been missed, so anything may be out of date. */
type Listener = (changes: readonly Change[] | null) => void

const listeners = new Set<Listener>()

/** Calls a listener with the changes of the site as they come, by whoever makes them; returns the function that ends it. */
export function onChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceChanges(changes: readonly Change[] | null): void {
  for (const listener of listeners) listener(changes)
}
