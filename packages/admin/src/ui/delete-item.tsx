import { Menu } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'

interface DeleteItemProps {
  /** the text of the entry, for example if something is only removed; "Delete" by default */
  readonly label?: string
  readonly onDelete: () => void
}

/** The entry of a menu that deletes something. It is the last one of each menu. */
export function DeleteItem({ label, onDelete }: DeleteItemProps) {
  const { t } = useTranslation()
  return (
    <Menu.Item color="var(--danger)" leftSection={<Trash2 size={16} aria-hidden />} onClick={onDelete}>
      {label ?? t('delete')}
    </Menu.Item>
  )
}
