import { ActionIcon, Menu } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'

interface RowMenuProps {
  /** the accessible name, such as "More actions for Home" */
  readonly label: string
  /** `Menu.Item`s */
  readonly children: ReactNode
}

/** The menu of further actions, at the end of a row. */
export function RowMenu({ label, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
