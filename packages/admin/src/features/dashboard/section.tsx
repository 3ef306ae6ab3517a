import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  /** a link at the end of the heading's line */
  readonly more?: ReactNode
  /** shown instead of the content if there is none */
  readonly nothing?: string | false
  readonly children: ReactNode
}

/** A part of the dashboard under its heading. */
export function Section({ title, more, nothing = false, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {more}
      </Group>
      {nothing === false ? (
        children
      ) : (
        <Text c="dimmed" p="md" size="sm" className="panel">
          {nothing}
        </Text>
      )}
    </section>
  )
}
