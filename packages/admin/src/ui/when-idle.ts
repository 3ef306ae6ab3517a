/** milliseconds after the delay: then the function runs even if the browser is not idle */
const longestWait = 300

/**
 * Runs a function after a delay, when the browser is idle (in Safari without waiting for that). Returns the function
 * that cancels it.
 */
export function whenIdle(action: () => void, milliseconds: number): () => void {
  let idle: number | undefined
  const timer = window.setTimeout(() => {
    if (!('requestIdleCallback' in window)) action()
    else idle = window.requestIdleCallback(action, { timeout: longestWait })
  }, milliseconds)
  return () => {
    window.clearTimeout(timer)
    if (idle !== undefined) window.cancelIdleCallback(idle)
  }
}
