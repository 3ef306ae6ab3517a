// @ts-check
import { ApiFailure, callApi } from './api.js'
import { ask } from './asking.js'
import { announce, complain } from './messages.js'
import { createPasskey, knowsPasskeys, sayFailure } from './passkeys.js'
import { showLocalTimes } from './times.js'
import { work } from './working.js'

// Lists are made by the service alone: after each change, a part of the page is fetched anew.

const main = /** @type {HTMLElement} */ (document.querySelector('main'))

if (!knowsPasskeys()) document.querySelector('[data-add-passkey]')?.remove()

main.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (button === null) return
  if ('addPasskey' in button.dataset) void work(button, () => addPasskey(button))
  else if ('rename' in button.dataset) void work(button, () => rename(button))
  else if ('call' in button.dataset)
    void work(
      button,
      () => change(button),
      (error) => sayConflict(button, error),
    )
  else if ('copy' in button.dataset) void work(button, () => copy(button))
})

main.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !('makeToken' in form.dataset)) return
  event.preventDefault()
  void work(form, () => makeToken(form))
})

/** @param {HTMLElement} button */
async function addPasskey(button) {
  const { options } = await callApi('POST', '/auth/passkey/register/options')
  await callApi('POST', '/auth/passkey/register/verify', await createPasskey(options))
  await renew(button)
}

/** @param {HTMLElement} button */
async function rename(button) {
  const name = await ask({ ...button.dataset, value: button.dataset['rename'] })
  if (name === null) return
  await callApi('PATCH', button.dataset['path'] ?? '', { name })
  await renew(button)
}

/** What needs nothing but a yes. @param {HTMLElement} button */
async function change(button) {
  if ((await ask(button.dataset)) === null) return
  await callApi(button.dataset['call'] ?? '', button.dataset['path'] ?? '')
  await renew(button)
}

/** @param {HTMLElement} button @param {unknown} error */
function sayConflict({ dataset }, error) {
  const isConflict = error instanceof ApiFailure && error.status === 409
  return (isConflict && dataset['conflict']) || sayFailure(error)
}

/** @param {HTMLFormElement} form */
async function makeToken(form) {
  const data = new FormData(form)
  if (!data.has('scopes')) return complain(form, form.dataset['noScopes'] ?? null)
  const days = Number(data.get('days'))
  const { token } = await callApi('POST', '/admin/api-tokens', {
    name: String(data.get('name')).trim(),
    scopes: data.getAll('scopes'),
    ...(days > 0 && { expiresAt: new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString() }),
  })
  // Whether or not the list can be had: nobody could look the token up.
  const section = await renewed(form).catch(() => null)
  showToken(section ?? /** @type {HTMLElement} */ (form.closest('section')), token)
}

/** The only time that it is seen. @param {HTMLElement} section @param {string} token */
function showToken(section, token) {
  const place = /** @type {HTMLTemplateElement} */ (section.querySelector('template'))
  const notice = /** @type {DocumentFragment} */ (place.content.cloneNode(true))
  const secret = /** @type {HTMLElement} */ (notice.querySelector('[data-value="token"]'))
  secret.textContent = token
  const region = /** @type {HTMLElement} */ (section.querySelector('.messages'))
  region.replaceChildren(notice)
  region.querySelector('button')?.focus()
}

/** Where the browser forbids it, the text is at least chosen. @param {HTMLElement} button */
async function copy(button) {
  const secret = /** @type {HTMLElement} */ (button.closest('.notice')?.querySelector('[data-value]'))
  try {
    await navigator.clipboard.writeText(secret.innerText)
    announce(button.dataset['done'] ?? '')
  } catch {
    getSelection()?.selectAllChildren(secret)
  }
}

/**
 * Shows a part of the page as it is now, says what was done, and keeps the focus near. What was done is done: when the
 * part cannot be had, the whole page is loaded again.
 * @param {HTMLElement} control in that part
 */
async function renew(control) {
  const part = await renewed(control).catch(() => null)
  if (part === null) return location.reload()
  part.querySelector('h2')?.focus()
  announce(control.dataset['done'] ?? '')
}

/** Puts a part as it is now in its place; null when the page has it no longer. @param {HTMLElement} control */
async function renewed(control) {
  const old = /** @type {HTMLElement} */ (control.closest('section'))
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const fresh = page.getElementById(old.id)
  if (fresh === null) return null
  const part = document.adoptNode(fresh)
  showLocalTimes(part)
  old.replaceWith(part)
  return part
}
