import { Button, List } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface LimitedListProps {
  readonly entries: readonly ReactNode[]
}

/** number of entries that are shown at first */
const shownAtFirst = 10
/** number of entries that the first click adds at most; the second one shows all */
const firstStep = 90

/** A list that shows some entries and a button for more. */
export function LimitedList({ entries }: LimitedListProps) {
  const { t } = useTranslation('imports')
  const [shown, setShown] = useState(shownAtFirst)
  const rest = entries.length - shown
  const step = shown === shownAtFirst ? Math.min(rest, firstStep) : rest
  return (
    <>
      <List size="sm" spacing={4}>
        {entries.slice(0, shown).map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries never change their places
          <List.Item key={index}>{entry}</List.Item>
        ))}
      </List>
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setShown(shown + step)}>
          {t('analysis.showMore', { count: step })}
        </Button>
      )}
    </>
  )
}
