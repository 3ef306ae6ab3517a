import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { type Column, columnsOf } from './columns.tsx'
import type { SavedView } from './saved-views.ts'
import { useForView } from './use-for-view.ts'

export interface ChosenColumns {
  readonly all: readonly Column[]
  readonly shown: readonly Column[]
  /** the keys of the chosen columns; null if the person has not chosen any, so that the default ones are shown */
  readonly chosen: readonly string[] | null
  choose(keys: readonly string[]): void
  /** whether they were changed since the saved view was opened */
  readonly isChanged: boolean
}

/** The columns of a collection's list: those of the open view, otherwise those chosen in this browser. */
export function useColumns(collection: Collection, view: SavedView | undefined): ChosenColumns {
  const { t } = useTranslation('lists')
  const { locales } = useWorkspace().site
  const [ownKeys, setOwnKeys] = useLocalStorage<readonly string[] | null>({
    key: `octavo-columns-${collection.slug}`,
    defaultValue: null,
    getInitialValueInEffect: false,
    deserialize: readKeys,
  })
  const ownSetting = [ownKeys, setOwnKeys] as const
  const { value: chosen, set: choose, isChanged } = useForView(view?.id, view?.query.columns, ownSetting)
  const all = useMemo(() => columnsOf({ collection, locales, t }), [collection, locales, t])
  return useMemo(() => {
    const shown = all.filter(({ key, isShownAtFirst }) => chosen?.includes(key) ?? isShownAtFirst)
    return { all, shown, chosen, choose, isChanged }
  }, [all, chosen, choose, isChanged])
}

/** Reads the stored keys. They can be from another version, or edited by hand. */
function readKeys(stored: string | undefined): readonly string[] | null {
  try {
    const keys: unknown = JSON.parse(stored ?? 'null')
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : null
  } catch {
    return null
  }
}
