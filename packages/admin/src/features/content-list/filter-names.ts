import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { allTermsQuery } from '../../api/all-terms.ts'
import { type Collection, useSession, useWorkspace } from '../../session/session.tsx'
import { dayText } from '../../ui/times.tsx'
import { type Filter, filteredTimes, isFiltered, isTime } from './filters.ts'

interface Named {
  readonly value: string
  readonly label: string
}

/** What a list can be filtered by. */
export interface FilterKind {
  readonly key: string
  readonly label: string
  /** null for times, which are written */
  readonly values: readonly Named[] | null
}

/** The kinds of filters of a collection, with the names of their values; terms are read only if they are needed. */
export function useFilterKinds(collection: Collection, isNeeded: (key: string) => boolean) {
  const { t } = useTranslation('lists')
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
      values: (found[index]?.data ?? []).map((term) => ({ value: term.id, label: term.label })),
    })),
    ...collection.fields.filter(isFiltered).map(({ slug, label, type, validation }) => ({
      key: slug,
      label,
      values: type === 'boolean' ? yesNo : optionsOf(validation?.['options']),
    })),
    { key: 'authorId', label: t('column.author'), values: [{ value: person.id, label: t('you') }] },
    ...filteredTimes.map((key) => ({ key, label: t(`column.${key}`), values: null })),
  ]
  const nameOf = ({ key, operator, value }: Filter): string => {
    const kind = kinds.find((one) => one.key === key)
    const field = kind?.label ?? key
    if (isTime(key))
      return t(operator === 'gte' ? 'filter.from' : 'filter.before', { field, day: dayText(value) })
    const named = kind?.values?.find((one) => one.value === value)
    return t('filter.is', { field, value: named?.label ?? t('filter.unknown') })
  }
  return { kinds, nameOf }
}

function optionsOf(options: unknown): readonly Named[] {
  const values: readonly unknown[] = Array.isArray(options) ? options : []
  return values.flatMap((value) => (typeof value === 'string' ? [{ value, label: value }] : []))
}
