import { useTranslation } from 'react-i18next'
import { EditDeleteMenu } from '../../ui/edit-delete-menu.tsx'
import { MenuDialog } from './menu-dialog.tsx'
import type { ListedMenu } from './menu-queries.ts'
import { useMenuDeletion } from './use-menu-deletion.ts'

interface MenuActionsProps {
  readonly menu: Pick<ListedMenu, 'name' | 'label' | 'itemCount'>
  /** the label of the delete action */
  readonly removeLabel: string
  readonly onDeleted?: () => void
}

/** The actions on a menu. */
export function MenuActions({ menu, removeLabel, onDeleted }: MenuActionsProps) {
  const { t } = useTranslation('menus')
  const deleteMenu = useMenuDeletion()
  return (
    <EditDeleteMenu
      label={t('more', { label: menu.label })}
      editLabel={t('rename')}
      renderDialog={(onClosed) => <MenuDialog menu={menu} onClosed={onClosed} />}
      removeLabel={removeLabel}
      onRemove={() => void deleteMenu(menu, onDeleted)}
    />
  )
}
