import { Box, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'

interface PageProps {
  /** the heading, and the name of the tab */
  readonly title: string
  /** the number of entries, shown beside the heading */
  readonly count?: ReactNode
  /** a sentence that says what the screen is for */
  readonly lead?: ReactNode
  /** the link to the parent screen */
  readonly back?: ReactNode
  /** buttons next to the heading: the most important one is the last, before a menu of others */
  readonly actions?: ReactNode
  /** the width of the content: of a form, of a list, or full width */
  readonly width?: 'form' | 'list' | 'full'
  readonly children: ReactNode
}

/** The frame of a screen: one heading, its actions, its content. */
export function Page({ title, count, lead, back, actions, width = 'list', children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Octavo`
  }, [title])
  return (
    <Box className={classes['page']} data-width={width}>
      {back}
      <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
        <div className={classes['heading']}>
          <div className={classes['title']}>
            <Title order={1} tabIndex={-1} dir="auto">
              {title}
            </Title>
            {count !== undefined && (
              <Text span size="sm" c="dimmed">
                {count}
              </Text>
            )}
          </div>
          {lead !== undefined && (
            <Text c="dimmed" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {actions !== undefined && (
          <Group gap="xs" className={classes['actions'] ?? ''}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Box>
  )
}
