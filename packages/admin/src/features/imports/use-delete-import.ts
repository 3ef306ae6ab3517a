import type { ImportJob } from '@octavo/contract/operations/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'

/** Deletes an import after a confirmation. Returns whether it was deleted. */
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
      notifySuccess(t('delete.done'))
      return true
    } catch (error) {
      notifyError(error)
      return false
    } finally {
      void client.invalidateQueries({ queryKey: [...keys.imports, 'list'] })
    }
  }
}
