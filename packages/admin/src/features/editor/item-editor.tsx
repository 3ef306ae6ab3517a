import { useBlocker } from '@tanstack/react-router'
import { memo, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type Collection, useSession } from '../../session/session.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { mayEdit } from '../content-list/rights.ts'
import { beginDraft } from './autosave/machine.ts'
import type { Answer, Saver } from './autosave/saver.ts'
import { hasUnsaved, type Values } from './autosave/state.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EditorBar } from './editor-bar.tsx'
import { EditorContext, useEditor } from './editor-context.ts'
import classes from './editor.module.css'
import { defaultsOf, factsOf } from './field-facts.ts'
import { FieldRow } from './field-row.tsx'
import { Notices } from './notices.tsx'
import { SidePanel } from './panel/side-panel.tsx'
import { useShortcuts } from './shortcuts.ts'
import type { Target } from './transport.ts'
import { useActs } from './use-acts.ts'
import { useCanPublish } from './use-can-publish.ts'
import { useLocalCopy } from './use-local-copy.ts'
import { useOutsideChanges } from './use-outside-changes.ts'
import { useSaver } from './use-saver.ts'

interface ItemEditorProps {
  readonly collection: Collection
  readonly target: Target
  /** the item; null for a new one */
  readonly saved: Answer | null
  /** values of a new translation that it shares with the item that it translates */
  readonly shared?: Values
  readonly onCreated: (id: string) => void
}

/** One item under the hands of a person. */
export function ItemEditor({ collection, target, saved, shared, onCreated }: ItemEditorProps) {
  const session = useSession()
  const saver = useSaver(target, () =>
    beginDraft({
      fields: factsOf(collection),
      defaults: defaultsOf(collection, shared),
      supportsDrafts: collection.supports.includes('drafts'),
      ...(saved !== null && { saved: { item: saved.item, rev: saved._rev } }),
    }),
  )
  const item = useSyncExternalStore(saver.subscribe, () => saver.getState().item)
  const createdId = target.id === null ? item?.id : undefined
  useEffect(() => {
    if (createdId !== undefined) onCreated(createdId)
  }, [createdId, onCreated])
  useOutsideChanges(saver, collection)
  const [flushes] = useState(() => new Set<() => void>())
  useLeaving(saver, flushes)
  const isReadOnly = item !== null && !mayEdit(session, item)
  const parts = useMemo(
    () => ({ saver, collection, isReadOnly, flushes }),
    [saver, collection, isReadOnly, flushes],
  )
  return (
    <EditorContext value={parts}>
      <Surface target={target} isTranslation={shared !== undefined && item === null} />
    </EditorContext>
  )
}

interface SurfaceProps {
  readonly target: Target
  readonly isTranslation: boolean
}

/** Each part subscribes only to the data that it shows, so that a save re-renders no other part. */
const Surface = memo(function Surface({ target, isTranslation }: SurfaceProps) {
  const { t } = useTranslation('editor')
  const { saver, collection, isReadOnly } = useEditor()
  const copy = useLocalCopy(saver, target)
  const acts = useActs()
  const canPublish = useCanPublish()
  const [isComparing, setIsComparing] = useState(false)
  const openConflicts = useCallback(() => setIsComparing(true), [])
  useShortcuts({
    onSave: () => void (isReadOnly || acts.save()),
    onPublish: () => void (isReadOnly || !canPublish || acts.publish()),
  })
  return (
    <>
      <EditorBar acts={acts} />
      <div className={classes['columns']}>
        <div>
          <Notices copy={copy} onCompare={openConflicts} />
          <section className={`panel ${classes['fields']}`} aria-label={t('fields.title')}>
            {collection.fields.length === 0 && t('fields.none')}
            {collection.fields.map((field) => (
              <FieldRow
                key={`${field.slug} ${field.type}`}
                field={field}
                isShared={isTranslation && !field.translatable}
                onCompare={openConflicts}
              />
            ))}
          </section>
        </div>
        <SidePanel acts={acts} target={target} />
      </div>
      <ConflictDialog isOpen={isComparing} onClose={() => setIsComparing(false)} />
    </>
  )
})

/** Who leaves is asked only when something cannot be saved before. */
function useLeaving(saver: Saver, flushes: ReadonlySet<() => void>): void {
  const { t } = useTranslation()
  const flushAll = () => flushes.forEach((flush) => flush())
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      flushAll()
      if (!hasUnsaved(saver.getState())) return false
      const isSaved = await Promise.race([saver.flush(), delay(patience)])
      if (isSaved || !hasUnsaved(saver.getState())) return false
      const leaves = await confirm({
        title: t('unsaved.title'),
        text: t('unsaved.text'),
        action: t('unsaved.leave'),
        cancel: t('unsaved.stay'),
        isDangerous: true,
      })
      if (leaves) saver.dispatch({ type: 'discarded' })
      return !leaves
    },
    enableBeforeUnload: () => {
      flushAll()
      return hasUnsaved(saver.getState())
    },
  })
}

/** milliseconds that leaving waits for the last save before it asks */
const patience = 4000

function delay(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds))
}
