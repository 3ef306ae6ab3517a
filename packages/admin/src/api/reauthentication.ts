import type { OctavoApiError } from '@octavo/client/session-client'

/** Called when the question to the person appears or ends. */
type Listener = () => void

const listeners = new Set<Listener>()
/** The question to the person, shared by all calls that wait for the answer; undefined while none waits. */
let waiting: { readonly answer: Promise<boolean>; readonly resolve: (isDone: boolean) => void } | undefined

export const reauthentication = {
  get isAsked(): boolean {
    return waiting !== undefined
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Resolves all waiting calls after the person has authenticated again. */
  end(isDone: boolean): void {
    waiting?.resolve(isDone)
    waiting = undefined
    for (const listener of listeners) listener()
  },
}

/**
 * Repeats a call that requires recent authentication after the person has authenticated again, so that no input is
 * lost.
 */
export function reauthenticatingFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status !== 403 || !(await isRequired(response.clone()))) return response
    return (await askPerson()) ? fetch(input, init) : response
  }
}

async function isRequired(response: Response): Promise<boolean> {
  const body = (await response.json().catch(() => null)) as { error?: Partial<OctavoApiError> } | null
  return body?.error?.code === 'REAUTHENTICATION_REQUIRED'
}

function askPerson(): Promise<boolean> {
  if (waiting === undefined) {
    const { promise: answer, resolve } = Promise.withResolvers<boolean>()
    waiting = { answer, resolve }
    for (const listener of listeners) listener()
  }
  return waiting.answer
}
