import { Button, List } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface LimitedListProps {
  readonly entries: readonly ReactNode[]
}

/** number of entries shown at first, and added by each click */
const step = 10

/** A list that shows some entries and a button for more. */
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
