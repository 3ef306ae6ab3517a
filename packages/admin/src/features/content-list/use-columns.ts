import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { type Column, columnsOf } from './columns.tsx'

export interface ChosenColumns {
  readonly all: readonly Column[]
  readonly shown: readonly Column[]
  choose(keys: readonly string[]): void
}

/** The columns of a collection's list, as chosen in this browser. */
export function useColumns(collection: Collection): ChosenColumns {
  const { t } = useTranslation('lists')
  const { locales } = useWorkspace().site
  const [chosen, setChosen] = useLocalStorage<readonly string[] | null>({
    key: `octavo-columns-${collection.slug}`,
    defaultValue: null,
    getInitialValueInEffect: false,
    deserialize: readKeys,
  })
  return useMemo(() => {
    const all = columnsOf({ collection, locales, t })
    const shown = all.filter(({ key, isShownAtFirst }) => chosen?.includes(key) ?? isShownAtFirst)
    return { all, shown, choose: setChosen }
  }, [collection, locales, t, chosen, setChosen])
}

/** The stored value can be from another version, or edited by hand. */
function readKeys(stored: string | undefined): readonly string[] | null {
  try {
    const keys: unknown = JSON.parse(stored ?? 'null')
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : null
  } catch {
    return null
  }
}
