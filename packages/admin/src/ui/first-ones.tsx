import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The first entries of a long list, and the button that shows all of them; the button is null if all are shown. */
export function useFirstOnes<Entry>(all: readonly Entry[], most: number) {
  const { t } = useTranslation()
  const [isExpanded, setExpanded] = useState(false)
  // Up to three entries more are shown as well, because they need no more room than the button.
  const isCut = !isExpanded && all.length > most + 3
  return {
    shown: isCut ? all.slice(0, most) : all,
    more: isCut ? (
      <Button size="compact-sm" variant="subtle" mt="xs" onClick={() => setExpanded(true)}>
        {t('showAll', { count: all.length })}
      </Button>
    ) : null,
  }
}
