import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'

interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The command palette, loaded when it is first asked for; without it there is still the screen that searches. */
export function usePalette(): { palette: ReactNode; openPalette: () => void } {
  const navigate = useNavigate()
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [count, setCount] = useState(0)
  const openPalette = (): void => {
    setIsOpen(true)
    setCount(count + 1)
    if (Palette !== null) return
    import('./palette.tsx').then(
      (loaded) => setPalette(() => loaded.Palette),
      () => void navigate({ to: '/search' }),
    )
  }
  // Also while somebody types, in whatever field or editor.
  const close = (): void => setIsOpen(false)
  useHotkeys([['mod+K', isOpen ? close : openPalette]], [], true)
  // Each time it is a new one: what was typed for the last time is not in the way.
  const palette = Palette !== null && <Palette key={count} isOpen={isOpen} onClose={close} />
  return { palette, openPalette }
}
