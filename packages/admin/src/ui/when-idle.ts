/** milliseconds after which it is done even so: a person may write without a pause */
const patience = 300

/**
 * Does something after so many milliseconds, between two keys and not in the middle of one, where the browser can tell
 * (Safari cannot). Returns what cancels it.
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
