import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Field } from '../../../session/session.tsx'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { isSame } from '../autosave/same.ts'
import { type Item, shownValue, taxonomyOfKey, type Values, valuesOf } from '../autosave/state.ts'
import { useDraft } from '../editor-context.ts'
import { useVersionFields } from '../term-fields.ts'
import { include } from '../transport.ts'

/**
 * The fields whose shown values differ from those that visitors see. The live version is read once, because only
 * publishing changes it.
 */
export function useDraftChanges({ type: collection, id }: Item): readonly Field[] {
  const { content, keys, changeSet } = useContentScope()
  const fields = useVersionFields()
  const { data } = useQuery({
    queryKey: [...keys.item(collection, id), 'live'],
    queryFn: () => content.get({ collection, id, view: 'live', include }),
    // A change-set has its own page with its changes.
    enabled: changeSet === undefined,
    gcTime: 0,
  })
  const live = data?.item
  const differs = useMemo(() => (live === undefined ? () => false : differenceFrom(valuesOf(live))), [live])
  const changed = useDraft((draft) =>
    fields
      .filter(({ slug }) => differs(slug, shownValue(draft, slug)))
      .map(({ slug }) => slug)
      .join(' '),
  )
  const slugs = new Set(changed.split(' '))
  return fields.filter(({ slug }) => slugs.has(slug))
}

/** Returns a function that compares values with the live ones. It remembers the last result for each key, because texts are long. */
function differenceFrom(live: Values): (key: string, value: unknown) => boolean {
  const lastResults = new Map<string, { readonly value: unknown; readonly isOther: boolean }>()
  return (key, value) => {
    const last = lastResults.get(key)
    if (last !== undefined && last.value === value) return last.isOther
    const isRecorded = taxonomyOfKey(key) === undefined || key in live
    const isOther = isRecorded && !isSame(live[key], value)
    lastResults.set(key, { value, isOther })
    return isOther
  }
}
