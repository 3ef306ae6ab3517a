import { isAndroid } from './android.ts'

/**
 * The editor looks where the caret is up to a tenth of a second after it was moved, and until then does what is asked
 * of it at the place from before. It looks at once when something is about to be written, and does nothing but that
 * when this is part of a composition: so that is what is said here.
 */
export function tellCaret(text: HTMLElement | null): void {
  if (text === null || isAndroid || document.activeElement !== text) return
  text.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertCompositionText' }))
}
