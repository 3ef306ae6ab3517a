import { MultiSelect, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { useWorkspace } from '../../session/session.tsx'
import { bind, bindText } from '../../ui/form/bind.ts'
import { labelProblem, longerThan, nameFrom, nameProblem } from '../../ui/form/checks.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { LabelInput } from '../../ui/form/label-input.tsx'
import { NameInput } from '../../ui/form/name-input.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import type { Form } from '../../ui/form/use-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import type { Taxonomy } from './taxonomy-queries.ts'
import { limits } from '@octavo/contract/limits'

interface TaxonomyValues {
  readonly label: string
  readonly labelSingular: string
  /** null while the name is derived from the label, until the person edits it */
  readonly name: string | null
  readonly hierarchical: boolean
  readonly collections: readonly string[]
}

const newTaxonomy: TaxonomyValues = {
  label: '',
  labelSingular: '',
  name: null,
  hierarchical: false,
  collections: [],
}

interface TaxonomyDialogProps {
  /** the taxonomy to edit; undefined to create one */
  readonly taxonomy?: Taxonomy
  /** the collections that are selected at first for a new one */
  readonly collections?: readonly string[]
  readonly onCreated?: (name: string) => void
  readonly onClosed: () => void
}

/** The dialog that creates or changes a taxonomy. The name, by which templates find a taxonomy, never changes. */
export function TaxonomyDialog({ taxonomy, collections, onCreated, onClosed }: TaxonomyDialogProps) {
  const { t } = useTranslation(['taxonomies', 'common'])
  const client = useQueryClient()
  const isNew = taxonomy === undefined
  const form = useDialogForm({
    stored: isNew
      ? { ...newTaxonomy, ...(collections !== undefined && { collections }) }
      : { ...taxonomy, labelSingular: taxonomy.labelSingular ?? '' },
    check: (values) => ({
      label: labelProblem(values.label),
      labelSingular: longerThan(values.labelSingular, limits.label),
      ...(isNew && { name: nameProblem(nameOf(values), { hasHyphens: false }) }),
    }),
    save: (values, changes) =>
      isNew
        ? api.taxonomies.create({ ...inputOf(values), label: values.label, name: nameOf(values) })
        : api.taxonomies.update({ name: taxonomy.name, ...inputOf(changes) }),
    onSaved: ({ item }) => {
      notifySuccess(t(isNew ? 'created' : 'changed', { label: item.label }))
      void client.invalidateQueries({ queryKey: keys.taxonomies })
      void client.invalidateQueries({ queryKey: keys.workspace })
      onCreated?.(item.name)
    },
  })
  return (
    <FormDialog
      title={t(isNew ? 'new' : 'editTitle')}
      submit={t(isNew ? 'common:create' : 'common:save')}
      form={form}
      onClosed={onClosed}
    >
      <Labels form={form} />
      {isNew && <NameInput proposal={nameOf({ ...form.values, name: null })} {...bind(form, 'name')} />}
      <Switch
        label={t('form.hierarchical')}
        description={t('form.hierarchicalHelp')}
        checked={form.values.hierarchical}
        onChange={({ currentTarget }) => form.set('hierarchical', currentTarget.checked)}
        error={form.errorOf('hierarchical')}
      />
      <Collections form={form} before={taxonomy?.collections ?? []} />
    </FormDialog>
  )
}

function nameOf({ label, name }: TaxonomyValues): string {
  return name ?? nameFrom(label, { hasHyphens: false })
}

/** The values as input of the operation; null removes the singular label. */
function inputOf({ label, labelSingular, hierarchical, collections }: Partial<TaxonomyValues>) {
  return {
    ...(label !== undefined && { label }),
    ...(labelSingular !== undefined && { labelSingular: labelSingular === '' ? null : labelSingular }),
    ...(hierarchical !== undefined && { hierarchical }),
    ...(collections !== undefined && { collections: [...collections] }),
  }
}

function Labels({ form }: { readonly form: Form<TaxonomyValues> }) {
  const { t } = useTranslation(['taxonomies', 'forms'])
  return (
    <>
      <LabelInput description={t('form.labelHelp')} {...bind(form, 'label')} />
      <TextInput
        label={t('form.singular')}
        description={t('form.singularHelp')}
        {...bindText(form, 'labelSingular')}
        dir="auto"
      />
    </>
  )
}

/** The collections that use the taxonomy. The help text warns that items of a removed one do not show their terms. */
function Collections({
  form,
  before,
}: {
  readonly form: Form<TaxonomyValues>
  /** the stored collections */
  readonly before: readonly string[]
}) {
  const { t } = useTranslation('taxonomies')
  const { collections } = useWorkspace()
  const { values } = form
  const isAnyRemoved = before.some((slug) => !values.collections.includes(slug))
  return (
    <MultiSelect
      label={t('form.collections')}
      description={t(isAnyRemoved ? 'form.collectionsLost' : 'form.collectionsHelp')}
      data={collections.map(({ slug, label }) => ({ value: slug, label }))}
      value={[...values.collections]}
      onChange={(slugs) => form.set('collections', slugs)}
      error={form.errorOf('collections')}
      maxValues={limits.taxonomyCollections}
      searchable
    />
  )
}
