import { Box, Textarea, TextInput } from '@mantine/core'
import type { Client } from '@octavo/client/session-client'
import { limits } from '@octavo/contract/limits'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { growing } from '../../ui/growing.ts'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { useSession } from '../../app/session.tsx'
import { longerThan } from '../../ui/form/checks.ts'
import { PageForm } from '../../ui/form/page-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { tellDone } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { NumberInput } from '../../ui/values/number-input.tsx'
import type { Unread } from '../../ui/values/unread.ts'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { SearchIndex } from './search-index.tsx'

type Settings = Awaited<ReturnType<Client['settings']['get']>>

const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }) => api.settings.get({}, { signal }),
})

/** What the whole site goes by. */
export function SettingsScreen() {
  const { t } = useTranslation('settings')
  const { can } = useSession()
  const canManage = can('settings.manage')
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <Page title={t('title')} lead={t(canManage ? 'lead' : 'leadReadOnly')} width="form">
      {data !== undefined && <SettingsForm stored={data} isReadOnly={!canManage} />}
      {data === undefined && error === null && <ListSkeleton rows={3} />}
      {data === undefined && error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {can('search.manage') && <SearchIndex />}
    </Page>
  )
}

/** Three digits need no more room; their help does. */
function narrow(input: ReactNode) {
  return <Box maw={140}>{input}</Box>
}

const perPage = { least: 1, most: 100 }

interface SettingsValues {
  readonly siteTitle: string
  readonly tagline: string
  /** undefined for none */
  readonly postsPerPage: number | Unread | undefined
}

interface SettingsFormProps {
  readonly stored: Settings
  readonly isReadOnly: boolean
}

function SettingsForm({ stored, isReadOnly }: SettingsFormProps) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const form = useForm({
    stored: valuesOf(stored),
    check: ({ siteTitle, tagline, postsPerPage }: SettingsValues) => ({
      siteTitle: longerThan(siteTitle, limits.label),
      tagline: longerThan(tagline, limits.description),
      postsPerPage: isPerPage(postsPerPage) ? undefined : t('postsPerPageBad', perPage),
    }),
    save: (_, changes) => api.settings.update(inputOf(changes)),
    onSaved: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings)
      void client.invalidateQueries({ queryKey: keys.workspace })
      tellDone(t('saved'))
    },
  })
  const { values, errorOf, set } = form
  const placeholder = isReadOnly ? t('notSet') : ''
  return (
    <PageForm form={form} isReadOnly={isReadOnly}>
      <TextInput
        label={t('siteTitle')}
        description={t('siteTitleHelp')}
        placeholder={placeholder}
        value={values.siteTitle}
        onChange={({ currentTarget }) => set('siteTitle', currentTarget.value)}
        error={errorOf('siteTitle')}
        readOnly={isReadOnly}
        dir="auto"
      />
      <Textarea
        label={t('tagline')}
        description={t('taglineHelp')}
        placeholder={placeholder}
        value={values.tagline}
        onChange={({ currentTarget }) => set('tagline', currentTarget.value)}
        error={errorOf('tagline')}
        readOnly={isReadOnly}
        {...growing(1, 6)}
        dir="auto"
      />
      <NumberInput
        label={t('postsPerPage')}
        description={t('postsPerPageHelp', perPage)}
        placeholder={placeholder}
        value={values.postsPerPage}
        onChange={(value) => set('postsPerPage', value)}
        isWhole
        error={errorOf('postsPerPage')}
        readOnly={isReadOnly}
        min={perPage.least}
        max={perPage.most}
        inputContainer={narrow}
      />
    </PageForm>
  )
}

function valuesOf({ siteTitle = '', tagline = '', postsPerPage }: Settings): SettingsValues {
  return { siteTitle, tagline, postsPerPage }
}

/** What is emptied is taken away, so that the site goes by what it does without. */
function inputOf(changes: Partial<SettingsValues>): Parameters<typeof api.settings.update>[0] {
  const { postsPerPage, ...texts } = changes
  const given = Object.entries(texts).map(([key, text]) => [key, text === '' ? null : text])
  return {
    ...Object.fromEntries(given),
    ...('postsPerPage' in changes && {
      postsPerPage: typeof postsPerPage === 'number' ? postsPerPage : null,
    }),
  }
}

function isPerPage(value: SettingsValues['postsPerPage']): boolean {
  return value === undefined || (typeof value === 'number' && value >= perPage.least && value <= perPage.most)
}
