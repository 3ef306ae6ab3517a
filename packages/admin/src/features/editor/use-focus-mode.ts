import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useEffect } from 'react'

export interface FocusMode {
  readonly isOn: boolean
  readonly toggle: () => void
}

/** What Escape closes before it ends the focus mode. */
const overlays = '[role="dialog"], [role="menu"], [role="listbox"], [role="alertdialog"]'

/**
 * The focus mode shows nothing but the title and the text; the browser remembers it. The frame around all screens
 * follows the mark on the root element. `isPossible` is false where another editor lies over this one.
 */
export function useFocusMode(isPossible: boolean): FocusMode {
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
    if (!isOn || !isPossible) return undefined
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || hasOverlay()) return
      // A handler that uses the key prevents its default later.
      window.setTimeout(() => event.defaultPrevented || setState('off'))
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isOn, isPossible, setState])
  const toggle = useCallback(() => setState((before) => (before === 'on' ? 'off' : 'on')), [setState])
  return { isOn, toggle }
}

function hasOverlay(): boolean {
  return [...document.querySelectorAll(overlays)].some((overlay) => overlay.checkVisibility())
}
