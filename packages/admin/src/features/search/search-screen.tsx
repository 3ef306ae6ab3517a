import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Collection, useWorkspace } from '../../app/session.tsx'
import { Page } from '../../ui/page.tsx'
import { useTypedSearch } from '../../ui/typed-search.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Results } from './results.tsx'
import classes from './search.module.css'

/** Searches everything that the person can reach. */
export function SearchScreen() {
  const { t } = useTranslation('search')
  const { collections } = useWorkspace()
  const { q = '', collection = '' } = useSearch({ from: '/search' })
  const navigate = useNavigate()
  const show = (search: Record<string, string>): void =>
    void navigate({ to: '/search', search: withoutEmpty({ q, collection, ...search }), replace: true })
  const { typed, setTyped } = useTypedSearch(q, (next) => show({ q: next }))
  const chosen = collections.filter(({ slug }) => collection === '' || slug === collection)
  return (
    <Page title={t('title')}>
      <search>
        <Stack gap="sm" mb="lg">
          <TextInput
            type="search"
            size="md"
            aria-label={t('label')}
            placeholder={t('placeholder')}
            leftSection={<Search size={18} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {collections.length > 1 && (
            <CollectionFilter
              collections={collections}
              chosen={collection}
              onChoose={(slug) => show({ collection: slug })}
            />
          )}
        </Stack>
      </search>
      {q.trim() === '' ? (
        <EmptyState icon={Search} title={t('begin.title')} text={t('begin.text')} />
      ) : (
        <Results q={q.trim()} collections={chosen} only={collection} />
      )}
    </Page>
  )
}

interface FilterProps {
  readonly collections: readonly Collection[]
  readonly chosen: string
  readonly onChoose: (slug: string) => void
}

function CollectionFilter({ collections, chosen, onChoose }: FilterProps) {
  const { t } = useTranslation('search')
  return (
    <NativeSelect
      className={classes['filter'] ?? ''}
      aria-label={t('filter')}
      data={[
        { value: '', label: t('allCollections') },
        ...collections.map(({ slug, label }) => ({ value: slug, label })),
      ]}
      value={chosen}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

function withoutEmpty(search: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''))
}
