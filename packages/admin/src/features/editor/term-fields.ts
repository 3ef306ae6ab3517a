import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Field, useWorkspace } from '../../session/session.tsx'
import { taxonomyOfKey, termsKey, type Values } from './autosave/state.ts'
import { useEditor } from './editor-context.ts'
import { isTextList } from './fields/field-editor.ts'
import { allTermsQuery } from '../../api/all-terms.ts'
import { slugField } from './slug-field.ts'

/** Everything that can differ between two versions of an item, as fields: its fields, its slug and its terms. */
export function useVersionFields(): readonly Field[] {
  const { t } = useTranslation('editor')
  const { collection } = useEditor()
  const { taxonomies } = useWorkspace()
  const ownTaxonomies = taxonomies.filter(({ collections }) => collections.includes(collection.slug))
  // Terms are edited like a field with several options, whose value is the list of their ids.
  const ofTerms = ownTaxonomies.map(({ name, label }): Field => ({
    ...slugField(label),
    id: termsKey(name),
    slug: termsKey(name),
    type: 'multiSelect',
    required: false,
    unique: false,
  }))
  return [...collection.fields, slugField(t('address.label')), ...ofTerms]
}

/** Returns a function that replaces the term ids in a value by labels; unknown terms are omitted. */
export function useTermLabels(isNeeded = true): (key: string, value: unknown) => unknown {
  const names = useVersionFields().flatMap(({ slug }) => taxonomyOfKey(slug) ?? [])
  const labels = useQueries({
    queries: names.map((name) => ({ ...allTermsQuery(name), enabled: isNeeded })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data = [] }) => data.map(({ id, label }) => [id, label] as const))),
  })
  return (key, value) =>
    taxonomyOfKey(key) !== undefined && isTextList(value)
      ? value.flatMap((id) => labels.get(id) ?? []).toSorted((one, other) => one.localeCompare(other))
      : value
}

/** The values of a version with term ids replaced by labels; `labelOf` comes from `useTermLabels`. */
export function labelled(values: Values, labelOf: (key: string, value: unknown) => unknown): Values {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, labelOf(key, value)]))
}
