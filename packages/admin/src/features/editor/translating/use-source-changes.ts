import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import type { Field } from '../../../session/session.tsx'
import type { Item } from '../autosave/state.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import { changedFields, revisionAt, translatedAt } from './source-changes.ts'

/** The changes of the source after the last change of its translation, as it was opened. */
export interface SourceChanges {
  readonly at: string
  /** null if the older version of the source is not known */
  readonly fields: ReadonlySet<string> | null
}

/** Null if the source has not changed since. */
export function useSourceChanges(source: Item | null): SourceChanges | null {
  const { collection } = useEditor()
  const { supports, fields } = collection
  const translation = useDraft(({ item }) => item)
  // The note stays while the person takes over the changes, because each save makes the translation newer.
  const [opened] = useState(translation)
  const hasRevisions = supports.includes('revisions')
  const isNewer = source !== null && opened !== null && !isBefore(source, opened)
  const { data: since } = useQuery({
    queryKey: [
      ...keys.item(source?.type ?? '', source?.id ?? ''),
      'since',
      opened?.updatedAt,
      source?.updatedAt,
    ],
    queryFn: () => findChanges(fields, source, opened),
    enabled: isNewer && hasRevisions,
    staleTime: Infinity,
  })
  if (!isNewer) return null
  if (!hasRevisions) return isBefore(opened, source) ? { at: source.updatedAt, fields: null } : null
  return since ?? null
}

function isBefore(one: Item, other: Item): boolean {
  return Date.parse(one.updatedAt) < Date.parse(other.updatedAt)
}

async function findChanges(
  fields: readonly Field[],
  source: Item | null,
  translation: Item | null,
): Promise<SourceChanges | null> {
  if (source === null || translation === null) return null
  const [own, others] = await Promise.all([revisionsOf(translation), revisionsOf(source)])
  const since = translatedAt(fields, own) ?? translation.updatedAt
  if (Date.parse(source.updatedAt) <= Date.parse(since)) return null
  const before = revisionAt(others, since)
  const changed = before === undefined ? null : changedFields(fields, before.data, source.data)
  return changed?.size === 0 ? null : { at: source.updatedAt, fields: changed }
}

async function revisionsOf({ type, id }: Item) {
  return (await api.revisions.list({ collection: type, entryId: id, limit: limits.page.max })).items
}
