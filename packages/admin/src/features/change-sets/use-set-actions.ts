import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { showSecret } from '../../ui/secret-dialog.tsx'
import { fullTime } from '../../ui/times.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type ChangeSetDetails, changeSetDiffQuery } from '../in-change-set/change-set-queries.ts'

/**
 * Applies, reverts and schedules a set. `digest` identifies the changes that the person has seen: if the set has
 * changed since, the service refuses to apply or schedule it.
 */
export function useSetActions({ id, name, digest }: ChangeSetDetails) {
  const { t } = useTranslation('changeSets')
  const client = useQueryClient()
  const runAction = useAction()
  // The queries of change-sets are below the key of content, so the set is loaded again, too.
  const touchedKeys = [keys.content, keys.search]
  /** Asks the person to confirm, with the number of items that will change. Returns whether they agree. */
  const confirmAction = async (kind: 'apply' | 'revert'): Promise<boolean> => {
    const { changes } = await client.fetchQuery(changeSetDiffQuery(id))
    const live = changes.filter(({ isLive }) => isLive).length
    return confirm({
      title: t(`confirm.${kind}`, { name }),
      text: `${t(`confirm.${kind}Items`, { count: changes.length })} ${t('confirm.live', { count: live })}`,
      action: t(`actions.${kind}`),
      isDangerous: kind === 'revert',
    })
  }
  const apply = async () => {
    if (await confirmAction('apply'))
      runAction({
        run: () => api.changeSets.apply({ id, digest }),
        done: t('done.apply'),
        touches: touchedKeys,
      })
  }
  const revert = async () => {
    if (await confirmAction('revert'))
      runAction({ run: () => api.changeSets.revert({ id }), done: t('done.revert'), touches: touchedKeys })
  }
  const preview = async () => {
    const { item } = await api.changeSets.createPreviewLink({ id })
    showSecret({
      title: t('preview.title'),
      text: t('preview.text', { time: fullTime(item.expiresAt) }),
      label: t('preview.label'),
      secret: item.url ?? item.token,
    })
  }
  return {
    preview: () => void preview().catch(notifyError),
    apply: () => void apply().catch(notifyError),
    revert: () => void revert().catch(notifyError),
    schedule: (applyAt: string, afterwards: () => void) =>
      runAction({
        run: () => api.changeSets.schedule({ id, applyAt, digest }),
        done: t('done.schedule', { time: fullTime(applyAt) }),
        touches: touchedKeys,
        afterwards,
      }),
    unschedule: () =>
      runAction({
        run: () => api.changeSets.unschedule({ id }),
        done: t('done.unschedule'),
        touches: touchedKeys,
      }),
  }
}
