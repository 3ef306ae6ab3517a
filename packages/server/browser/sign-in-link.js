// @ts-check
import { ApiFailure, callApi } from './api.js'
import { complain, showStep } from './messages.js'
import { enter } from './replacing.js'

// A script calls, not the browser by itself: what reads mail to look for dangers would use up the link.

const busy = /** @type {HTMLElement} */ (document.querySelector('[data-step="busy"]'))
const token = new URLSearchParams(location.search).get('token') ?? ''

try {
  await enter(busy.dataset['return'] ?? '/', (replacing) =>
    callApi('GET', `/auth/magic-link/verify?${new URLSearchParams({ token, ...textsOf(replacing) })}`),
  )
} catch (error) {
  const isOver = error instanceof ApiFailure && [400, 401, 404, 410].includes(error.status)
  if (isOver) showStep('failed')
  else {
    busy.querySelector('[role="status"]')?.remove()
    complain(busy, error instanceof Error ? error.message : null)
  }
}

/** @param {Record<string, unknown>} values */
function textsOf(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}
