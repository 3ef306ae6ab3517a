// @ts-check
import { callApi } from './api.js'
import { showStep } from './messages.js'
import { knowsPasskeys, usePasskey } from './passkeys.js'
import { on, work } from './working.js'

const begin = document.querySelector('[data-step="begin"]')
const { email = '', return: returnPath = '/' } = begin instanceof HTMLElement ? begin.dataset : {}

// The admin waits in another tab; where the browser does not allow this, the page says what to do.
if (document.querySelector('[data-done]') !== null) window.close()

if (!knowsPasskeys()) {
  for (const element of document.querySelectorAll('[data-with-passkeys]')) element.remove()
  document.querySelector('[data-without-passkeys]')?.removeAttribute('hidden')
}

on('[data-use-passkey]', (button) => work(button, useThePasskey))
on('[data-send-link]', (button) => work(button, sendLink))

async function useThePasskey() {
  const { options } = await callApi('POST', '/auth/reauthenticate/options')
  await callApi('POST', '/auth/reauthenticate', await usePasskey(options))
  location.replace(returnPath)
}

async function sendLink() {
  await callApi('POST', '/auth/magic-link/send', { email, returnTo: returnPath })
  showStep('sent', { email })
}
