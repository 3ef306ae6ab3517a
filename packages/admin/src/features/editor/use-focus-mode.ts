import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useEffect } from 'react'
import { useEscape } from './use-escape.ts'

export interface FocusMode {
  readonly isOn: boolean
  readonly toggle: () => void
}

/**
 * The focus mode shows only the title and the text; the browser remembers it. An attribute of the root element hides
 * the frame around the screens. Escape ends the mode, unless another editor is open over this one (`isActive` is
 * false).
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
  const end = useCallback(() => setState('off'), [setState])
  useEscape(isOn && isActive, end)
  const toggle = useCallback(() => setState((before) => (before === 'on' ? 'off' : 'on')), [setState])
  return { isOn, toggle }
}
