import { useLocalStorage } from '@mantine/hooks'

export interface PreviewToggle {
  readonly isOpen: boolean
  readonly toggle: () => void
}

/** Whether the preview is open, which this browser remembers. */
export function usePreviewPane(): PreviewToggle {
  const [state, setState] = useLocalStorage<'open' | 'closed'>({
    key: 'octavo-preview',
    defaultValue: 'closed',
    getInitialValueInEffect: false,
  })
  const isOpen = state === 'open'
  return { isOpen, toggle: () => setState(isOpen ? 'closed' : 'open') }
}
