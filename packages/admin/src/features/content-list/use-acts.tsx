import { useQueryClient } from '@tanstack/react-query'
import i18n from 'i18next'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure, isSilence } from '../../api/failures.ts'
import { keys } from '../../api/queries.ts'
import { notifySessionEnded } from '../../api/session-end.ts'
import type { Collection } from '../../session/session.tsx'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'
import type { Act } from './acts.ts'
import { showFailed } from './failed-items.tsx'
import { headingOf } from './heading.ts'
import type { Item } from './queries.ts'
import { runEach } from './run-each.ts'
import { offSite, type UndoAction } from './undo-action.ts'

export interface Progress {
  readonly act: Act
  readonly done: number
  readonly total: number
}

/** Runs an action on items. Returns those for which it succeeded. */
export type RunAct = (act: Act, items: readonly Item[]) => Promise<readonly Item[]>

/** Runs actions on items of a collection, and notifies of the result, with undo and the reasons of failures. */
export function useActs(collection: Collection): { run: RunAct; progress: Progress | null } {
  const { t } = useTranslation('lists')
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress | null>(null)
  const refresh = useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.content }),
        client.invalidateQueries({ queryKey: keys.search }),
      ]),
    [client],
  )
  const run = useCallback<RunAct>(
    async (act, items) => {
      const { slug } = collection
      setProgress({ act, done: 0, total: items.length })
      const ways: UndoAction[] = []
      const { done, failed } = await runEach(items, {
        run: async (item) => {
          const back = await act.run({ collection: slug, id: item.id }, item)
          if (back !== null) ways.push(back)
        },
        onProgress: (count) => setProgress({ act, done: count, total: items.length }),
        isHopeless,
      })
      await refresh()
      setProgress(null)
      if (done.length > 0) {
        const undo = ways.length === done.length ? () => void takeBack(ways).then(refresh) : undefined
        notifySuccess(
          t(`done.${act.name}`, { count: done.length }),
          undo,
          done.map(({ id }) => id),
        )
      }
      const failures = failed.map(({ item, error }) => ({
        id: item.id,
        title: headingOf(collection, item),
        error,
      }))
      const [first] = failures
      if (failures.some(({ error }) => isFailure(error, 401))) notifySessionEnded()
      else if (items.length > 1 && first !== undefined)
        showFailed({ act, failed: failures, isAll: done.length === 0 })
      else if (first !== undefined) notifyError(first.error)
      return done
    },
    [collection, refresh, t],
  )
  return { run, progress }
}

/** Whether all further calls would fail: the session has ended, or the service is not reachable. */
function isHopeless(error: unknown): boolean {
  return isFailure(error, 401) || isSilence(error)
}

async function takeBack(ways: readonly UndoAction[]): Promise<void> {
  let count = 0
  const run = async (way: UndoAction): Promise<void> => {
    if ((await way()) === offSite) count++
  }
  const { failed } = await runEach(ways, { run, isHopeless })
  const [first] = failed
  if (first !== undefined) notifyError(first.error)
  else notifySuccess(count === 0 ? i18n.t('lists:undone') : i18n.t('lists:offSite', { count }))
}
