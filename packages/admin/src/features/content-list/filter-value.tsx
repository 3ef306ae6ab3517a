import { Button, NativeSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { limits } from '@octavo/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { useSession } from '../../session/session.tsx'
import type { FilterKind } from './filter-kinds.ts'

interface ValueProps {
  readonly kind: FilterKind
  /** empty if none is chosen or typed */
  readonly value: string
  readonly onChange: (value: string) => void
  /** opens the drawer in which an item is chosen */
  readonly onPick: () => void
}

/** the types of inputs for values that are typed */
const inputTypes = { time: 'date', date: 'date', integer: 'number', number: 'number', text: 'text' } as const

/** maximum number of choices in a plain menu; more can be searched */
const mostInMenu = 12

/** The control for the value of a new filter. */
export function FilterValue({ kind, value, onChange, onPick }: ValueProps) {
  const { t } = useTranslation('lists')
  const { form, values } = kind
  switch (form) {
    case 'presence':
      return null
    case 'person':
      return <PersonInput value={value} onChange={onChange} />
    case 'item':
    case 'items':
      return (
        <Button variant="default" onClick={onPick}>
          {t('filter.pick')}
        </Button>
      )
    case 'choice':
    case 'member':
      return values.length > mostInMenu ? (
        <Select
          label={t('filter.value')}
          placeholder={t('filter.choose')}
          searchable
          limit={50}
          comboboxProps={{ withinPortal: false }}
          data={[...values]}
          value={value === '' ? null : value}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      ) : (
        <NativeSelect
          label={t('filter.value')}
          data={[{ value: '', label: t('filter.choose') }, ...values]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    default:
      return (
        <TextInput
          type={inputTypes[form]}
          {...(form === 'number' && { step: 'any' })}
          label={t(labelOf(form))}
          maxLength={limits.label}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}

/** The key of the label for a value that is typed. */
function labelOf(form: keyof typeof inputTypes) {
  if (form === 'time' || form === 'date') return 'filter.day'
  return form === 'text' ? 'filter.part' : 'filter.value'
}

/** The control that chooses a person. Readers who may see names find everyone by name, others only themselves. */
function PersonInput({ value, onChange }: Pick<ValueProps, 'value' | 'onChange'>) {
  const { t } = useTranslation('lists')
  const { person, can } = useSession()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { data } = useQuery({
    queryKey: [...keys.users, 'named', search],
    queryFn: ({ signal }) => api.users.names({ search: search.slice(0, limits.label) }, { signal }),
    enabled: can('content.editAny'),
    placeholderData: keepPreviousData,
  })
  const others = (data?.items ?? []).flatMap(({ id, name }) =>
    id === person.id || name === null ? [] : [{ value: id, label: name }],
  )
  return (
    <Select
      label={t('filter.person')}
      placeholder={t('filter.choose')}
      searchable
      // The service has already found those whose names match.
      filter={({ options }) => options}
      comboboxProps={{ withinPortal: false }}
      data={[{ value: person.id, label: t('you') }, ...others]}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      onSearchChange={setTyped}
    />
  )
}
