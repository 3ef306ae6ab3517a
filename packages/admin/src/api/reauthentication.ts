import type { OctavoApiError } from '@octavo/client/session-client'

/** Called when the question to the person appears or ends. */
type Listener = () => void

const listeners = new Set<Listener>()
/**
 * The open question to the person to authenticate again. All calls that wait share it; undefined while none waits.
 */
let question: { readonly answer: Promise<boolean>; readonly resolve: (isDone: boolean) => void } | undefined

/** The question to the person, for the dialog that shows it. */
export const reauthentication = {
  get isAsked(): boolean {
    return question !== undefined
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Ends the question: the waiting calls are repeated if the person has authenticated again, otherwise they fail. */
  end(isDone: boolean): void {
    question?.resolve(isDone)
    question = undefined
    for (const listener of listeners) listener()
  },
}

/**
 * Wraps `fetch`: if the service refuses a call because it requires recent authentication, the person is asked to
 * authenticate again, and then the call is repeated. So no input is lost.
 */
export function reauthenticatingFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status !== 403 || !(await isRequired(response.clone()))) return response
    return (await askPerson()) ? fetch(input, init) : response
  }
}

/** Whether a refused call can be repeated after the person has authenticated again. */
async function isRequired(response: Response): Promise<boolean> {
  const body = (await response.json().catch(() => null)) as { error?: Partial<OctavoApiError> } | null
  return body?.error?.code === 'REAUTHENTICATION_REQUIRED'
}

/** Asks the person, once for all calls that wait. Returns whether they have authenticated again. */
function askPerson(): Promise<boolean> {
  if (question === undefined) {
    const { promise: answer, resolve } = Promise.withResolvers<boolean>()
    question = { answer, resolve }
    for (const listener of listeners) listener()
  }
  return question.answer
}
