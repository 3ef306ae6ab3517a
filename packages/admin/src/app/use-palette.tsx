import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { loadScreenTexts } from './i18n.ts'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const load = async () => {
  const [{ Palette }] = await Promise.all([import('./palette.tsx'), loadScreenTexts()])
  return Palette
}

/** milliseconds after which the code of the palette is preloaded */
const preloadDelay = 3000

/** The command palette, loaded lazily; if it cannot be loaded, the search screen is opened. */
export function usePalette(): { palette: ReactNode; openPalette: () => void } {
  const navigate = useNavigate()
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** how often the palette was opened */
  const [openings, setOpenings] = useState(0)
  useEffect(() => {
    // A failure is reported when the code is needed.
    const timer = setTimeout(() => void load().catch(() => undefined), preloadDelay)
    return () => clearTimeout(timer)
  }, [])
  const openPalette = (): void => {
    setIsOpen(true)
    setOpenings(openings + 1)
    if (Palette !== null) return
    // Keys typed before it opens must not go to the focused field.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    load().then(
      (loaded) => setPalette(() => loaded),
      () => void navigate({ to: '/search' }),
    )
  }
  const close = (): void => setIsOpen(false)
  // The key also works while the person types in a field or editor: `[]` excludes no elements, `true` includes editors.
  useHotkeys([['mod+K', isOpen ? close : openPalette]], [], true)
  // Each opening has another React key, so that the previous text is not shown again.
  const palette = Palette !== null && <Palette key={openings} isOpen={isOpen} onClose={close} />
  return { palette, openPalette }
}
