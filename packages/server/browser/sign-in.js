// @ts-check
import { ApiFailure, callApi } from './api.js'
import { showStep } from './messages.js'
import { fillsInPasskeys, knowsPasskeys, sayFailure, usePasskey } from './passkeys.js'
import { enter } from './replacing.js'
import { on, valuesOf, work } from './working.js'

/** A challenge lives five minutes; what waits for autofill gets a new one before that. */
const renewal = 4 * 60 * 1000

const begin = /** @type {HTMLElement} */ (document.querySelector('[data-step="begin"]'))
const returnPath = begin.dataset['return'] ?? '/'

if (knowsPasskeys()) {
  void offerAutofill()
} else {
  for (const element of document.querySelectorAll('[data-with-passkeys]')) element.remove()
  document.querySelector('[data-without-passkeys]')?.removeAttribute('hidden')
}

on('[data-use-passkey]', (button) => work(button, () => signIn(), say))
on('[data-send-link]', (form) => work(form, () => sendLink(/** @type {HTMLFormElement} */ (form))))
on('[data-again]', () => showStep('begin'))

/** Whether someone is choosing a passkey; what waits for autofill must not take their place. */
let isChoosing = false

/** @param {object | null} [chosen] what the browser filled in; it works for one try */
async function signIn(chosen = null) {
  isChoosing = true
  try {
    await enter(returnPath, async (replacing) => {
      const answer = chosen ?? (await choose())
      chosen = null
      await callApi('POST', '/auth/passkey/verify', { ...answer, ...replacing })
    })
  } finally {
    isChoosing = false
  }
}

async function choose() {
  const { options } = await callApi('POST', '/auth/passkey/options')
  return usePasskey(options)
}

/** Browsers offer passkeys in the field for the e-mail address; nothing is said when they do not. */
async function offerAutofill() {
  if (!(await fillsInPasskeys())) return
  void waitForAutofill()
  setInterval(() => {
    if (document.visibilityState === 'visible' && !isChoosing) void waitForAutofill()
  }, renewal)
}

async function waitForAutofill() {
  const chosen = await callApi('POST', '/auth/passkey/options')
    .then(({ options }) => usePasskey(options, { waitsForAutofill: true }))
    .catch(() => null)
  if (chosen !== null) await work(begin, () => signIn(chosen), say)
}

/** @param {HTMLFormElement} form */
async function sendLink(form) {
  const { email = '' } = valuesOf(form)
  await callApi('POST', '/auth/magic-link/send', { email, returnTo: begin.dataset['return'] })
  showStep('sent', { email })
}

/** @param {unknown} error */
function say(error) {
  const isUnknown = error instanceof ApiFailure && error.details['reason'] === 'passkeyRefused'
  return isUnknown ? (begin.dataset['unknownPasskey'] ?? error.message) : sayFailure(error)
}
