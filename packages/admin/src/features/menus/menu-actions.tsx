import { useTranslation } from 'react-i18next'
import { ThingMenu } from '../../ui/thing-menu.tsx'
import { MenuDialog } from './menu-dialog.tsx'
import type { ListedMenu } from './menu-queries.ts'
import { useMenuDeletion } from './use-menu-deletion.ts'

interface MenuActionsProps {
  readonly menu: Pick<ListedMenu, 'name' | 'label' | 'itemCount'>
  /** the label of the delete action */
  readonly remove: string
  readonly onDeleted?: () => void
}

/** The actions on a menu. */
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
