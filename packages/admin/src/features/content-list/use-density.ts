import { useLocalStorage } from '@mantine/hooks'

export interface Density {
  readonly isCompact: boolean
  setCompact(isCompact: boolean): void
}

/** Whether the rows of lists are compact, as chosen in this browser. */
export function useDensity(): Density {
  const [isCompact, setCompact] = useLocalStorage({
    key: 'octavo-compact-lists',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (stored) => stored === 'true',
  })
  return { isCompact, setCompact }
}
