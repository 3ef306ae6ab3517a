// @ts-check
import { ApiFailure, callApi } from './api.js'
import { complain, showStep } from './messages.js'
import { createPasskey, knowsPasskeys, sayFailure } from './passkeys.js'
import { enter } from './replacing.js'
import { on, valuesOf, work } from './working.js'

const busy = /** @type {HTMLElement} */ (document.querySelector('[data-step="busy"]'))
const form = /** @type {HTMLFormElement} */ (document.querySelector('[data-accept]'))
const token = new URLSearchParams(location.search).get('token') ?? ''

if (!knowsPasskeys()) {
  for (const element of document.querySelectorAll('[data-with-passkeys]')) element.remove()
  document.querySelector('[data-without-passkeys]')?.removeAttribute('hidden')
}

await showInvite()
on('[data-accept]', () => work(form, knowsPasskeys() ? acceptWithPasskey : accept, say))
on('[data-accept-without]', (button) => {
  if (form.reportValidity()) void work(button, accept, say)
})

async function showInvite() {
  try {
    const { email, name } = await begin()
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('name'))
    field.value = name ?? ''
    showStep('accept', { email })
  } catch (error) {
    if (isOver(error) || isNoToken(error)) return showStep('failed')
    busy.querySelector('[role="status"]')?.remove()
    complain(busy, sayFailure(error))
  }
}

/** Gives who is invited, and what to make a passkey with; a new challenge each time. */
function begin() {
  return callApi('POST', '/auth/invite/accept/options', { token })
}

async function acceptWithPasskey() {
  const { options } = await begin()
  await accept(await createPasskey(options))
}

/** @param {unknown} [credential] */
async function accept(credential) {
  const answer = { token, ...valuesOf(form), ...(credential !== undefined && { credential }) }
  await enter('/_cms/admin', (replacing) =>
    callApi('POST', '/auth/invite/accept', { ...answer, ...replacing }),
  )
}

/** @param {unknown} error */
function say(error) {
  if (isOver(error)) showStep('failed')
  return isOver(error) ? null : sayFailure(error)
}

/** Used, expired or taken back: to the invited it is all one. @param {unknown} error */
function isOver(error) {
  return error instanceof ApiFailure && [401, 404, 410].includes(error.status)
}

/** Part of a link, as from a mail that was cut. @param {unknown} error */
function isNoToken(error) {
  return error instanceof ApiFailure && error.status === 400
}
