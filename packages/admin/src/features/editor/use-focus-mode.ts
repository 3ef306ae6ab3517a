import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useEffect } from 'react'

export interface FocusMode {
  readonly isOn: boolean
  readonly toggle: () => void
}

/** Selector of elements that Escape closes before it ends the focus mode. */
const overlays = '[role="dialog"], [role="menu"], [role="listbox"], [role="alertdialog"]'

/**
 * The focus mode shows only the title and the text; the browser remembers it. An attribute of the root element hides
 * the frame around the screens. Escape ends the mode, unless another editor is open over this one (`isActive` is false).
 */
export function useFocusMode(isActive: boolean): FocusMode {
  const [state, setState] = useLocalStorage<'on' | 'off'>({
    key: 'octavo-focus',
    defaultValue: 'off',
    getInitialValueInEffect: false,
  })
  const isOn = state === 'on'
  useEffect(() => {
    if (!isOn) return undefined
    const { dataset } = document.documentElement
    dataset['focus'] = ''
    return () => void delete dataset['focus']
  }, [isOn])
  useEffect(() => {
    if (!isOn || !isActive) return undefined
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || hasOverlay()) return
      // Waits for other handlers: one that uses the key itself prevents its default.
      window.setTimeout(() => event.defaultPrevented || setState('off'))
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isOn, isActive, setState])
  const toggle = useCallback(() => setState((before) => (before === 'on' ? 'off' : 'on')), [setState])
  return { isOn, toggle }
}

function hasOverlay(): boolean {
  return [...document.querySelectorAll(overlays)].some((overlay) => overlay.checkVisibility())
}
