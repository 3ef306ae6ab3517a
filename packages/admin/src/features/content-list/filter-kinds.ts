import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { allTermsQuery } from '../../api/all-terms.ts'
import { comparisonOf } from '../../session/field-facts.ts'
import { type Collection, type Field, useWorkspace } from '../../session/session.tsx'
import { choicesOf } from '../../ui/choices.ts'
import { type Filter, type FilterForm, filteredTimes, formOfField, operatorsOf } from './filters.ts'

interface NamedValue {
  readonly value: string
  readonly label: string
}

/** Something that a list can be filtered by: a field, a taxonomy, the author or a time. */
export interface FilterKind {
  readonly key: string
  readonly label: string
  readonly form: FilterForm
  readonly operators: readonly Filter['operator'][]
  /** the values to choose from; empty if the person types a value or searches for it */
  readonly values: readonly NamedValue[]
  /** whether the values are still loading */
  readonly isLoading?: boolean
  /** slug of the collection whose items can be chosen */
  readonly collection?: string
}

/** times that every item has, so that filters do not ask whether they exist */
const presentTimes: readonly string[] = ['updatedAt', 'createdAt']

/** The kinds of filters of a collection. The terms of a taxonomy are loaded only if `isNeeded` says so for its key. */
export function useFilterKinds(
  collection: Collection,
  isNeeded: (key: string) => boolean,
): readonly FilterKind[] {
  const { t } = useTranslation('lists')
  const { taxonomies } = useWorkspace()
  const ownTaxonomies = taxonomies.filter(({ collections }) => collections.includes(collection.slug))
  const termQueries = useQueries({
    queries: ownTaxonomies.map(({ name }) => ({
      ...allTermsQuery(name),
      enabled: isNeeded(`terms.${name}`),
    })),
  })
  const yesNo = [
    { value: 'true', label: t('filter.yes') },
    { value: 'false', label: t('filter.no') },
  ]
  const ofField = (field: Field): FilterKind => {
    const form = formOfField(field)
    const comparison = comparisonOf(field)
    const target = comparison === 'item' ? String(field.options?.['collection'] ?? '') : undefined
    return {
      key: field.slug,
      label: field.label,
      form,
      operators: operatorsOf(form),
      values: comparison === 'boolean' ? yesNo : choicesOf(field),
      ...(target !== undefined && { collection: target }),
    }
  }
  return [
    ...ownTaxonomies.map(({ name, label }, index) => ({
      key: `terms.${name}`,
      label,
      form: 'choice' as const,
      operators: operatorsOf('choice'),
      values: (termQueries[index]?.data ?? []).map((term) => ({ value: term.id, label: term.label })),
      isLoading: termQueries[index]?.isLoading === true,
    })),
    ...collection.fields.map(ofField),
    {
      key: 'authorId',
      label: t('column.author'),
      form: 'person',
      operators: operatorsOf('person'),
      values: [],
    },
    ...filteredTimes.map((key) => ({
      key,
      label: t(`column.${key}`),
      form: 'time' as const,
      operators: operatorsOf('time').filter(
        (operator) => operator !== 'exists' || !presentTimes.includes(key),
      ),
      values: [],
    })),
  ]
}
