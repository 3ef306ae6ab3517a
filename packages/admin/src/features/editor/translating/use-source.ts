import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Item } from '../autosave/state.ts'
import { useDraft } from '../editor-context.ts'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { itemQuery } from '../item-query.ts'
import type { Target } from '../transport.ts'
import { type SourceChanges, useSourceChanges } from './use-source-changes.ts'

export interface Source {
  /** the source of the open translation; null while the person hides it */
  readonly item: Item | null
  /** the source, also while it is hidden */
  readonly known: Item | null
  /** what has changed in it since the translation was saved */
  readonly changes: SourceChanges | null
  toggle(): void
}

/** The source of the open translation, shown next to it unless the person hides it. */
export function useSource({ collection, translationOf }: Target): Source {
  const id = useDraft(({ item }) => (item === null ? translationOf : (item.translationOf ?? undefined)))
  const scope = useContentScope()
  const [isHidden, setIsHidden] = useState(false)
  const { data } = useQuery({ ...itemQuery(scope, collection, id ?? ''), enabled: id !== undefined })
  const known = id === undefined ? null : (data?.item ?? null)
  const changes = useSourceChanges(known)
  return {
    item: isHidden ? null : known,
    known,
    changes,
    toggle: () => setIsHidden(!isHidden),
  }
}
