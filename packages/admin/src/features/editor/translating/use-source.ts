import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Item } from '../autosave/state.ts'
import { useDraft } from '../editor-context.ts'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { itemQuery } from '../item-query.ts'
import type { Target } from '../transport.ts'
import { type SourceChanges, useSourceChanges } from './use-source-changes.ts'

/** The item that the open translation was made from. */
export interface Source {
  /** null if the open item is no translation, or until the source is loaded */
  readonly item: Item | null
  /** `item`, or null while the person hides it */
  readonly shownItem: Item | null
  /** what has changed in the source since the translation was last written; null if nothing has */
  readonly changes: SourceChanges | null
  /** Shows or hides the source. */
  toggle(): void
}

/** The source of the open translation, shown next to it unless the person hides it. */
export function useSource({ collection, translationOf }: Target): Source {
  const id = useDraft((draft) =>
    draft.item === null ? translationOf : (draft.item.translationOf ?? undefined),
  )
  const scope = useContentScope()
  const [isHidden, setIsHidden] = useState(false)
  const { data } = useQuery({ ...itemQuery(scope, collection, id ?? ''), enabled: id !== undefined })
  const item = id === undefined ? null : (data?.item ?? null)
  const changes = useSourceChanges(item)
  return {
    item,
    shownItem: isHidden ? null : item,
    changes,
    toggle: () => setIsHidden(!isHidden),
  }
}
