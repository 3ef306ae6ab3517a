import { confirm } from '../../../ui/confirm.tsx'
import { inSentence, titleOf } from '../../../ui/item-title.ts'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'
import { NotSavedError } from '../autosave/saver.ts'
import { cancelUploads } from '../editor-context.ts'
import type { Steps } from './use-steps.ts'

/** The actions after which another screen is shown. */
export function leavingActions(steps: Steps) {
  const { t, editor, scope, client, navigate, run, runComplete, announceEntry } = steps
  const { saver, collection } = editor
  const { slug } = collection
  const { content } = scope
  return {
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
  }
}
