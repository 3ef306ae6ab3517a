import { Menu } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RowMenu } from './row-menu.tsx'
import { DeleteItem } from './delete-item.tsx'

interface EditDeleteMenuProps {
  /** the accessible name, such as "More actions for Home" */
  readonly label: string
  readonly editLabel: string
  /** renders the dialog that edits the object */
  readonly renderDialog: (onClosed: () => void) => ReactNode
  readonly removeLabel: string
  readonly onRemove: () => void
}

/** The menu of an object with the actions that edit and delete it. */
export function EditDeleteMenu(props: EditDeleteMenuProps) {
  const { label, editLabel, renderDialog, removeLabel, onRemove } = props
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <RowMenu label={label}>
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          {editLabel}
        </Menu.Item>
        <DeleteItem label={removeLabel} onDelete={onRemove} />
      </RowMenu>
      {isEditing && renderDialog(() => setEditing(false))}
    </>
  )
}
