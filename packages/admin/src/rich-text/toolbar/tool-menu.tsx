import { Button, Menu } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface ToolMenuProps {
  /** the content of the button */
  readonly label: ReactNode
  /** the accessible name, if the visible label is shorter */
  readonly name?: string
  readonly className?: string | undefined
  /** whether the label has its own arrow */
  readonly hasOwnArrow?: boolean
  readonly isDisabled?: boolean
  /** whether the menu takes the focus and returns it to the button; otherwise the text keeps the focus */
  readonly takesFocus?: boolean
  /** the choices */
  readonly children: ReactNode
}

/** A tool of the toolbar that opens a menu. */
export function ToolMenu({
  label,
  name,
  className,
  hasOwnArrow = false,
  isDisabled = false,
  takesFocus = false,
  children,
}: ToolMenuProps) {
  return (
    <Menu
      position="bottom-start"
      shadow="md"
      returnFocus={takesFocus}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      disabled={isDisabled}
    >
      <Menu.Target>
        <Button
          data-tool
          tabIndex={-1}
          variant="subtle"
          color="gray"
          size="compact-md"
          className={className ?? ''}
          rightSection={hasOwnArrow ? undefined : <ChevronDown size={16} aria-hidden />}
          aria-label={name}
          aria-disabled={isDisabled || undefined}
          data-disabled={isDisabled || undefined}
          onMouseDown={(event) => takesFocus || event.preventDefault()}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
