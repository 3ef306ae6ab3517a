// @ts-check
import { ApiFailure, callApi } from './api.js'
import { complain, showStep } from './messages.js'

// A script calls, not the browser by itself: what reads mail to look for dangers would use up the link.

const failed = /** @type {HTMLElement} */ (document.querySelector('[data-step="failed"]'))
const busy = /** @type {HTMLElement} */ (document.querySelector('[data-step="busy"]'))
const token = new URLSearchParams(location.search).get('token') ?? ''

try {
  await callApi('GET', `/auth/magic-link/verify?token=${encodeURIComponent(token)}`)
  location.replace(busy.dataset['return'] ?? '/')
} catch (error) {
  const isRefused =
    error instanceof ApiFailure && error.status > 0 && error.status < 500 && error.status !== 429
  showStep('failed')
  if (!isRefused) complain(failed, error instanceof Error ? error.message : null)
}
