import { api } from '../../../api/client.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { saveAgain } from '../../content-list/undo-action.ts'
import type { Answer } from '../autosave/saver.ts'
import type { Item } from '../autosave/state.ts'
import { cancelUploads } from '../editor-context.ts'
import type { Steps } from './use-steps.ts'

/** The actions that replace the values of an item by those of another version. */
export function versionActions(steps: Steps) {
  const { t, editor, scope, run, runComplete, announce, command } = steps
  const { saver, collection } = editor
  const { slug } = collection
  const { content } = scope
  return {
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
          await saver.refresh({ isForced: true })
          // Text that could not be saved comes back as it was typed.
          if (Object.keys(edits).length > 0) saver.restore({ edits, base })
        })
      }),
    restoreRevision: (revisionId: string) =>
      runComplete('restoreRevision', async () => {
        const { before, ...answer } = await command(async (_target, item, rev) => ({
          ...(await api.revisions.restore({ revisionId, ...rev })),
          before: item,
        }))
        announce(t('done.restored'), () => undoRestoring(steps, before, answer))
      }),
  }
}

/**
 * Undoes the restoring of a revision: saves the values from before again. If the restoring made the pending draft of a
 * published item, that draft is discarded instead.
 */
async function undoRestoring({ editor, scope }: Steps, before: Item, answer: Answer): Promise<void> {
  const target = { collection: editor.collection.slug, id: before.id }
  const isNewDraft = before.hasPendingDraft !== true && answer.item.hasPendingDraft === true
  if (isNewDraft) await scope.content.discardDraft({ ...target, _rev: answer._rev })
  else await saveAgain(target, before, answer)
}
