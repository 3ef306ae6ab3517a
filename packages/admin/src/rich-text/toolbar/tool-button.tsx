import { ActionIcon, Tooltip } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'

interface ToolButtonProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly keys?: string | undefined
  /** for a toggle button: whether it is on */
  readonly isPressed?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

export function ToolButton({
  icon: Icon,
  label,
  keys,
  isPressed,
  isDisabled = false,
  onClick,
}: ToolButtonProps) {
  return (
    <Tooltip label={keys === undefined ? label : `${label} (${keys})`} openDelay={500}>
      <ActionIcon
        data-tool
        size={31}
        variant={isPressed === true ? 'light' : 'subtle'}
        color={isPressed === true ? undefined : 'gray'}
        aria-label={label}
        aria-pressed={isPressed}
        // A disabled tool stays focusable, so that it can be reached and the focus is not lost.
        aria-disabled={isDisabled || undefined}
        data-disabled={isDisabled || undefined}
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        onClick={isDisabled ? undefined : onClick}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** The label of a shortcut on this platform. */
export function shortcut(key: string): string {
  return isApple ? `⌘${key}` : `Ctrl+${key}`
}
