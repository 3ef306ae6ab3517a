import { ActionIcon, Text, UnstyledButton } from '@mantine/core'
import type { Change } from '@octavo/contract/operations/changes'
import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Field, useSession } from '../../../session/session.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { fullTime } from '../../../ui/times.tsx'
import { actionName } from '../../audit/action-names.ts'
import { ThroughApp } from '../../changes/through-app.tsx'
import { UndoResult } from '../../changes/undo-result.tsx'
import { type Undo, useUndo } from '../../changes/use-undo.ts'
import { differingFields, versionValues } from '../difference/history-changes.ts'
import { useEditor } from '../editor-context.ts'
import type { Revision } from '../revision.ts'
import type { HistoryEntry } from './history-timeline.ts'
import { PersonName } from './person-name.tsx'
import classes from './history-section.module.css'

interface EntryProps {
  readonly entry: HistoryEntry
  readonly fields: readonly Field[]
  /** whether the time is shown with seconds, because another entry is of the same minute */
  readonly isPrecise: boolean
  readonly onOpen: (revision: Revision) => void
}

/** A version or a change of the item, with its time, author and undo. */
export function HistoryEntryRow({ entry, fields, isPrecise, onOpen }: EntryProps) {
  const { at, revision, older, change } = entry
  const time = fullTime(at, isPrecise ? 'medium' : 'short')
  const text = (
    <>
      <Text size="sm" fw={650} component="span">
        {time}
      </Text>
      <Text size="sm" c="dimmed" component="span">
        <WhatAndWho revision={revision} change={change} />
      </Text>
      {revision !== null && <Changed fields={fields} revision={revision} older={older} />}
    </>
  )
  return (
    <li>
      <div className={classes['line']}>
        {revision === null ? (
          <div className={classes['revision']}>{text}</div>
        ) : (
          <UnstyledButton className={classes['revision'] ?? ''} onClick={() => onOpen(revision)}>
            {text}
          </UnstyledButton>
        )}
        {change !== null && <UndoOf change={change} time={time} />}
      </div>
    </li>
  )
}

/** What was done, and by whom. */
function WhatAndWho({ revision, change }: Pick<HistoryEntry, 'revision' | 'change'>) {
  const { t } = useTranslation(['editor', 'changes'])
  const what =
    revision === null
      ? t('history.done', { action: actionName(change?.operation ?? '') })
      : t(revision.kind === 'publish' ? 'history.published' : 'history.saved')
  const who = revision === null ? (change?.person?.id ?? null) : revision.authorId
  return (
    <>
      {what} <PersonName id={who} />
      {change !== null && <ThroughApp change={change} />}
    </>
  )
}

interface UndoProps {
  readonly change: Change
  readonly time: string
}

/**
 * The button that undoes a change, and its result. Asks first unless it changes this item alone and keeps it.
 */
function UndoOf({ change, time }: UndoProps) {
  const { t } = useTranslation('changes')
  const { can } = useSession()
  const { saver } = useEditor()
  const undo = useUndo(change.id, () => void saver.refresh({ isForced: true }))
  const count = change.items.length + change.parts.length
  // Undoing the creation of an item moves it to the trash.
  const isCreation = change.items.some(({ before }) => before === null)
  const needsConfirmation = count !== 1 || isCreation
  const run = async () => {
    const title = count > 1 ? t('undoMany.title', { count }) : t('undoMade.title')
    const text = t(count > 1 ? 'undoMany.text' : 'undoMade.text')
    if (!needsConfirmation || (await confirm({ title, text, action: t('undo') }))) undo.run()
  }
  if (!can('changes.undo')) return null
  return (
    <>
      {undo.state !== 'done' && <UndoButton undo={undo} time={time} onRun={() => void run()} />}
      <div className={classes['result']}>
        <UndoResult undo={undo} items={noItemTitles} isBrief />
      </div>
    </>
  )
}

/** Most undos here concern the open item alone, so the result names no titles of items. */
const noItemTitles: Parameters<typeof UndoResult>[0]['items'] = { get: () => undefined, isLoading: false }

interface UndoButtonProps {
  readonly undo: Undo
  readonly time: string
  readonly onRun: () => void
}

function UndoButton({ undo, time, onRun }: UndoButtonProps) {
  const { t } = useTranslation('changes')
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes['undo'] ?? ''}
      loading={undo.state === 'running'}
      title={t('undo')}
      aria-label={t('undoAt', { time })}
      onClick={onRun}
    >
      <Undo2 size={16} aria-hidden />
    </ActionIcon>
  )
}

interface ChangedProps {
  readonly fields: readonly Field[]
  readonly revision: Revision
  /** the previous revision; undefined if it is not loaded */
  readonly older: Revision | undefined
}

/** The changes of a revision compared with the previous one. */
function Changed({ fields, revision, older }: ChangedProps) {
  const { t } = useTranslation('editor')
  if (older === undefined) return null
  const changed = differingFields(fields, versionValues(older), versionValues(revision))
  if (changed.length === 0) return null
  return (
    <Text size="sm" c="dimmed" component="span" lineClamp={2}>
      {t('history.changed', { fields: changed.map(({ label }) => label).join(', ') })}
    </Text>
  )
}
