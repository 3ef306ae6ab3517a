// @ts-check
import { complain } from './messages.js'
import { isCancelled, sayFailure } from './passkeys.js'

/**
 * Does the work behind a control: once at a time, and saying what went wrong.
 * @param {HTMLElement} control a button or a form
 * @param {() => Promise<void>} act
 * @param {(error: unknown) => string | null} [say] what to say about a failure
 */
export async function work(control, act, say = sayFailure) {
  const button = control instanceof HTMLFormElement ? control.querySelector('button') : control
  if (button === null || button.getAttribute('aria-busy') === 'true') return
  button.setAttribute('aria-busy', 'true')
  complain(control, null)
  try {
    await act()
  } catch (error) {
    complain(control, say(error), { isHarmless: isCancelled(error) })
  } finally {
    button.removeAttribute('aria-busy')
  }
}

/** Does work when a form is sent or a button is clicked. @param {string} selector @param {(control: HTMLElement) => void} act */
export function on(selector, act) {
  for (const control of document.querySelectorAll(selector)) {
    if (!(control instanceof HTMLElement)) continue
    control.addEventListener(control instanceof HTMLFormElement ? 'submit' : 'click', (event) => {
      event.preventDefault()
      act(control)
    })
  }
}

/** What stands in the fields of a form; empty ones are left out. @param {HTMLFormElement} form @returns {Record<string, string>} */
export function valuesOf(form) {
  const values = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
  return Object.fromEntries(values.filter(([, value]) => value !== ''))
}
