import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { useAct } from '../../ui/use-act.ts'
import type { Redirect } from './redirect-queries.ts'

/** Deletes a redirect after a confirmation. */
export function useRedirectDeletion() {
  const { t } = useTranslation(['redirects', 'common'])
  const act = useAct()
  return async ({ from }: Redirect): Promise<void> => {
    const agrees = await confirm({
      title: t('deleteTitle'),
      text: t('deleteText', { from }),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    act({ run: () => api.redirects.delete({ from }), done: t('deleted'), touches: [keys.redirects] })
  }
}
