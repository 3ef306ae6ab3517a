import { Menu } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RowMenu } from './row-menu.tsx'
import { DeleteItem } from './delete-item.tsx'

interface ThingMenuProps {
  /** the accessible name, such as "More actions for Home" */
  readonly label: string
  readonly edit: string
  /** renders the dialog that edits it */
  readonly renderDialog: (onClosed: () => void) => ReactNode
  readonly remove: string
  readonly onRemove: () => void
}

/** The menu of an object: edit and delete. */
export function ThingMenu({ label, edit, renderDialog, remove, onRemove }: ThingMenuProps) {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <RowMenu label={label}>
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          {edit}
        </Menu.Item>
        <DeleteItem label={remove} onDelete={onRemove} />
      </RowMenu>
      {isEditing && renderDialog(() => setEditing(false))}
    </>
  )
}
