import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import { checkSet, ensureSet, SetChoice, useFirstSet } from '../in-change-set/set-choice.tsx'
import { NotSavedError } from './autosave/saver.ts'
import { sendable } from './autosave/schedule.ts'
import { isManual } from './autosave/state.ts'
import { useDraft, useEditor } from './editor-context.ts'
import { requestParts } from './transport.ts'

/** Adds the changes of the open item to a change-set, which publishes them when it is applied. */
export function AddToSetDialog({ onClosed }: { readonly onClosed: () => void }) {
  const { t } = useTranslation(['changeSets', 'forms'])
  const client = useQueryClient()
  const add = useAdding()
  const isSavedOnRequest = useDraft(isManual)
  const form = useDialogForm({
    stored: useFirstSet(),
    check: (chosen) => checkSet(chosen, t),
    save: async (chosen) => add(await ensureSet(chosen)),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: keys.changeSets })
      notifySuccess(t('add.done'))
    },
  })
  return (
    <FormDialog title={t('add.title')} submit={t('add.submit')} form={form} onClosed={onClosed}>
      <Text size="sm" c="dimmed">
        {t(isSavedOnRequest ? 'add.edits' : 'add.draft')}
      </Text>
      <SetChoice form={form} />
    </FormDialog>
  )
}

/**
 * Adds the open item to a change-set. An item that is saved automatically gets an entry that publishes its draft. The
 * edits of an item that is saved on request become an entry themselves, and then the editor discards them.
 */
function useAdding(): (changeSet: string) => Promise<void> {
  const { saver, collection, flushes } = useEditor()
  return async (changeSet) => {
    for (const flush of flushes) flush()
    const draft = saver.getState()
    if (isManual(draft)) {
      const { item, rev } = draft
      if (item === null || rev === null) throw new NotSavedError()
      const target = { collection: collection.slug, id: item.id, changeSet, _rev: rev }
      await api.content.update({ ...target, ...requestParts(sendable(draft)) })
      saver.dispatch({ type: 'discarded' })
      return
    }
    if (!(await saver.flush())) throw new NotSavedError()
    const { item, rev } = saver.getState()
    if (item === null || rev === null) throw new NotSavedError()
    await api.content.publish({ collection: collection.slug, id: item.id, changeSet, _rev: rev })
  }
}
