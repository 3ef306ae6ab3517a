/**
 * The editor looks where the caret is up to a tenth of a second after it was moved, and until then does what is asked
 * of it at the place from before. It looks at once when something is about to be written: that is said here, of nothing.
 */
export function tellCaret(text: HTMLElement | null): void {
  if (text === null || document.activeElement !== text) return
  text.dispatchEvent(new InputEvent('beforeinput', { inputType: 'octavoLook', cancelable: true }))
}
