import { useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '../../../api/client.ts'
import { usePersonName } from '../../../api/person-names.ts'
import { type Collection, useSession } from '../../../session/session.tsx'
import type { Answer, Saver } from '../autosave/saver.ts'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { useEditor } from '../editor-context.ts'
import { Others, type PersonHere } from './others.ts'
import { PresenceReports } from './presence-reports.ts'

/**
 * The other people who have the item open, and the listener for the saver that notes which of them saved last.
 */
export function useOthers(collection: Collection) {
  const { isOwn } = useSession()
  const [others] = useState(() => new Others())
  const { changeSet } = useContentScope()
  const onSavedElsewhere = ({ item }: Answer) => {
    // An item with the changes of a change-set is no stored version, so it has no revision that names an author.
    if (changeSet === undefined && collection.supports.includes('revisions'))
      void noteAuthor(others, item, isOwn).catch(() => undefined)
  }
  return { others, onSavedElsewhere }
}

/**
 * Notes who saved a version, according to the newest revision. Does nothing if the item has changed since, or if the
 * person saved it themselves.
 */
async function noteAuthor(
  others: Others,
  { type, id, updatedAt }: Answer['item'],
  isOwn: (authorId: string | null) => boolean,
): Promise<void> {
  const [revision] = (await api.revisions.list({ collection: type, entryId: id, limit: 1 })).items
  if (revision === undefined || revision.createdAt !== updatedAt) return
  if (revision.authorId === null || isOwn(revision.authorId)) return
  others.setSave({ userId: revision.authorId, at: revision.createdAt })
}

/** Reports, while the editor is open, that this person has the item open. */
export function usePresenceReports(saver: Saver, others: Others, { slug, fields }: Collection): void {
  // As one text, so that an unchanged list of slugs does not run the effect again.
  const slugs = fields.map((field) => field.slug).join(' ')
  const { changeSet } = useContentScope()
  useEffect(() => {
    // Presence is about the item as the site has it. Work in a change-set does not touch that.
    if (changeSet !== undefined) return undefined
    return new PresenceReports(saver, others, { slug, fields: () => slugs.split(' ') }).start()
  }, [saver, others, slug, slugs, changeSet])
}

/** The other people who have the open item open now. */
export function usePeople(): readonly PersonHere[] {
  const { others } = useEditor()
  return useSyncExternalStore(others.subscribe, () => others.people)
}

/** The last version that another person saved while this editor is open; null if there is none. */
export function useOtherSave(): Others['save'] {
  const { others } = useEditor()
  return useSyncExternalStore(others.subscribe, () => others.save)
}

/**
 * The name of the other person who saved last; null if there is none, while it is loading, and if the reader may not
 * see it.
 */
export function useNameOfSave(): string | null {
  const save = useOtherSave()
  const { can } = useSession()
  const nameFromPresence = usePeople().find(({ userId }) => userId === save?.userId)?.name ?? null
  const requestedName = usePersonName(
    save?.userId ?? null,
    nameFromPresence === null && can('content.editAny'),
  )
  return nameFromPresence ?? requestedName ?? null
}
