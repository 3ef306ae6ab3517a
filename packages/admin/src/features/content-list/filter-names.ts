import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { allTermsQuery } from '../../api/all-terms.ts'
import { type Collection, type Field, useSession, useWorkspace } from '../../session/session.tsx'
import { choiceLabel } from '../../ui/choice-label.ts'
import { dayText } from '../../ui/times.tsx'
import { type Filter, type FilterForm, filteredTimes, formOfField } from './filters.ts'

interface Named {
  readonly value: string
  readonly label: string
}

/** What a list can be filtered by. */
export interface FilterKind {
  readonly key: string
  readonly label: string
  readonly form: FilterForm
  /** what can be chosen; empty where a value is written */
  readonly values: readonly Named[]
}

/** The kinds of filters of a collection, with the names of their values; terms are read only if they are needed. */
export function useFilterKinds(collection: Collection, isNeeded: (key: string) => boolean) {
  const { t, i18n } = useTranslation('lists')
  const { person } = useSession()
  const { taxonomies } = useWorkspace()
  const own = taxonomies.filter(({ collections }) => collections.includes(collection.slug))
  const found = useQueries({
    queries: own.map(({ name }) => ({ ...allTermsQuery(name), enabled: isNeeded(`terms.${name}`) })),
  })
  const yesNo = [
    { value: 'true', label: t('filter.yes') },
    { value: 'false', label: t('filter.no') },
  ]
  const kinds: readonly FilterKind[] = [
    ...own.map(({ name, label }, index) => ({
      key: `terms.${name}`,
      label,
      form: 'choice' as const,
      values: (found[index]?.data ?? []).map((term) => ({ value: term.id, label: term.label })),
    })),
    ...collection.fields.flatMap((field) => {
      const form = formOfField(field)
      const { slug, label, type } = field
      return form === undefined
        ? []
        : [{ key: slug, label, form, values: type === 'boolean' ? yesNo : optionsOf(field) }]
    }),
    {
      key: 'authorId',
      label: t('column.author'),
      form: 'choice',
      values: [{ value: person.id, label: t('you') }],
    },
    ...filteredTimes.map((key) => ({
      key,
      label: t(`column.${key}`),
      form: 'time' as const,
      values: [],
    })),
  ]
  const nameOf = ({ key, operator, value }: Filter): string => {
    const kind = kinds.find((one) => one.key === key)
    const field = kind?.label ?? key
    switch (kind?.form) {
      case 'time':
        return t(operator === 'gte' ? 'filter.from' : 'filter.before', { field, day: dayText(value) })
      case 'number':
      case 'integer':
        return t(numberNames[operator] ?? 'filter.is', {
          field,
          value: Number(value).toLocaleString(i18n.language),
        })
      case 'text':
        return t('filter.contains', { field, value })
      default: {
        const named = kind?.values.find((one) => one.value === value)
        return t('filter.is', { field, value: named?.label ?? t('filter.unknown') })
      }
    }
  }
  return { kinds, nameOf }
}

const numberNames: Readonly<Partial<Record<Filter['operator'], 'filter.atLeast' | 'filter.atMost'>>> = {
  gte: 'filter.atLeast',
  lte: 'filter.atMost',
}

function optionsOf(field: Field): readonly Named[] {
  const options = field.validation?.['options']
  const values: readonly unknown[] = Array.isArray(options) ? options : []
  return values.flatMap((value) =>
    typeof value === 'string' ? [{ value, label: choiceLabel(field, value) }] : [],
  )
}
