/** Whether the service could be reached when it was last asked; who shows or waits for it subscribes. */
type Listener = () => void

const listeners = new Set<Listener>()
let isReachable = true
let probe: ReturnType<typeof setInterval> | undefined

/** milliseconds between two looks whether the service is back */
const pause = 2000

/** Distinguishes a response from no response, for every call of the client. */
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
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function setReachable(value: boolean): void {
  if (value === isReachable) return
  isReachable = value
  clearInterval(probe)
  if (!value) probe = setInterval(() => void look(), pause)
  for (const listener of listeners) listener()
}

async function look(): Promise<void> {
  const response = await globalThis.fetch('/_cms/health', { cache: 'no-store' }).catch(() => null)
  if (response?.ok) setReachable(true)
}

// The browser reports a lost connection before a call fails.
globalThis.addEventListener?.('offline', () => setReachable(false))
globalThis.addEventListener?.('online', () => void look())
