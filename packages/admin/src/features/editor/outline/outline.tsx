import { Text, UnstyledButton } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentHeading, goToHeading } from './heading-element.ts'
import { type Heading, readingMinutes } from './headings.ts'
import classes from './outline.module.css'
import { useOutline } from './use-outline.ts'

/** The headings of the open item as a navigation, with the number of its words and the time that reading takes. */
export function OutlineOfItem() {
  const { t } = useTranslation('editor')
  const { headings, words } = useOutline()
  const current = useCurrentHeading(headings)
  // Headings of the highest level are not indented; the others are indented relative to them.
  const highestLevel = Math.min(...headings.map(({ level }) => level))
  return (
    <section className={classes['outline']} aria-label={t('outline.title')}>
      <Text size="sm" c="dimmed">
        {t('outline.words', { count: words })} · {t('outline.minutes', { count: readingMinutes(words) })}
      </Text>
      {headings.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('outline.none')}
        </Text>
      ) : (
        <nav aria-label={t('outline.title')}>
          <ul className={classes['list']} style={{ ['--highest-level' as string]: highestLevel }}>
            {headings.map((heading, index) => (
              <Entry
                key={`${heading.field} ${heading.index}`}
                heading={heading}
                isCurrent={index === current}
              />
            ))}
          </ul>
        </nav>
      )}
    </section>
  )
}

interface EntryProps {
  readonly heading: Heading
  readonly isCurrent: boolean
}

function Entry({ heading, isCurrent }: EntryProps) {
  const { t } = useTranslation('editor')
  const { level, text, skipped } = heading
  return (
    <li>
      <UnstyledButton
        className={classes['entry'] ?? ''}
        style={{ ['--level' as string]: level }}
        aria-current={isCurrent ? 'location' : undefined}
        onClick={() => goToHeading(heading)}
      >
        <bdi>{text === '' ? t('outline.empty') : text}</bdi>
      </UnstyledButton>
      {skipped !== null && (
        <div className={classes['skipped']} style={{ ['--level' as string]: level }}>
          <TriangleAlert size={14} aria-hidden />
          {t('outline.skipped', { level, skipped })}
        </div>
      )}
    </li>
  )
}

/** The index of the heading whose section is at the top of the window, while the person scrolls; -1 for none. */
function useCurrentHeading(headings: readonly Heading[]): number {
  const [current, setCurrent] = useState(-1)
  useEffect(() => {
    let frame = 0
    const update = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setCurrent(currentHeading(headings)))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', update)
    }
  }, [headings])
  return current
}
