import { Button, Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  /** the accessible name of the bar */
  readonly label: string
  /** the number of selected entries, as a text */
  readonly count: string
  /** the label of the button that clears the selection */
  readonly clear: string
  readonly onClear: () => void
  /** how far a running action is */
  readonly progress?: ReactNode
  /** the actions on the selected entries */
  readonly children: ReactNode
}

/** The bar below a list with selected entries. It is sticky, so that it does not move the list. */
export function SelectionBar({ label, count, clear, onClear, progress, children }: SelectionBarProps) {
  return (
    <Paper className={classes['bar']} withBorder component="section" aria-label={label}>
      {progress}
      <Group gap="xs">
        <Text fw={650} aria-live="polite">
          {count}
        </Text>
        <div className={classes['actions']}>{children}</div>
        <Button size="compact-md" variant="subtle" className={classes['clear'] ?? ''} onClick={onClear}>
          {clear}
        </Button>
      </Group>
    </Paper>
  )
}
