import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { useSession } from '../../session/session.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type ChangeSet, isOpen } from '../../api/change-sets.ts'

/** Deletes a change-set after a confirmation. */
export function useChangeSetDeletion() {
  const { t } = useTranslation(['changeSets', 'common'])
  const runAction = useAction()
  return async (set: ChangeSet, afterwards?: () => void): Promise<void> => {
    const agrees = await confirm({
      title: t('deleteTitle', { name: set.name }),
      text: isOpen(set) ? t('deleteText', { count: set.entryCount }) : t('deleteApplied'),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({
      run: () => api.changeSets.delete({ id: set.id }),
      done: t('deleted'),
      touches: [keys.changeSets],
      ...(afterwards !== undefined && { afterwards }),
    })
  }
}

/** Whether the person may delete a set: their own, or those of others as an editor. */
export function useMayDelete(): (set: ChangeSet) => boolean {
  const { person, can } = useSession()
  return ({ createdBy }) => createdBy?.id === person.id || can('changeSets.manage')
}
