import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { inSentence, titleOf } from '../../ui/item-title.ts'
import { confirm } from '../../ui/confirm.tsx'
import { fullTime } from '../../ui/times.tsx'
import { tellDone, tellFailure } from '../../ui/notify.tsx'
import { type Answer, NotSavedError } from './autosave/saver.ts'
import { isMissing } from './autosave/schedule.ts'
import type { Item } from './autosave/state.ts'
import { useEditor } from './editor-context.ts'

export type Acts = ReturnType<typeof useActs>

/** What a person can do with the item of an open editor; each act saves first what was written. */
export function useActs() {
  const { t } = useTranslation(['editor', 'common'])
  const { saver, collection, flushes } = useEditor()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<string | null>(null)
  const { slug } = collection

  const run = async (name: string, work: () => Promise<void>) => {
    if (busy !== null) return
    setBusy(name)
    for (const flush of flushes) flush()
    try {
      await work()
    } catch (error) {
      if (error instanceof NotSavedError) focusFirstProblem()
      else tellFailure(error)
    } finally {
      setBusy(null)
      void client.invalidateQueries({ queryKey: keys.content, refetchType: 'none' })
    }
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
    const place = document.querySelector(`[data-field="${CSS.escape(key)}"]`)
    place?.querySelector<HTMLElement>('input, textarea, [contenteditable="true"], button')?.focus()
    place?.scrollIntoView({ block: 'center' })
  }
  /** An act that has its inverse: that is offered, and what it does is shown when the editor is still there. */
  const told = (text: string, undo?: () => Promise<unknown>) => {
    if (undo === undefined) return tellDone(text)
    tellDone(text, () => void undo().then(() => saver.refresh(true), tellFailure))
  }
  const command = (call: (target: { collection: string; id: string; _rev: string }) => Promise<Answer>) =>
    saver.command((id, rev) => call({ collection: slug, id, _rev: rev }))

  return {
    busy,
    save: () =>
      run('save', async () => {
        if (!(await saver.flush())) focusFirstProblem()
      }),
    publish: () =>
      run('publish', async () => {
        const before = saver.getState().item
        const { item } = await command((target) => api.content.publish(target))
        const wasLive = before?.status === 'published'
        told(t(wasLive ? 'done.publishedChanges' : 'done.published'), undoOfPublishing(slug, before, item))
      }),
    unpublish: () =>
      run('unpublish', async () => {
        const isAgreed = await confirm({
          title: t('confirm.unpublish'),
          text: t('confirm.unpublishText'),
          action: t('acts.unpublish'),
        })
        if (!isAgreed) return
        const hadDraft = saver.getState().item?.hasPendingDraft === true
        const { item } = await command((target) => api.content.unpublish(target))
        // Publishing would make the pending draft live, too.
        told(
          t('done.unpublished'),
          hadDraft ? undefined : () => api.content.publish({ collection: slug, id: item.id }),
        )
      }),
    schedule: (scheduledAt: string) =>
      run('schedule', async () => {
        const { item } = await command((target) => api.content.schedule({ ...target, scheduledAt }))
        told(t('done.scheduled', { time: fullTime(scheduledAt) }), () =>
          api.content.unschedule({ collection: slug, id: item.id }),
        )
      }),
    unschedule: () =>
      run('unschedule', async () => {
        const at = saver.getState().item?.scheduledAt ?? null
        const { item } = await command((target) => api.content.unschedule(target))
        told(
          t('done.unscheduled'),
          at === null
            ? undefined
            : () => api.content.schedule({ collection: slug, id: item.id, scheduledAt: at }),
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
        await saver.flush()
        saver.dispatch({ type: 'discarded' })
        await command((target) => api.content.discardDraft(target))
        tellDone(t('done.discarded'))
      }),
    duplicate: () =>
      run('duplicate', async () => {
        if (!(await saver.flush())) throw new NotSavedError()
        const { item } = await api.content.duplicate({
          collection: slug,
          id: saver.getState().item?.id ?? '',
        })
        tellDone(t('done.duplicated', { title: inSentence(titleOf(item)) }))
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
          action: t('acts.trash'),
          isDangerous: true,
        })
        if (!isAgreed) return
        await saver.flush()
        await api.content.delete({ collection: slug, id: item.id })
        saver.dispatch({ type: 'discarded' })
        saver.close()
        client.removeQueries({ queryKey: keys.item(slug, item.id) })
        await navigate({ to: '/content/$collection', params: { collection: slug } })
        const back = { to: '/content/$collection/$id', params: { collection: slug, id: item.id } } as const
        tellDone(t('done.trashed', { title }), () => {
          api.content.restore({ collection: slug, id: item.id }).then(() => navigate(back), tellFailure)
        })
      }),
    restoreRevision: (revisionId: string) =>
      run('restoreRevision', async () => {
        await command(({ _rev }) => api.revisions.restore({ revisionId, _rev }))
        tellDone(t('done.restored'))
      }),
  }
}

/** What was live before a pending draft replaced it comes back from the revisions only. */
function undoOfPublishing(collection: string, before: Item | null, { id }: Item) {
  if (before?.status === 'published') return undefined
  return async () => {
    await api.content.unpublish({ collection, id })
    const at = before?.scheduledAt ?? null
    if (at !== null) await api.content.schedule({ collection, id, scheduledAt: at })
  }
}
