import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import { bind } from '../../ui/form/bind.ts'
import type { Form } from '../../ui/form/use-form.ts'
import { languageName } from '../../ui/language-name.ts'

interface LimitValues {
  /** slugs; empty for all */
  readonly collections: string[]
  readonly locales: string[]
}

/** The form fields for the limits of a token. */
export function TokenLimits<Values extends LimitValues>({ form }: { readonly form: Form<Values> }) {
  const { t } = useTranslation('account')
  const { collections, site } = useWorkspace()
  return (
    <>
      <MultiSelect
        label={t('tokens.form.collections')}
        description={t('tokens.form.collectionsHelp')}
        data={collections.map(({ slug, label }) => ({ value: slug, label }))}
        searchable
        {...bind(form, 'collections')}
      />
      {site.locales.length > 1 && (
        <MultiSelect
          label={t('tokens.form.locales')}
          data={site.locales.map((value) => ({ value, label: languageName(value) }))}
          {...bind(form, 'locales')}
        />
      )}
    </>
  )
}

/** The limit in a request; null, which allows all, if none are chosen. */
export function limitOf(names: readonly string[]): string[] | null {
  return names.length === 0 ? null : [...names]
}
