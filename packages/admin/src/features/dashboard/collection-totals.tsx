import { limits } from '@octavo/contract/limits'
import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import { RouterAnchor } from '../../ui/links.tsx'
import classes from './dashboard.module.css'
import type { Totals } from './queries.ts'

/** The numbers of items in each collection. */
export function CollectionTotals({ totals }: { readonly totals: Totals }) {
  const { t } = useTranslation('dashboard')
  const { collections } = useWorkspace()
  return (
    <section aria-label={t('collections')}>
      <Title order={2} size="h5" mb="xs">
        {t('collections')}
      </Title>
      <div className="panel">
        <ul className={classes['list']}>
          {collections.map(({ slug, label }) => (
            <li key={slug} className={classes['row']}>
              <RouterAnchor to="/content/$collection" params={{ collection: slug }} fw={600} dir="auto">
                {label}
              </RouterAnchor>
              <Numbers total={totals.find(({ collection }) => collection === slug)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Numbers({ total }: { readonly total: Totals[number] | undefined }) {
  const { t } = useTranslation('dashboard')
  if (total === undefined) return null
  const text = (key: 'published' | 'drafts', count: number): string => {
    const said = t(key, { count })
    return count < limits.counted ? said : said.replace(String(count), t('orMore', { count }))
  }
  return (
    <Text size="sm" c="dimmed">
      {text('published', total.published)} · {text('drafts', total.draft)}
    </Text>
  )
}
