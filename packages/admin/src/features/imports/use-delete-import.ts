import type { ImportJob } from '@octavo/contract/operations/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { tellDone, tellFailure } from '../../ui/notify.tsx'

/** Forgets an import after asking. Gives whether it is gone. */
export function useDeleteImport() {
  const { t } = useTranslation('imports')
  const client = useQueryClient()
  return async ({ analysisId, fileName }: ImportJob): Promise<boolean> => {
    const isSure = await confirm({
      title: t('delete.title'),
      text: t('delete.text', { name: fileName }),
      action: t('delete.action'),
      isDangerous: true,
    })
    if (!isSure) return false
    try {
      await api.imports.delete({ analysisId })
      tellDone(t('delete.done'))
      return true
    } catch (error) {
      tellFailure(error)
      return false
    } finally {
      void client.invalidateQueries({ queryKey: [...keys.imports, 'list'] })
    }
  }
}
