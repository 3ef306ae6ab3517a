/** Called when the service becomes reachable or unreachable. */
type Listener = () => void

const listeners = new Set<Listener>()
let isReachable = true
/** checks, while the service is unreachable, whether it answers again */
let probe: ReturnType<typeof setInterval> | undefined

/** milliseconds between two checks whether the service is reachable again */
const probeInterval = 2000

/** Wraps `fetch` to detect requests that got no response, for all calls of the client. */
export const watchingFetch: typeof globalThis.fetch = async (input, init) => {
  try {
    const response = await globalThis.fetch(input, init)
    setReachable(true)
    return response
  } catch (error) {
    if (!(init?.signal?.aborted ?? false)) setReachable(false)
    throw error
  }
}

export const connection = {
  get isReachable(): boolean {
    return isReachable
  },
  /** Returns the function that unsubscribes. */
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function setReachable(value: boolean): void {
  if (value === isReachable) return
  isReachable = value
  clearInterval(probe)
  if (!value) probe = setInterval(() => void checkReachable(), probeInterval)
  for (const listener of listeners) listener()
}

async function checkReachable(): Promise<void> {
  const response = await globalThis.fetch('/_cms/health', { cache: 'no-store' }).catch(() => null)
  if (response?.ok) setReachable(true)
}

// The browser reports a lost connection before a call fails. Unit tests run where there are no such events.
globalThis.addEventListener?.('offline', () => setReachable(false))
globalThis.addEventListener?.('online', () => void checkReachable())
