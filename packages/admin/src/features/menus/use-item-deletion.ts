import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { MenuItem, MenuWithItems } from './menu-queries.ts'
import { inSentence } from '../../ui/item-title.ts'

/** Returns a function that deletes a menu item after a confirmation, which says that its children move up. */
export function useItemDeletion({ name, items }: MenuWithItems, whenDone: () => void) {
  const { t } = useTranslation(['menus', 'common'])
  const runAction = useAction()
  return async ({ id, label }: MenuItem): Promise<void> => {
    const below = items.filter(({ parentId }) => parentId === id).length
    const agrees = await confirm({
      title: t('deleteItemTitle', { label: inSentence(label) }),
      text: t('deleteItemText', { count: below }),
      action: t('common:delete'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({
      run: () => api.menus.deleteItem({ name, itemId: id }),
      done: t('deletedItem', { label: inSentence(label) }),
      touches: [keys.menus],
      afterwards: whenDone,
    })
  }
}
