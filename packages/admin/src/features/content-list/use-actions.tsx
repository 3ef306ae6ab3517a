import { api } from '../../api/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import i18n from 'i18next'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure, isSilence } from '../../api/failures.ts'
import { keys } from '../../api/queries.ts'
import { notifySessionEnded } from '../../api/session-end.ts'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { plainLanguageName } from '../../ui/language-name.ts'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'
import { type ContentScope, useContentScope } from '../in-change-set/content-scope.ts'
import { withFieldLabels } from './field-labels.ts'
import type { Action } from './actions.ts'
import { showFailed } from './failed-items.tsx'
import { headingOf } from './heading.ts'
import type { Item } from './queries.ts'
import { type Outcome, runEach } from './run-each.ts'
import { runMany } from './run-many.ts'
import { languagesText } from './translations.ts'
import { offSite, type UndoAction } from './undo-action.ts'

export interface Progress {
  readonly action: Action
  readonly done: number
  readonly total: number
}

/** The numbers of selected items that an action leaves out. */
export interface LeftOut {
  /** items that the person may not change */
  readonly forbidden: number
  /** items that the action would not change */
  readonly unchanged: number
  /**
   * other translations of the items: 0 if the action is for all of them, undefined if the items have no others. Unless
   * it is undefined, the notification names the languages of the changed items.
   */
  readonly translations?: number
}

/** Runs an action on items. Returns those for which it succeeded. */
export type RunAction = (
  action: Action,
  items: readonly Item[],
  leftOut?: LeftOut,
) => Promise<readonly Item[]>

/** Runs actions on items of a collection, and notifies of the result, with undo and the reasons of failures. */
export function useActions(collection: Collection): { run: RunAction; progress: Progress | null } {
  const { t } = useTranslation(['lists', 'changeSets'])
  const client = useQueryClient()
  const scope = useContentScope()
  const { locales } = useWorkspace().site
  const [progress, setProgress] = useState<Progress | null>(null)
  const refresh = useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.content }),
        client.invalidateQueries({ queryKey: keys.search }),
      ]),
    [client],
  )
  const run = useCallback<RunAction>(
    async (action, items, leftOut) => {
      const { slug } = collection
      const namesLanguages = leftOut?.translations !== undefined
      setProgress({ action, done: 0, total: items.length })
      const { done, failed, undoActions } = await perform(action, items, {
        scope,
        collection: slug,
        onProgress: (count) => setProgress({ action, done: count, total: items.length }),
      })
      // Notifies before the lists are read again, which can take long.
      const isRefreshed = refresh().then(() => setProgress(null))
      if (done.length > 0) {
        const isInSet = scope.changeSet !== undefined
        // Instead of an undo, the person removes the entry from the change-set.
        const undo =
          isInSet || undoActions.length === 0 ? undefined : () => void runUndo(undoActions).then(refresh)
        notifySuccess(
          [
            isInSet ? t('changeSets:within.kept') : t(`done.${action.name}`, { count: done.length }),
            ...(namesLanguages ? [t('reach.languages', { languages: languagesText(done, locales) })] : []),
            ...(namesLanguages && action.isShared === true ? [t('reach.shared')] : []),
            ...leftOutTexts(action, leftOut),
          ].join(' '),
          undo,
          // Earlier notifications about the same items, or the same change-set, are removed.
          scope.changeSet === undefined ? done.map(({ id }) => id) : [scope.changeSet],
        )
      }
      const failures = failed.map(({ item, error }) => ({
        id: item.id,
        title: headingOf(collection, item),
        ...(namesLanguages && { language: plainLanguageName(item.locale) }),
        error: withFieldLabels(error, collection),
      }))
      const [first] = failures
      if (failures.some(({ error }) => isFailure(error, 401))) notifySessionEnded()
      else if (items.length > 1 && first !== undefined)
        showFailed({ action, failed: failures, isAll: done.length === 0 })
      else if (first !== undefined) notifyError(first.error)
      await isRefreshed
      return done
    },
    [collection, scope, locales, refresh, t],
  )
  return { run, progress }
}

/** What the notification says of the items and translations that the action was not for. */
function leftOutTexts(action: Action, leftOut: Partial<LeftOut> = {}): string[] {
  return (['unchanged', 'forbidden', 'translations'] as const).flatMap((reason) => {
    const count = leftOut[reason] ?? 0
    // A shared value changes in the other translations as well, so they are not left out.
    const isShared = reason === 'translations' && action.isShared === true
    return count === 0 || isShared ? [] : [i18n.t(`lists:leftOut.${reason}`, { count })]
  })
}

interface ActionOutcome extends Outcome<Item> {
  /** empty if something cannot be undone */
  readonly undoActions: readonly UndoAction[]
}

interface ActionContext {
  readonly scope: ContentScope
  readonly collection: string
  readonly onProgress: (count: number) => void
}

/**
 * Runs an action. If it has bulk calls, several items are changed together, and one undo reverts all of it. A single
 * item is changed by `run`, if the action has it.
 */
async function perform(
  action: Action,
  items: readonly Item[],
  context: ActionContext,
): Promise<ActionOutcome> {
  const { scope, collection, onProgress } = context
  if (action.calls !== undefined && (action.run === undefined || items.length > 1)) {
    const { changes, ...outcome } = await runMany(items, { ...context, calls: action.calls, isHopeless })
    // Undoes the latest change first, because it was made on top of the earlier ones.
    const undoAll = async () => {
      for (const id of changes.toReversed()) await api.changes.undo({ id })
    }
    return { ...outcome, undoActions: changes.length === 0 ? [] : [undoAll] }
  }
  const { run } = action
  const undoActions: UndoAction[] = []
  const outcome = await runEach(items, {
    run: async (item) => {
      const undo = await run?.(scope, { collection, id: item.id }, item)
      if (undo) undoActions.push(undo)
    },
    onProgress,
    isHopeless,
  })
  return { ...outcome, undoActions: undoActions.length === outcome.done.length ? undoActions : [] }
}

/** Whether all further calls would fail: the session has ended, or the service is not reachable. */
function isHopeless(error: unknown): boolean {
  return isFailure(error, 401) || isSilence(error)
}

/** Runs undo actions and notifies of the result, also of items that are no longer on the site. */
async function runUndo(undoActions: readonly UndoAction[]): Promise<void> {
  let offSiteCount = 0
  const run = async (undo: UndoAction): Promise<void> => {
    if ((await undo()) === offSite) offSiteCount++
  }
  const { failed } = await runEach(undoActions, { run, isHopeless })
  const [first] = failed
  if (first !== undefined) notifyError(first.error)
  else
    notifySuccess(
      offSiteCount === 0 ? i18n.t('lists:undone') : i18n.t('lists:offSite', { count: offSiteCount }),
    )
}
