import { confirm } from '../../../ui/confirm.tsx'
import { publishItem, unpublishItem } from '../../content-list/undo-action.ts'
import { isManual } from '../autosave/state.ts'
import type { Steps } from './use-steps.ts'

/** The actions that save, publish and unpublish. */
export function publishingActions(steps: Steps) {
  const { t, editor, scope, run, runComplete, announce, requireComplete, command } = steps
  const { saver } = editor
  return {
    save: () =>
      // While an image is uploading, only a manual save is refused: no automatic save would follow when the upload
      // ends.
      (isManual(saver.getState()) ? runComplete : run)('save', async () => {
        if (!(await saver.flush())) steps.focusFirstProblem()
      }),
    publish: () =>
      runComplete('publish', async () => {
        await requireComplete()
        const { undo, wasLive } = await command(async (target, before, rev) => ({
          ...(await publishItem(scope, target, before, rev)),
          wasLive: before.status === 'published',
        }))
        announce(t(wasLive ? 'done.publishedChanges' : 'done.published'), undo)
      }),
    unpublish: () =>
      run('unpublish', async () => {
        const isAgreed = await confirm({
          title: t('confirm.unpublish'),
          text: t('confirm.unpublishText'),
          action: t('actions.unpublish'),
        })
        if (!isAgreed) return
        const { undo } = await command((target, before, rev) => unpublishItem(scope, target, before, rev))
        announce(t('done.unpublished'), undo)
      }),
  }
}
