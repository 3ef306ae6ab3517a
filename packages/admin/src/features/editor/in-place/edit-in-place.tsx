import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type Collection, useCollection, useSession } from '../../../session/session.tsx'
import { sideDrawer } from '../../../ui/side-drawer.ts'
import { FailureState, ListSkeleton, NotFoundState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { mayEdit } from '../../content-list/rights.ts'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { useIsSetClosed } from '../../in-change-set/set-bar.tsx'
import type { UploadQueue } from '../../media/upload-queue.ts'
import { beginDraft } from '../autosave/machine.ts'
import type { Answer } from '../autosave/saver.ts'
import { ConflictDialog } from '../conflict-dialog.tsx'
import { EditorContext, type Flush, useDraft, useEditor } from '../editor-context.ts'
import classes from '../editor.module.css'
import { factsOf } from '../field-facts.ts'
import { FieldRow } from '../field-row.tsx'
import { itemQuery } from '../item-query.ts'
import { MissingFields } from '../missing-fields.tsx'
import { useOthers } from '../others/use-others.ts'
import { SaveState } from '../save-state.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { useActions } from '../use-actions.ts'
import { useCanPublish } from '../use-can-publish.ts'
import { useLeaving } from '../use-leaving.ts'
import { useLocalCopy } from '../use-local-copy.ts'
import { UnsavedCopyNotice } from '../unsaved-copy-notice.tsx'
import { useOutsideChanges } from '../use-outside-changes.ts'
import { useSaver } from '../use-saver.ts'
import type { OpenedItem } from './open-item.ts'

interface InPlaceProps {
  readonly opened: OpenedItem
  /** whether no other drawer lies over this one */
  readonly isTop: boolean
  readonly onClosed: () => void
}

/** Saves before the drawer closes. Returns whether it may close. */
type Settle = () => Promise<boolean>

/**
 * A drawer with the fields of an item over another one, to complete an item that was just created or to correct a
 * referenced one.
 */
export function EditInPlace({ opened, isTop, onClosed }: InPlaceProps) {
  const { t } = useTranslation(['editor', 'common'])
  // In an object, because React would call a function that is set as the state.
  const [settle, setSettle] = useState<{ readonly run: Settle } | null>(null)
  const onReady = useCallback((run: Settle) => setSettle({ run }), [])
  const close = async () => {
    if (settle === null || (await settle.run())) onClosed()
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      closeOnEscape={isTop}
      closeOnClickOutside={false}
      title={t('inPlace.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      {...sideDrawer}
    >
      <Loaded opened={opened} isTop={isTop} onReady={onReady} onClose={() => void close()} />
    </Modal>
  )
}

interface LoadedProps extends Pick<InPlaceProps, 'opened' | 'isTop'> {
  /** receives the function that is called before the drawer closes */
  readonly onReady: (settle: Settle) => void
  readonly onClose: () => void
}

/** Loads the item. */
function Loaded(props: LoadedProps) {
  const { collection: slug, id } = props.opened
  const collection = useCollection(slug)
  const scope = useContentScope()
  const { data, error, refetch } = useQuery(itemQuery(scope, slug, id))
  if (collection === undefined) return <NotFoundState />
  if (data !== undefined) return <Editing {...props} collection={collection} saved={data} />
  if (error !== null) return <FailureState error={error} onRetry={() => void refetch()} />
  return <ListSkeleton rows={4} />
}

interface EditingProps extends LoadedProps {
  readonly collection: Collection
  readonly saved: Answer
}

/** Provides the parts of an editor to the form, as `ItemEditor` does for the screen of an item. */
function Editing({ collection, saved, opened, ...closing }: EditingProps) {
  const session = useSession()
  const { changeSet } = useContentScope()
  const isClosed = useIsSetClosed(changeSet)
  const { others, onSavedElsewhere } = useOthers(collection)
  const target = { ...opened, locale: undefined, translationOf: undefined }
  const draft = () =>
    beginDraft({
      fields: factsOf(collection),
      supportsDrafts: collection.supports.includes('drafts'),
      isInChangeSet: changeSet !== undefined,
      saved: { item: saved.item, rev: saved._rev },
    })
  const [flushes] = useState(() => new Set<Flush>())
  const saver = useSaver(target, { draft, flushes, onSavedElsewhere })
  useOutsideChanges(saver, collection)
  const item = useSyncExternalStore(saver.subscribe, () => saver.getState().item)
  const [uploads] = useState(() => new Set<UploadQueue>())
  const isReadOnly = isClosed || (item !== null && !mayEdit(session, item))
  const parts = useMemo(
    () => ({ saver, collection, isReadOnly, others, flushes, uploads, onLocale: () => undefined }),
    [saver, collection, isReadOnly, others, flushes, uploads],
  )
  return (
    <EditorContext value={parts}>
      <Form {...closing} target={target} />
    </EditorContext>
  )
}

interface FormProps extends Omit<LoadedProps, 'opened'> {
  readonly target: Parameters<typeof useLocalCopy>[1]
}

function Form({ target, isTop, onClose, onReady }: FormProps) {
  const { t } = useTranslation(['editor', 'common', 'lists'])
  const { saver, collection, isReadOnly } = useEditor()
  const copy = useLocalCopy(saver, target)
  const actions = useActions()
  const canPublish = useCanPublish()
  const status = useDraft(({ item }) => item?.status)
  const hasPendingDraft = useDraft(({ item }) => item?.hasPendingDraft)
  const [isComparing, setIsComparing] = useState(false)
  const settle = useLeaving(copy.keep)
  useEffect(() => onReady(settle), [onReady, settle])
  useShortcuts({
    isActive: isTop,
    onSave: () => {
      if (!isReadOnly) void actions.save()
    },
    onPublish: () => {
      if (!isReadOnly && canPublish) void actions.publish()
    },
    // A drawer has no focus mode.
    onFocusMode: () => {},
  })
  const isLive = status === 'published'
  return (
    <Stack gap="md">
      <Group gap="xs" className={classes['inPlace'] ?? ''} wrap="nowrap">
        {status !== undefined && <StatusBadge status={status} hasPendingDraft={hasPendingDraft} />}
        <SaveState />
        <Group gap="xs" ms="auto" wrap="nowrap">
          {!isReadOnly && canPublish && (!isLive || hasPendingDraft === true) && (
            <Button
              size="sm"
              variant="default"
              onClick={() => void actions.publish()}
              loading={actions.busy === 'publish'}
            >
              {t(isLive ? 'actions.publishChanges' : 'actions.publish')}
            </Button>
          )}
          <Button size="sm" onClick={onClose}>
            {t('inPlace.back')}
          </Button>
        </Group>
      </Group>
      <MissingFields />
      <UnsavedCopyNotice copy={copy} />
      <section aria-label={t('inPlace.fields')}>
        {collection.fields.map((field) => (
          <FieldRow
            key={`${field.slug} ${field.type}`}
            field={field}
            isShared={false}
            source={null}
            isSourceChanged={false}
            onCompare={() => setIsComparing(true)}
          />
        ))}
      </section>
      <ConflictDialog isOpen={isComparing} onClose={() => setIsComparing(false)} />
    </Stack>
  )
}
