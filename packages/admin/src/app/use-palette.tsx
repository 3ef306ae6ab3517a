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
  const openPalette = (): void => {
    setIsOpen(true)
    if (Palette !== null) return
    import('./palette.tsx').then(
      (loaded) => setPalette(() => loaded.Palette),
      () => void navigate({ to: '/search' }),
    )
  }
  // Also while somebody types, in whatever field or editor.
  useHotkeys([['mod+K', openPalette]], [], true)
  const palette = Palette !== null && <Palette isOpen={isOpen} onClose={() => setIsOpen(false)} />
  return { palette, openPalette }
}
