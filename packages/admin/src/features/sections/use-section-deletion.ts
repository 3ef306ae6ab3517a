import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Section } from './section-queries.ts'
import { inSentence } from '../../ui/item-title.ts'

/** Returns a function that deletes a section after a confirmation. */
export function useSectionDeletion() {
  const { t } = useTranslation(['sections', 'common'])
  const runAction = useAction()
  return async ({ slug, title }: Section, afterwards?: () => void): Promise<void> => {
    const agrees = await confirm({
      title: t('deleteTitle', { title: inSentence(title) }),
      text: t('deleteText', { slug }),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({
      run: () => api.sections.delete({ section: slug }),
      done: t('deleted', { title: inSentence(title) }),
      // Only the list: the screen of the deleted section would read it again, and show that it does not exist.
      touches: [[...keys.sections, 'list']],
      ...(afterwards !== undefined && { afterwards }),
    })
  }
}
