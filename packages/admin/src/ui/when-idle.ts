/** milliseconds after the delay: then the function runs even if the browser is not idle */
const longestWait = 300

/**
 * Runs a function after a delay, when the browser is idle (in Safari without waiting for that). Returns the function
 * that cancels it.
 */
export function whenIdle(act: () => void, milliseconds: number): () => void {
  let idle: number | undefined
  const timer = window.setTimeout(() => {
    if (!('requestIdleCallback' in window)) act()
    else idle = window.requestIdleCallback(act, { timeout: longestWait })
  }, milliseconds)
  return () => {
    window.clearTimeout(timer)
    if (idle !== undefined) window.cancelIdleCallback(idle)
  }
}
