/** Called when the session ends or is restored. */
type Listener = () => void

const listeners = new Set<Listener>()
let isOver = false

/** Whether the session has ended. It can end at any time; then the screen keeps its content until it is restored. */
export const sessionEnd = {
  get isOver(): boolean {
    return isOver
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** To be called when a response shows that the session has ended. */
export function notifySessionEnded(): void {
  change(true)
}

/** To be called when the same person has signed in again. */
export function notifySessionRestored(): void {
  change(false)
}

function change(value: boolean): void {
  if (isOver === value) return
  isOver = value
  for (const listener of listeners) listener()
}
