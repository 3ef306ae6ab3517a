import { Button, Code, CopyButton, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useWorkspace } from '../../session/session.tsx'
import { languageName } from '../../ui/language-name.ts'
import { languageCodes } from './language-codes.ts'

/** The languages of the site, and how to add one: they belong to the configuration of the service. */
export function SiteLanguages() {
  const { t } = useTranslation('settings')
  const { locales, defaultLocale } = useWorkspace().site
  const canManage = useSession().can('settings.manage')
  return (
    <Stack component="section" aria-labelledby="languages" mt="xl" gap="sm">
      <div>
        <Title order={2} size="h3" id="languages" tabIndex={-1} data-setting="languages">
          {t('languages.title')}
        </Title>
        <Text c="dimmed">
          {t('languages.now', {
            languages: locales.map(languageName).join(', '),
            first: languageName(defaultLocale),
          })}
        </Text>
      </div>
      {canManage && <NewLanguage locales={locales} />}
    </Stack>
  )
}

/** Shows the line of the configuration that adds a language; the person who runs the service has to set it. */
function NewLanguage({ locales }: { readonly locales: readonly string[] }) {
  const { t } = useTranslation('settings')
  /** the code of the language to add */
  const [added, setAdded] = useState<string | null>(null)
  const others = languageCodes
    .filter((code) => !locales.includes(code))
    .map((code) => ({ value: code, label: languageName(code) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return (
    <>
      <Select
        label={t('languages.add')}
        description={t('languages.addHelp')}
        placeholder={t('languages.choose')}
        searchable
        clearable
        nothingFoundMessage={t('languages.unknown')}
        data={others}
        value={added}
        onChange={setAdded}
      />
      {added !== null && <Instructions locales={locales} added={added} />}
    </>
  )
}

/** The line of the configuration with the added language, to copy, and what to do after it is set. */
function Instructions({ locales, added }: { readonly locales: readonly string[]; readonly added: string }) {
  const { t } = useTranslation(['settings', 'common'])
  const variable = `OCTAVO_LOCALES=${[...locales, added].join(',')}`
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">{t('languages.how')}</Text>
      <Group gap="xs">
        <Code fz="sm">{variable}</Code>
        <CopyButton value={variable} timeout={2000}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {t(copied ? 'common:copied' : 'common:copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="sm" c="dimmed">
        {t('languages.next', { language: languageName(added) })}
      </Text>
    </Stack>
  )
}
