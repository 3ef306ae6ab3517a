import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { TermLine } from './term-tree.ts'
import { inSentence } from '../../ui/item-title.ts'

/**
 * Returns a function that deletes a term after a confirmation with the number of items that use it. A term with
 * children cannot be deleted; then the dialog only explains why.
 */
export function useTermDeletion(taxonomy: string) {
  const { t } = useTranslation(['taxonomies', 'common'])
  const runAction = useAction()
  return async ({ term: { slug, label, count }, childCount }: TermLine): Promise<void> => {
    if (childCount > 0) {
      await confirm({
        title: t('terms.hasBelowTitle', { label: inSentence(label) }),
        text: t('terms.hasBelowText', { count: childCount }),
        action: t('terms.understood'),
      })
      return
    }
    const agrees = await confirm({
      title: t('terms.deleteTitle', { label: inSentence(label) }),
      text: t('terms.deleteText', { count }),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({
      run: () => api.terms.delete({ taxonomy, term: slug }),
      done: t('terms.deleted', { label: inSentence(label) }),
      touches: [keys.terms(taxonomy), keys.menus],
    })
  }
}
