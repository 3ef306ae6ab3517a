import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'

interface PersonSelectProps {
  /** the id of the selected user; undefined: none */
  readonly value: string | undefined
  readonly onChange: (id: string | undefined) => void
}

/** Selects a user, found by name or address. */
export function PersonSelect({ value, onChange }: PersonSelectProps) {
  const { t } = useTranslation('audit')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { data } = useQuery({
    queryKey: [...keys.users, 'select', search],
    queryFn: ({ signal }) => api.users.list({ search: search || undefined, limit: 20 }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      flex="1 1 8rem"
      label={t('person')}
      placeholder={t('anyone')}
      clearable
      searchable
      // The service has already filtered the users.
      filter={({ options }) => options}
      data={(data?.items ?? []).map(({ id, name, email }) => ({ value: id, label: name ?? email }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      onSearchChange={setTyped}
    />
  )
}
