/** milliseconds after which it runs even without a pause in typing */
const patience = 300

/**
 * Runs a function after a delay, when the browser is idle (in Safari without waiting for that). Returns the function
 * that cancels it.
 */
export function whenIdle(act: () => void, milliseconds: number): () => void {
  let idle: number | undefined
  const timer = window.setTimeout(() => {
    if (!('requestIdleCallback' in window)) act()
    else idle = window.requestIdleCallback(act, { timeout: patience })
  }, milliseconds)
  return () => {
    window.clearTimeout(timer)
    if (idle !== undefined) window.cancelIdleCallback(idle)
  }
}
