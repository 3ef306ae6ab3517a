import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Collection, useSession } from '../../session/session.tsx'
import { mayEdit } from '../content-list/rights.ts'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { useIsSetClosed } from '../in-change-set/set-bar.tsx'
import type { UploadQueue } from '../media/upload-queue.ts'
import { beginDraft } from './autosave/machine.ts'
import type { Answer } from './autosave/saver.ts'
import type { Values } from './autosave/state.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EditorBar } from './editor-bar.tsx'
import { EditorContext, type Flush, useEditor } from './editor-context.ts'
import classes from './editor.module.css'
import { defaultsOf, factsOf } from './field-facts.ts'
import { useIsCovered } from './in-place/open-item.ts'
import { ItemsInPlace } from './in-place/items-in-place.tsx'
import { ItemFields } from './item-fields.tsx'
import { Notices } from './notices.tsx'
import { OutlineOfItem } from './outline/outline.tsx'
import { PaletteActions } from './palette-actions.tsx'
import { usePreviewPane } from './preview/use-preview-pane.ts'
import { SourceNote } from './translating/source-note.tsx'
import { useSource } from './translating/use-source.ts'
import { SidePanel } from './panel/side-panel.tsx'
import { usePanelDrawer } from './panel/use-panel-drawer.ts'
import { useShortcuts } from './shortcuts.ts'
import { useOthers, usePresenceReports } from './others/use-others.ts'
import type { Target } from './transport.ts'
import { useActions } from './use-actions.ts'
import { useCanPublish } from './use-can-publish.ts'
import { useFocusMode } from './use-focus-mode.ts'
import { useLeaving } from './use-leaving.ts'
import { useLocalCopy } from './use-local-copy.ts'
import { useNamedField } from './use-named-field.ts'
import { useOutsideChanges } from './use-outside-changes.ts'
import { useSaver } from './use-saver.ts'

const PreviewPane = lazy(async () => ({ default: (await import('./preview/preview-pane.tsx')).PreviewPane }))

interface ItemEditorProps {
  readonly collection: Collection
  readonly target: Target
  /** the item; null for a new one */
  readonly saved: Answer | null
  /** values of a new translation that it shares with its source */
  readonly shared?: Values
  readonly onCreated: (id: string) => void
  /** called when the person has chosen another language for a new item */
  readonly onLocale: (locale: string) => void
}

/** The editor of one item. */
export function ItemEditor({ collection, target, saved, shared, onCreated, onLocale }: ItemEditorProps) {
  const session = useSession()
  const { changeSet } = useContentScope()
  const isClosed = useIsSetClosed(changeSet)
  const { others, onSavedElsewhere } = useOthers(collection)
  const draft = () =>
    beginDraft({
      fields: factsOf(collection),
      defaults: defaultsOf(collection, shared),
      locale: target.locale ?? '',
      supportsDrafts: collection.supports.includes('drafts'),
      isInChangeSet: changeSet !== undefined,
      ...(saved !== null && { saved: { item: saved.item, rev: saved._rev } }),
    })
  const [flushes] = useState(() => new Set<Flush>())
  const saver = useSaver(target, { draft, flushes, onSavedElsewhere })
  usePresenceReports(saver, others, collection)
  const item = useSyncExternalStore(saver.subscribe, () => saver.getState().item)
  /** the id of a new item, when it is created; undefined before, and for an existing item */
  const createdId = target.id === null ? item?.id : undefined
  const created = useEffectEvent(onCreated)
  useEffect(() => {
    if (createdId !== undefined) created(createdId)
  }, [createdId])
  useOutsideChanges(saver, collection)
  const [uploads] = useState(() => new Set<UploadQueue>())
  const isReadOnly = isClosed || (item !== null && !mayEdit(session, item))
  const parts = useMemo(
    () => ({ saver, collection, isReadOnly, others, flushes, uploads, onLocale }),
    [saver, collection, isReadOnly, others, flushes, uploads, onLocale],
  )
  return (
    <EditorContext value={parts}>
      <ItemsInPlace>
        <Surface target={target} isTranslation={shared !== undefined && item === null} />
      </ItemsInPlace>
    </EditorContext>
  )
}

interface SurfaceProps {
  readonly target: Target
  /** whether it is a new translation that is not saved yet */
  readonly isTranslation: boolean
}

/**
 * The bar, the fields and the panels of the editor. Each component subscribes only to the state that it shows, so that
 * a save renders no others.
 */
const Surface = memo(function Surface({ target, isTranslation }: SurfaceProps) {
  const { saver, isReadOnly } = useEditor()
  const copy = useLocalCopy(saver, target)
  useLeaving(copy.keep)
  const source = useSource(target)
  const actions = useActions()
  const canPublish = useCanPublish()
  const [isComparing, setIsComparing] = useState(false)
  const preview = usePreviewPane()
  const isActive = !useIsCovered()
  const focusMode = useFocusMode(isActive)
  const drawer = usePanelDrawer({ isBelow: preview.isOpen, isHidden: focusMode.isOn })
  useNamedField()
  const openConflicts = useCallback(() => setIsComparing(true), [])
  useShortcuts({
    isActive,
    onSave: () => {
      if (!isReadOnly) void actions.save()
    },
    onPublish: () => {
      if (!isReadOnly && canPublish) void actions.publish()
    },
    onFocusMode: focusMode.toggle,
  })
  return (
    <>
      <PaletteActions actions={actions} togglePreview={preview.toggle} toggleFocus={focusMode.toggle} />
      <EditorBar
        actions={actions}
        source={source.item}
        preview={preview}
        drawer={drawer}
        focusMode={focusMode}
      />
      <div
        className={classes['columns']}
        data-source={source.shownItem !== null || undefined}
        data-preview={(preview.isOpen && !focusMode.isOn) || undefined}
      >
        {focusMode.isOn && (
          <div className={classes['beside']}>
            <OutlineOfItem />
          </div>
        )}
        <div className={classes['measure']}>
          <Notices copy={copy} onCompare={openConflicts} />
          <SourceNote source={source} />
          <ItemFields isTranslation={isTranslation} source={source} onCompare={openConflicts} />
        </div>
        <SidePanel actions={actions} drawer={drawer} />
        {preview.isOpen && !focusMode.isOn && (
          <div className={classes['preview']}>
            <Suspense>
              <PreviewPane onClose={preview.toggle} />
            </Suspense>
          </div>
        )}
      </div>
      <ConflictDialog isOpen={isComparing} onClose={() => setIsComparing(false)} />
    </>
  )
})
