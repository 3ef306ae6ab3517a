import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Field } from '../../../session/session.tsx'
import { type ContentScope, useContentScope } from '../../in-change-set/content-scope.ts'
import { isSame } from '../autosave/same.ts'
import { type Item, shownValue, taxonomyOfKey, type Values, valuesOf } from '../autosave/state.ts'
import { useDraft } from '../editor-context.ts'
import { useVersionFields } from '../term-fields.ts'
import { include } from '../transport.ts'

/** The version of an item that visitors see. It is read once, because only publishing changes it. */
export function liveQuery({ content, keys }: ContentScope, { type: collection, id }: Item) {
  return queryOptions({
    queryKey: [...keys.item(collection, id), 'live'],
    queryFn: () => content.get({ collection, id, view: 'live', include }),
    gcTime: 0,
  })
}

/** The fields whose shown values differ from those that visitors see. */
export function useDraftChanges(item: Item): readonly Field[] {
  const scope = useContentScope()
  const fields = useVersionFields()
  // A change-set has its own page with its changes.
  const { data } = useQuery({ ...liveQuery(scope, item), enabled: scope.changeSet === undefined })
  const live = data?.item
  const differs = useMemo(() => (live === undefined ? () => false : differenceFrom(valuesOf(live))), [live])
  // As one text, so that equal lists of fields are equal for `useDraft`.
  const changed = useDraft((draft) =>
    fields
      .filter(({ slug }) => differs(slug, shownValue(draft, slug)))
      .map(({ slug }) => slug)
      .join(' '),
  )
  const slugs = new Set(changed.split(' '))
  return fields.filter(({ slug }) => slugs.has(slug))
}

/**
 * Returns a function that compares values with the live ones. It remembers the last result for each key, because texts
 * are long.
 */
function differenceFrom(live: Values): (key: string, value: unknown) => boolean {
  const lastResults = new Map<string, { readonly value: unknown; readonly isOther: boolean }>()
  return (key, value) => {
    const last = lastResults.get(key)
    if (last !== undefined && last.value === value) return last.isOther
    // Terms are compared only if the live version has recorded those of their taxonomy.
    const isRecorded = taxonomyOfKey(key) === undefined || key in live
    const isOther = isRecorded && !isSame(live[key], value)
    lastResults.set(key, { value, isOther })
    return isOther
  }
}
