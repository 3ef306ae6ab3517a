import { Menu } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'

interface DeleteItemProps {
  /** says what is deleted, or that it is only removed; "Delete" by default */
  readonly label?: string
  readonly onDelete: () => void
}

/** The entry of a menu that deletes: the last one, and the same in all menus. */
export function DeleteItem({ label, onDelete }: DeleteItemProps) {
  const { t } = useTranslation()
  return (
    <Menu.Item color="var(--danger)" leftSection={<Trash2 size={16} aria-hidden />} onClick={onDelete}>
      {label ?? t('delete')}
    </Menu.Item>
  )
}
