import { Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import { languageName } from '../../ui/language-name.ts'
import { Page } from '../../ui/page.tsx'
import { useTypedSearch } from '../../ui/typed-search.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Results } from './results.tsx'

/** Searches everything that the person may read. */
export function SearchScreen() {
  const { t } = useTranslation(['search', 'lists'])
  const { collections, site } = useWorkspace()
  const { q = '', collection = '', locale = '' } = useSearch({ from: '/search' })
  const navigate = useNavigate()
  /** Changes the search or its filters, which are in the URL. */
  const show = (search: Record<string, string>): void =>
    void navigate({
      to: '/search',
      search: withoutEmpty({ q, collection, locale, ...search }),
      replace: true,
    })
  const { typed, setTyped } = useTypedSearch(q, (next) => show({ q: next }))
  const searchedCollections = collections.filter(({ slug }) => collection === '' || slug === collection)
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
          <Group gap="sm">
            {collections.length > 1 && (
              <NativeSelect
                aria-label={t('filter')}
                data={[
                  { value: '', label: t('allCollections') },
                  ...collections.map(({ slug, label }) => ({ value: slug, label })),
                ]}
                value={collection}
                onChange={(event) => show({ collection: event.currentTarget.value })}
              />
            )}
            {site.locales.length > 1 && (
              <NativeSelect
                aria-label={t('lists:locale')}
                data={[
                  { value: '', label: t('lists:allLocales') },
                  ...site.locales.map((value) => ({ value, label: languageName(value) })),
                ]}
                value={locale}
                onChange={(event) => show({ locale: event.currentTarget.value })}
              />
            )}
          </Group>
        </Stack>
      </search>
      {q.trim() === '' ? (
        <EmptyState icon={Search} title={t('begin.title')} text={t('begin.text')} />
      ) : (
        <Results q={q.trim()} collections={searchedCollections} filter={{ collection, locale }} />
      )}
    </Page>
  )
}

function withoutEmpty(search: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''))
}
