import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { inSentence, titleOf } from '../../ui/item-title.ts'
import { languageName } from '../../ui/language-name.ts'
import { confirm } from '../../ui/confirm.tsx'
import { fullTime } from '../../ui/times.tsx'
import { notifySuccess, notifyError, notifyProblem } from '../../ui/notify.tsx'
import { type Answer, NotSavedError } from './autosave/saver.ts'
import { isMissing, missingFields } from './autosave/schedule.ts'
import { isManual, type Item } from './autosave/state.ts'
import {
  offSite,
  publishItem,
  saveAgain,
  timesToSet,
  unpublishItem,
  type UndoAction,
} from '../content-list/undo-action.ts'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { cancelUploads, isUploading, useEditor } from './editor-context.ts'
import { focusField } from './focus-field.ts'
import { useHiddenOriginal } from './translating/use-hidden-original.ts'
import { include } from './transport.ts'

interface Target {
  readonly collection: string
  readonly id: string
}

export type Actions = ReturnType<typeof useActions>

/** The actions on the item of an open editor; each one saves the draft first. */
export function useActions() {
  const { t } = useTranslation(['editor', 'common', 'lists', 'changeSets'])
  const editor = useEditor()
  const scope = useContentScope()
  const { content } = scope
  const { saver, collection, flushes } = editor
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<string | null>(null)
  const { slug } = collection
  const originalLocale = useHiddenOriginal()

  /**
   * Runs an action, one at a time. Returns false if the service or the connection failed, so that an open dialog stays for
   * another attempt.
   */
  const run = async (name: string, work: () => Promise<void>): Promise<boolean> => {
    if (busy !== null) return false
    setBusy(name)
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
    const takeBack = async () => {
      if ((await undo()) === offSite) notifySuccess(t('lists:offSite', { count: 1 }))
      await saver.refresh(true)
    }
    notifySuccess(text, () => void takeBack().catch(notifyError), about)
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
  /** Runs an action after the draft is saved; `before` is the item as it was just before the action. */
  const command = <Given extends Answer>(
    call: (target: Target, before: Item, rev: { _rev: string; include: typeof include }) => Promise<Given>,
  ) =>
    saver.command((id, _rev) => {
      const { item } = saver.getState()
      if (item === null) throw new NotSavedError()
      return call({ collection: slug, id }, item, { _rev, include })
    })

  return {
    busy,
    save: () =>
      // An automatic save follows when an upload ends; after a manual one, the image would stay unsaved.
      (isManual(saver.getState()) ? runComplete : run)('save', async () => {
        if (!(await saver.flush())) focusFirstProblem()
      }),
    publish: () =>
      runComplete('publish', async () => {
        await requireComplete()
        const { back, wasLive } = await command(async (target, before, rev) => ({
          ...(await publishItem(scope, target, before, rev)),
          wasLive: before.status === 'published',
        }))
        announce(t(wasLive ? 'done.publishedChanges' : 'done.published'), back)
      }),
    unpublish: () =>
      run('unpublish', async () => {
        const isAgreed = await confirm({
          title: t('confirm.unpublish'),
          text: t('confirm.unpublishText'),
          action: t('actions.unpublish'),
        })
        if (!isAgreed) return
        const { back } = await command((target, before, rev) => unpublishItem(scope, target, before, rev))
        announce(t('done.unpublished'), back)
      }),
    /** Calls `ask`, which asks for a time, if nothing that is required is missing. */
    prepareSchedule: (ask: () => void) =>
      runComplete('prepareSchedule', async () => {
        requireFilled()
        ask()
      }),
    schedule: (scheduledAt: string) =>
      runComplete('schedule', async () => {
        await requireComplete()
        const before = saver.getState().item?.scheduledAt ?? null
        const { item } = await command((target, _, rev) =>
          content.schedule({ ...target, ...rev, scheduledAt }),
        )
        const text = [
          t('done.scheduled', { time: fullTime(scheduledAt) }),
          ...(originalLocale === null
            ? []
            : [t('publication.originalDraft', { language: languageName(originalLocale) })]),
        ].join(' ')
        // Undo sets only this time; a scheduled end of publication stays.
        announce(text, () => content.schedule({ collection: slug, id: item.id, scheduledAt: before }))
      }),
    unschedule: () =>
      run('unschedule', async () => {
        const { item: before } = saver.getState()
        const { item } = await command((target, known, rev) =>
          known.status === 'published' && known.unpublishAt !== undefined
            ? // `unschedule` would cancel the scheduled end of the published item as well.
              content.schedule({ ...target, ...rev, scheduledAt: null })
            : content.unschedule({ ...target, ...rev }),
        )
        const times = before === null ? null : timesToSet(before, item)
        announce(
          t('done.unscheduled'),
          times === null ? null : () => content.schedule({ collection: slug, id: item.id, ...times }),
        )
      }),
    scheduleEnd: (unpublishAt: string | null) =>
      run('scheduleEnd', async () => {
        const before = saver.getState().item?.unpublishAt ?? null
        const { item } = await command((target, _, rev) =>
          content.schedule({ ...target, ...rev, unpublishAt }),
        )
        const text =
          unpublishAt === null ? t('done.endCancelled') : t('done.endSet', { time: fullTime(unpublishAt) })
        announce(text, () => content.schedule({ collection: slug, id: item.id, unpublishAt: before }))
      }),
    setPublishedAt: (publishedAt: string) =>
      run('setPublishedAt', async () => {
        const before = saver.getState().item?.publishedAt ?? null
        const { item } = await command((target, _, rev) => content.update({ ...target, ...rev, publishedAt }))
        announce(
          t('done.dated', { time: fullTime(publishedAt) }),
          before === null
            ? null
            : () => content.update({ collection: slug, id: item.id, publishedAt: before }),
        )
      }),
    discardDraft: () =>
      run('discardDraft', async () => {
        const isAgreed = await confirm({
          title: t('confirm.discard'),
          text: t(
            collection.supports.includes('revisions') ? 'confirm.discardText' : 'confirm.discardForGood',
          ),
          action: t('common:discardChanges'),
          isDangerous: true,
        })
        if (!isAgreed) return
        cancelUploads(editor)
        // Only waits for a save in flight: edits that cannot be saved are discarded below.
        await saver.flush()
        const { edits, base, item: before } = saver.getState()
        saver.dispatch({ type: 'discarded' })
        const answer = await command((target, _, rev) => content.discardDraft({ ...target, ...rev }))
        if (before === null) return
        announce(t('done.discarded'), async () => {
          await saveAgain({ collection: slug, id: before.id }, before, answer)
          await saver.refresh(true)
          // Text that could not be saved comes back as it was typed.
          if (Object.keys(edits).length > 0) saver.restore({ edits, base })
        })
      }),
    duplicate: () =>
      runComplete('duplicate', async () => {
        if (!(await saver.flush())) throw new NotSavedError()
        const { item } = await content.duplicate({
          collection: slug,
          id: saver.getState().item?.id ?? '',
        })
        if (scope.changeSet === undefined)
          notifySuccess(t('done.duplicated', { title: inSentence(titleOf(item)) }))
        else announceEntry(scope.changeSet)
        await navigate({ to: '/content/$collection/$id', params: { collection: slug, id: item.id } })
      }),
    trash: () =>
      run('trash', async () => {
        const { item } = saver.getState()
        if (item === null) return
        const title = inSentence(titleOf(item))
        const isAgreed = await confirm({
          title: t('confirm.trash', { title }),
          text: t(item.status === 'published' ? 'confirm.trashLive' : 'confirm.trashText'),
          action: t('actions.trash'),
          isDangerous: true,
        })
        if (!isAgreed) return
        cancelUploads(editor)
        await saver.flush()
        // The item can be deleted even if its last edits cannot be saved.
        await content.delete({ collection: slug, id: item.id })
        // Unsaved edits would make `useLeaving` stop the navigation below.
        saver.dispatch({ type: 'discarded' })
        saver.close()
        client.removeQueries({ queryKey: scope.keys.item(slug, item.id) })
        await navigate(
          collection.singleton === true
            ? { to: '/' }
            : { to: '/content/$collection', params: { collection: slug } },
        )
        if (scope.changeSet !== undefined) return announceEntry(scope.changeSet)
        const back = { to: '/content/$collection/$id', params: { collection: slug, id: item.id } } as const
        const undo = () => {
          content.restore({ collection: slug, id: item.id }).then(() => navigate(back), notifyError)
        }
        notifySuccess(t('done.trashed', { title }), undo, [item.id])
      }),
    restoreRevision: (revisionId: string) =>
      runComplete('restoreRevision', async () => {
        const { before, ...answer } = await command(async (_target, item, rev) => ({
          ...(await api.revisions.restore({ revisionId, ...rev })),
          before: item,
        }))
        announce(t('done.restored'), () => undoRestoring(before, answer))
      }),
  }

  /**
   * Undoes the restoring of a revision: saves the values from before again. If the restoring made the pending draft of a
   * published item, that draft is discarded instead.
   */
  async function undoRestoring(before: Item, answer: Answer): Promise<void> {
    const target = { collection: slug, id: before.id }
    const isNewDraft = before.hasPendingDraft !== true && answer.item.hasPendingDraft === true
    if (isNewDraft) await content.discardDraft({ ...target, _rev: answer._rev })
    else await saveAgain(target, before, answer)
  }
}
