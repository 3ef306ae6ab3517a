import { useTranslation } from 'react-i18next'
import { ThingMenu } from '../../ui/thing-menu.tsx'
import { MenuDialog } from './menu-dialog.tsx'
import type { ListedMenu } from './menu-queries.ts'
import { useMenuDeletion } from './use-menu-deletion.ts'

interface MenuActionsProps {
  readonly menu: Pick<ListedMenu, 'name' | 'label' | 'itemCount'>
  /** how deleting is called here */
  readonly remove: string
  readonly onDeleted?: () => void
}

/** What can be done with a whole menu. */
export function MenuActions({ menu, remove, onDeleted }: MenuActionsProps) {
  const { t } = useTranslation('menus')
  const deleteMenu = useMenuDeletion()
  return (
    <ThingMenu
      label={t('more', { label: menu.label })}
      edit={t('rename')}
      renderDialog={(onClosed) => <MenuDialog menu={menu} onClosed={onClosed} />}
      remove={remove}
      onRemove={() => void deleteMenu(menu, onDeleted)}
    />
  )
}
