import { MultiSelect, TextInput } from '@mantine/core'
import { type EventType, eventTypeNames } from '@octavo/contract/events'
import { limits } from '@octavo/contract/limits'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import { bindText } from '../../ui/form/bind.ts'
import { longerThan } from '../../ui/form/checks.ts'
import type { Form, Problems } from '../../ui/form/use-form.ts'
import type { Webhook } from './webhook-queries.ts'

/** The values of the form. An empty list means all. */
export interface WebhookValues {
  readonly url: string
  readonly description: string
  readonly types: readonly EventType[]
  readonly collections: readonly string[]
  readonly locales: readonly string[]
}

export const emptyWebhook: WebhookValues = {
  url: '',
  description: '',
  types: [],
  collections: [],
  locales: [],
}

export function valuesOf({ url, description, types, collections, locales }: Webhook): WebhookValues {
  return {
    url,
    description: description ?? '',
    types: types ?? [],
    collections: collections ?? [],
    locales: locales ?? [],
  }
}

/**
 * The given values as input of the operation; those that are not given are left out. An empty list of a filter is null,
 * which means all.
 */
export function inputOf<Values extends Partial<WebhookValues>>({ url, description, ...lists }: Values) {
  const { types, collections, locales } = lists
  return {
    ...(url !== undefined && { url: url.trim() }),
    ...(description !== undefined && { description: description.trim() || null }),
    ...(types !== undefined && { types: nullIfEmpty(types) }),
    ...(collections !== undefined && { collections: nullIfEmpty(collections) }),
    ...(locales !== undefined && { locales: nullIfEmpty(locales) }),
  }
}

/** A filter in a request, where null means all. */
function nullIfEmpty<Item>(items: readonly Item[]): Item[] | null {
  return items.length === 0 ? null : [...items]
}

export function problemsOf({ url, description }: WebhookValues): Problems<WebhookValues> {
  return { url: urlProblem(url.trim()), description: longerThan(description, limits.description) }
}

function urlProblem(url: string): string | undefined {
  if (url === '') return i18next.t('forms:required')
  // Which origins may use http is configured in the service.
  return /^https?:\/\/[^/]/i.test(url) && URL.canParse(url) ? undefined : i18next.t('webhooks:addressWrong')
}

/** The fields of a webhook, for a dialog or a screen. */
export function WebhookFields({ form }: { readonly form: Form<WebhookValues> }) {
  const { t } = useTranslation('webhooks')
  const { collections, site } = useWorkspace()
  return (
    <>
      <TextInput
        label={t('address')}
        description={t('addressHelp')}
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        data-autofocus
        dir="ltr"
        {...bindText(form, 'url')}
      />
      <TextInput label={t('description')} dir="auto" {...bindText(form, 'description')} />
      <FilterSelect
        label={t('types')}
        all={t('allTypes')}
        options={eventTypeNames.map((name) => ({ value: name, label: name }))}
        value={form.values.types}
        onChange={(types) => form.set('types', types as EventType[])}
        error={form.errorOf('types')}
      />
      <FilterSelect
        label={t('collections')}
        help={t('collectionsHelp')}
        all={t('allCollections')}
        options={collections.map(({ slug, label }) => ({ value: slug, label }))}
        value={form.values.collections}
        onChange={(slugs) => form.set('collections', slugs)}
        error={form.errorOf('collections')}
      />
      {site.locales.length > 1 && (
        <FilterSelect
          label={t('locales')}
          all={t('allLocales')}
          options={site.locales.map((locale) => ({ value: locale, label: locale }))}
          value={form.values.locales}
          onChange={(locales) => form.set('locales', locales)}
          error={form.errorOf('locales')}
        />
      )}
    </>
  )
}

interface FilterSelectProps {
  readonly label: string
  readonly help?: string
  /** the meaning of an empty selection */
  readonly all: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
  readonly error: string | undefined
}

function FilterSelect({ label, help, all, options, value, onChange, error }: FilterSelectProps) {
  return (
    <MultiSelect
      label={label}
      description={help}
      placeholder={value.length === 0 ? all : undefined}
      data={[...options]}
      value={[...value]}
      onChange={onChange}
      error={error}
      searchable
      clearable
      hidePickedOptions
    />
  )
}
