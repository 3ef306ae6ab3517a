import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import type { Field } from '../../../session/session.tsx'
import type { Item } from '../autosave/state.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import { changedFields, revisionAt, translatedAt } from './source-changes.ts'

/** What has changed in the source of a translation after the translation was last written. */
export interface SourceChanges {
  /** when the source was last changed */
  readonly at: string
  /** slugs of the changed fields; null if the version of the source that was translated is not known */
  readonly fields: ReadonlySet<string> | null
}

/** What has changed in the source after the open translation was last written; null if nothing has. */
export function useSourceChanges(source: Item | null): SourceChanges | null {
  const { collection } = useEditor()
  const { supports, fields } = collection
  const translation = useDraft(({ item }) => item)
  // Compares with the translation as it was opened: each save makes it newer than the source, but the note has to stay
  // while the person takes over the changes.
  const [opened] = useState(translation)
  const hasRevisions = supports.includes('revisions')
  // A save that changes shared values writes both items at the same time. Then only the revisions tell what was
  // written.
  /** whether the source is at least as new as the translation */
  const isSameAgeOrNewer = source !== null && opened !== null && !isOlder(source, opened)
  const { data: changes } = useQuery({
    queryKey: [
      ...keys.item(source?.type ?? '', source?.id ?? ''),
      'since',
      opened?.updatedAt,
      source?.updatedAt,
    ],
    queryFn: () => findChanges(fields, source, opened),
    enabled: isSameAgeOrNewer && hasRevisions,
    staleTime: Infinity,
  })
  if (!isSameAgeOrNewer) return null
  if (hasRevisions) return changes ?? null
  return isOlder(opened, source) ? { at: source.updatedAt, fields: null } : null
}

function isOlder(one: Item, other: Item): boolean {
  return Date.parse(one.updatedAt) < Date.parse(other.updatedAt)
}

/** Compares the source with its revision that was current when the translation was last written. */
async function findChanges(
  fields: readonly Field[],
  source: Item | null,
  translation: Item | null,
): Promise<SourceChanges | null> {
  if (source === null || translation === null) return null
  const [translationRevisions, sourceRevisions] = await Promise.all([
    revisionsOf(translation),
    revisionsOf(source),
  ])
  const writtenAt = translatedAt(fields, translationRevisions) ?? translation.updatedAt
  if (Date.parse(source.updatedAt) <= Date.parse(writtenAt)) return null
  const before = revisionAt(sourceRevisions, writtenAt)
  const changed = before === undefined ? null : changedFields(fields, before.data, source.data)
  return changed?.size === 0 ? null : { at: source.updatedAt, fields: changed }
}

/** The newest revisions of an item, one page of them; older versions count as not known. */
async function revisionsOf({ type, id }: Item) {
  return (await api.revisions.list({ collection: type, entryId: id, limit: limits.page.max })).items
}
