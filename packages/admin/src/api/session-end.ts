/** A session can end at any moment, and what is on the screen must stay. */
type Listener = () => void

const listeners = new Set<Listener>()
let isOver = false

export const sessionEnd = {
  get isOver(): boolean {
    return isOver
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** An answer said that nobody is signed in any more. */
export function tellSessionOver(): void {
  change(true)
}

/** The same person has signed in again. */
export function tellSessionBack(): void {
  change(false)
}

function change(value: boolean): void {
  if (isOver === value) return
  isOver = value
  for (const listener of listeners) listener()
}
