import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Redirect } from './redirect-queries.ts'

/** Returns a function that deletes a redirect after a confirmation. */
export function useRedirectDeletion() {
  const { t } = useTranslation(['redirects', 'common'])
  const runAction = useAction()
  return async ({ from }: Redirect): Promise<void> => {
    const agrees = await confirm({
      title: t('deleteTitle'),
      text: t('deleteText', { from }),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({ run: () => api.redirects.delete({ from }), done: t('deleted'), touches: [keys.redirects] })
  }
}
