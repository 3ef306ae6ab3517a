import { Button, Center } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** number of entries that are added at a time */
const step = 200

/**
 * Renders the beginning of a long list (`shown`), and more while the reader scrolls, because thousands of rows are
 * slow. `rest` is the element after the list that adds more; false if all entries are shown.
 */
export function useIncrementalList<Entry>(entries: readonly Entry[]): {
  readonly shown: readonly Entry[]
  readonly rest: ReactNode
} {
  const { t } = useTranslation()
  const [count, setCount] = useState(step)
  const showMore = () => setCount((now) => now + step)
  const rest = entries.length > count && (
    // A new function for each render, so that the end is watched anew and more is added while it stays near.
    <Center ref={(end) => whenNear(end, showMore)} py="md">
      <Button variant="subtle" onClick={showMore}>
        {t('loadMore')}
      </Button>
    </Center>
  )
  return { shown: entries.slice(0, count), rest }
}

/** Calls back when an element comes near the viewport; returns the function that stops watching. */
function whenNear(element: HTMLElement | null, call: () => void): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting === true) call()
    },
    { rootMargin: '600px' },
  )
  if (element !== null) observer.observe(element)
  return () => observer.disconnect()
}
