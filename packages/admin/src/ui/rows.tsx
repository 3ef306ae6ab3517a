import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './rows.module.css'

/** A list of links, one per row. */
export function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={`panel ${classes['rows']}`} aria-label={label}>
      {children}
    </ul>
  )
}

interface RowProps {
  /** the name of the entry, as a link */
  readonly heading: ReactNode
  readonly detail?: ReactNode
  /** short facts at the end; on narrow screens below the rest */
  readonly aside?: ReactNode
  readonly actions?: ReactNode
  /** level in a tree */
  readonly depth?: number
}

export function Row({ heading, detail, aside, actions, depth = 0 }: RowProps) {
  return (
    <li
      className={classes['row']}
      style={{ ['--depth' as string]: depth }}
      aria-level={depth > 0 ? depth + 1 : undefined}
    >
      <div className={classes['main']} dir="auto">
        {heading}
        {detail !== undefined && (
          <Text size="sm" c="dimmed" component="div">
            {detail}
          </Text>
        )}
      </div>
      {aside !== undefined && (
        <Group gap="xs" className={classes['aside'] ?? ''}>
          {aside}
        </Group>
      )}
      {actions !== undefined && (
        <Group gap={2} wrap="nowrap" className={classes['actions'] ?? ''}>
          {actions}
        </Group>
      )}
    </li>
  )
}
