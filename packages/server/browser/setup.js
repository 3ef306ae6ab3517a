// @ts-check
import { ApiFailure, callApi } from './api.js'
import { showStep } from './messages.js'
import { createPasskey, knowsPasskeys, sayFailure } from './passkeys.js'
import { on, valuesOf, work } from './working.js'

const form = /** @type {HTMLFormElement} */ (document.querySelector('[data-create]'))

if (!knowsPasskeys()) {
  for (const element of document.querySelectorAll('[data-with-passkeys]')) element.remove()
  document.querySelector('[data-without-passkeys]')?.removeAttribute('hidden')
}

on('[data-create]', () => work(form, knowsPasskeys() ? createWithPasskey : createWithLink, say))
on('[data-create-with-link]', (button) => {
  if (form.reportValidity()) void work(button, createWithLink, say)
})

async function createWithPasskey() {
  const { options } = await callApi('POST', '/setup/admin', valuesOf(form))
  await callApi('POST', '/setup/admin/verify', await createPasskey(options))
  location.assign('/_cms/admin')
}

async function createWithLink() {
  const person = valuesOf(form)
  await callApi('POST', '/setup/admin/link', person)
  showStep('link', { email: person['email'] ?? '' })
}

/** @param {unknown} error */
function say(error) {
  const isWrongCode = error instanceof ApiFailure && (error.status === 401 || error.status === 403)
  return isWrongCode ? (form.dataset['wrongCode'] ?? error.message) : sayFailure(error)
}
