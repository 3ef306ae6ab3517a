// @ts-check

/**
 * Asks in a dialog, which the page holds; gives whether the person said yes.
 * @param {{ title: string, text: string, yes: string }} question @returns {Promise<boolean>}
 */
export function ask({ title, text, yes }) {
  const dialog = /** @type {HTMLDialogElement} */ (document.querySelector('dialog'))
  const confirm = /** @type {HTMLButtonElement} */ (dialog.querySelector('[value="yes"]'))
  for (const [name, content] of Object.entries({ title, text })) {
    const place = /** @type {HTMLElement} */ (dialog.querySelector(`[data-value="${name}"]`))
    place.textContent = content
  }
  confirm.textContent = yes
  confirm.className = 'primary'
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true })
  })
}
