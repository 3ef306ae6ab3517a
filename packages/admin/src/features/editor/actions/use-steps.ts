import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../../api/queries.ts'
import { notifyError, notifyProblem, notifySuccess } from '../../../ui/notify.tsx'
import { offSite, type UndoAction } from '../../content-list/undo-action.ts'
import { useContentScope } from '../../in-change-set/content-scope.ts'
import { type Answer, NotSavedError } from '../autosave/saver.ts'
import { isMissing, missingFields } from '../autosave/schedule.ts'
import type { Item } from '../autosave/state.ts'
import { isUploading, useEditor } from '../editor-context.ts'
import { focusField } from '../focus-field.ts'
import { include } from '../transport.ts'

interface Target {
  readonly collection: string
  readonly id: string
}

export type Steps = ReturnType<typeof useSteps>

/** The steps that the actions on the item of an open editor consist of. */
export function useSteps() {
  const { t } = useTranslation(['editor', 'common', 'lists', 'changeSets'])
  const editor = useEditor()
  const scope = useContentScope()
  const { saver, collection, flushes } = editor
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<string | null>(null)

  /**
   * Runs an action, unless another one is running. Returns false if it did not run, or if the service or the connection
   * failed, so that an open dialog stays for another attempt.
   */
  const run = async (name: string, work: () => Promise<void>): Promise<boolean> => {
    if (busy !== null) return false
    setBusy(name)
    // Controls report the changes that they have not reported yet, so that these are part of the draft.
    for (const flush of flushes) flush()
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof NotSavedError)) {
        notifyError(error)
        return false
      }
      // An open dialog closes as well, because the problem is in the form behind it.
      focusFirstProblem()
      return true
    } finally {
      setBusy(null)
      // Marks the lists as stale; each is loaded again when it is shown.
      void client.invalidateQueries({ queryKey: keys.content, refetchType: 'none' })
    }
  }
  /** Like `run`, but refuses while images are uploading, because the action would miss them. */
  const runComplete = async (name: string, work: () => Promise<void>): Promise<boolean> => {
    if (!isUploading(editor)) return run(name, work)
    notifyProblem(t('uploading.text'), t('uploading.title'))
    return false
  }
  const focusFirstProblem = () => {
    const draft = saver.getState()
    const isBad = (key: string) =>
      isMissing(draft, key) ||
      key in draft.refusals ||
      key in draft.conflicts ||
      draft.edits[key]?.problem !== undefined
    const key = draft.fields.find((field) => isBad(field.key))?.key
    if (key === undefined) return
    focusField(key)
  }
  /** Notifies that the action was stored as an entry of a change-set. */
  const announceEntry = (changeSet: string) =>
    notifySuccess(t('changeSets:within.kept'), undefined, [changeSet])
  /** Notifies of a finished action with undo; undo updates the editor if it is still open. */
  const announce = (text: string, undo: UndoAction | null = null) => {
    // Instead of an undo, the person removes the entry from the change-set.
    if (scope.changeSet !== undefined) return announceEntry(scope.changeSet)
    const about = [saver.getState().item?.id ?? '']
    if (undo === null) return notifySuccess(text, undefined, about)
    const runUndo = async () => {
      if ((await undo()) === offSite) notifySuccess(t('lists:offSite', { count: 1 }))
      await saver.refresh({ isForced: true })
    }
    notifySuccess(text, () => void runUndo().catch(notifyError), about)
  }
  /** Saves the draft; if it cannot be published, marks missing fields and focuses the first. */
  const requireComplete = async () => {
    if (!(await saver.flush())) throw new NotSavedError()
    requireFilled()
  }
  /** Throws if a required field is empty, and marks it. */
  const requireFilled = () => {
    if (missingFields(saver.getState()).length === 0) return
    saver.dispatch({ type: 'foundMissing' })
    throw new NotSavedError()
  }
  /**
   * Runs an action after the draft is saved. `before` is the item as it was just before the action. `rev` belongs to
   * the input of the action: the action fails if the item was changed since, and its answer includes the terms.
   */
  const command = <Given extends Answer>(
    call: (target: Target, before: Item, rev: { _rev: string; include: typeof include }) => Promise<Given>,
  ) =>
    saver.command((id, _rev) => {
      const { item } = saver.getState()
      if (item === null) throw new NotSavedError()
      return call({ collection: collection.slug, id }, item, { _rev, include })
    })

  return {
    t,
    editor,
    scope,
    client,
    navigate,
    /** the name of the action that runs, or null */
    busy,
    run,
    runComplete,
    focusFirstProblem,
    announceEntry,
    announce,
    requireComplete,
    requireFilled,
    command,
  }
}
