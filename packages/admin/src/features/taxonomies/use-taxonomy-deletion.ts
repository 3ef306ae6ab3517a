import { limits } from '@octavo/contract/limits'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Taxonomy } from './taxonomy-queries.ts'
import { inSentence } from '../../ui/item-title.ts'

/** Returns a function that deletes a taxonomy after a confirmation with the number of its terms. */
export function useTaxonomyDeletion() {
  const { t } = useTranslation(['taxonomies', 'common'])
  const runAction = useAction()
  return async ({ name, label }: Taxonomy, afterwards?: () => void): Promise<void> => {
    const page = await api.terms.list({ taxonomy: name, limit: limits.page.max }).catch(notifyError)
    if (page === undefined) return
    const agrees = await confirm({
      title: t('deleteTitle', { label: inSentence(label) }),
      text: lossText(t, page),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    // Without `force`, the service refuses to delete a taxonomy with terms, which somebody may have added meanwhile.
    const force = page.items.length > 0
    runAction({
      run: () => api.taxonomies.delete({ name, force }),
      done: t('deleted', { label: inSentence(label) }),
      // Only the list of taxonomies: the screen of the deleted one would read it again, and show that it does not
      // exist.
      touches: [[...keys.taxonomies, 'list'], keys.workspace, keys.menus],
      ...(afterwards !== undefined && { afterwards }),
    })
  }
}

type Page = Awaited<ReturnType<typeof api.terms.list>>

/** How many terms the deletion loses: their number, or that there is more than one page of them. */
function lossText(t: TFunction<['taxonomies', 'common']>, { items, nextCursor }: Page): string {
  if (nextCursor !== undefined) return t('deleteMany', { count: items.length })
  return items.length === 0 ? t('deleteEmpty') : t('deleteText', { count: items.length })
}
