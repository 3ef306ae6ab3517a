import { Menu } from '@mantine/core'
import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RowMenu } from './row-menu.tsx'

interface ThingMenuProps {
  /** what the menu is for, as "More actions for Home" */
  readonly label: string
  readonly edit: string
  /** the dialog in which it is changed */
  readonly renderDialog: (onClosed: () => void) => ReactNode
  readonly remove: string
  readonly onRemove: () => void
}

/** What can be done with a whole thing: it is changed in a dialog, or deleted. */
export function ThingMenu({ label, edit, renderDialog, remove, onRemove }: ThingMenuProps) {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <RowMenu label={label}>
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          {edit}
        </Menu.Item>
        <Menu.Item color="var(--danger)" leftSection={<Trash2 size={16} aria-hidden />} onClick={onRemove}>
          {remove}
        </Menu.Item>
      </RowMenu>
      {isEditing && renderDialog(() => setEditing(false))}
    </>
  )
}
