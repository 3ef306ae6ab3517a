import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/use-action.ts'
import { inSentence } from '../../ui/item-title.ts'

interface DeletableMenu {
  readonly name: string
  readonly label: string
  readonly itemCount: number
}

/** Returns a function that deletes a menu after a confirmation. */
export function useMenuDeletion() {
  const { t } = useTranslation(['menus', 'common'])
  const runAction = useAction()
  return async ({ name, label, itemCount }: DeletableMenu, afterwards?: () => void): Promise<void> => {
    const agrees = await confirm({
      title: t('deleteTitle', { label: inSentence(label) }),
      text: t('deleteText', { count: itemCount }),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({
      run: () => api.menus.delete({ name }),
      done: t('deleted', { label: inSentence(label) }),
      // Only the list: the screen of the deleted menu would read it again, and show that it does not exist.
      touches: [[...keys.menus, 'list']],
      ...(afterwards !== undefined && { afterwards }),
    })
  }
}
