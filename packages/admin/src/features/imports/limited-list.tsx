import { Button, List } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface LimitedListProps {
  readonly entries: readonly ReactNode[]
}

/** entries that are shown at once, and that one click adds */
const step = 10

/** A list that begins short and is as long as the reader wants it. */
export function LimitedList({ entries }: LimitedListProps) {
  const { t } = useTranslation('imports')
  const [shown, setShown] = useState(step)
  const rest = entries.length - shown
  return (
    <>
      <List size="sm" spacing={4}>
        {entries.slice(0, shown).map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries never change their places
          <List.Item key={index}>{entry}</List.Item>
        ))}
      </List>
      {rest > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          onClick={() => setShown(shown + (shown === step ? Math.min(rest, 90) : rest))}
        >
          {t('analysis.showAll', { count: rest })}
        </Button>
      )}
    </>
  )
}
