import { ActionIcon, Menu } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'

interface RowMenuProps {
  /** what the menu is for, as "More actions for Home" */
  readonly label: string
  /** `Menu.Item`s */
  readonly children: ReactNode
}

/** What else can be done with an entry, at the end of its row. */
export function RowMenu({ label, children }: RowMenuProps) {
  return (
    <Menu
      position="bottom-end"
      // It belongs to what the screen is about, and lies above all rows there.
      portalProps={{ target: '#main' }}
      // The focus begins on the first item; an empty part before it would be no part of a menu.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <EllipsisVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
