// @ts-check

/**
 * Asks in a dialog, which the page holds; gives what was entered, the empty text for a mere yes, and null for a no.
 * @param {{ title?: string, text?: string, yes?: string, danger?: string, value?: string }} question
 * `value`: what stands in the field; without it there is none. @returns {Promise<string | null>}
 */
export function ask({ title = '', text = '', yes = '', danger, value }) {
  const dialog = /** @type {HTMLDialogElement} */ (document.querySelector('dialog'))
  const field = /** @type {HTMLInputElement} */ (dialog.querySelector('input'))
  const confirm = /** @type {HTMLButtonElement} */ (dialog.querySelector('[value="yes"]'))
  const parts = { title, text }
  for (const [name, content] of Object.entries(parts)) {
    const place = /** @type {HTMLElement} */ (dialog.querySelector(`[data-value="${name}"]`))
    place.textContent = content
    place.hidden = content === ''
  }
  confirm.textContent = yes
  confirm.className = danger === undefined ? 'primary' : 'danger'
  const hasField = value !== undefined
  field.disabled = !hasField
  field.value = value ?? ''
  const label = /** @type {HTMLElement} */ (field.closest('.field'))
  label.hidden = !hasField
  dialog.returnValue = ''
  dialog.showModal()
  if (hasField) field.select()
  return new Promise((resolve) => {
    dialog.addEventListener(
      'close',
      () => resolve(dialog.returnValue === 'yes' ? field.value.trim() : null),
      { once: true },
    )
  })
}
