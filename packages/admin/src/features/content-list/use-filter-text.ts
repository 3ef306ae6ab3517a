import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shownName, usePersonName } from '../../api/person-names.ts'
import { useCollection, useSession } from '../../session/session.tsx'
import { dayText } from '../../ui/times.tsx'
import { useContentScope } from '../in-change-set/content-scope.ts'
import type { FilterKind } from './filter-kinds.ts'
import type { Filter } from './filters.ts'
import { headingOf } from './heading.ts'
import { referredQuery } from './queries.ts'

/** A filter in plain words. */
export function useFilterText({ key, operator, value }: Filter, kind: FilterKind | undefined): string {
  const { t, i18n } = useTranslation('lists')
  const person = useNameOfPerson(kind?.form === 'person' && operator !== 'exists' ? value : null)
  const item = useTitleOfItem(operator === 'exists' ? undefined : kind?.collection, value)
  const field = kind?.label ?? key
  if (operator === 'exists') return t(value === 'true' ? 'filter.isSet' : 'filter.isEmpty', { field })
  switch (kind?.form) {
    case 'time':
      return t(operator === 'gte' ? 'filter.from' : 'filter.before', { field, day: dayText(value) })
    case 'date':
      return t(operator === 'gte' ? 'filter.from' : 'filter.until', { field, day: dayText(value) })
    case 'number':
    case 'integer':
      return t(numberNames[operator] ?? 'filter.is', {
        field,
        value: Number(value).toLocaleString(i18n.language),
      })
    case 'text':
      return t('filter.contains', { field, value })
    case 'person':
      return t('filter.is', { field, value: shownName(person, t('someoneElse')) })
    case 'item':
    case 'items':
      return t('filter.is', { field, value: shownName(item, t('filter.unknown')) })
    default: {
      const choice = kind?.values.find((offered) => offered.value === value)
      const label = kind?.isLoading === true ? undefined : (choice?.label ?? null)
      return t('filter.is', { field, value: shownName(label, t('filter.unknown')) })
    }
  }
}

const numberNames: Readonly<Partial<Record<Filter['operator'], 'filter.atLeast' | 'filter.atMost'>>> = {
  gte: 'filter.atLeast',
  lte: 'filter.atMost',
}

/** As `usePersonName`, but “you” for oneself. */
function useNameOfPerson(id: string | null): string | null | undefined {
  const { t } = useTranslation('lists')
  const { can, isOwn } = useSession()
  const isSelf = id !== null && isOwn(id)
  const name = usePersonName(id, !isSelf && can('content.editAny'))
  return isSelf ? t('you') : name
}

/** The title of an item of a collection; undefined while it is loading, null without a collection, and if it is gone. */
function useTitleOfItem(slug: string | undefined, id: string): string | null | undefined {
  const collection = useCollection(slug ?? '')
  const scope = useContentScope()
  const { data, isLoading } = useQuery({
    ...referredQuery(scope, slug ?? '', id),
    enabled: collection !== undefined,
  })
  if (isLoading) return undefined
  return collection === undefined || data === undefined ? null : headingOf(collection, data.item)
}
