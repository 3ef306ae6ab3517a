import { Button, CloseButton, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core'
import { ListFilterPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Collection } from '../../session/session.tsx'
import { type FilterKind, useFilterKinds } from './filter-names.ts'
import { type Filter, readFilters, withFilter, writeFilters } from './filters.ts'
import classes from './list-tools.module.css'

interface FilterChipsProps {
  readonly collection: Collection
  /** as in the URL */
  readonly filters: string
  readonly onChange: (filters: string) => void
}

/** The filters of a list in plain words, each with a button that removes it, and a form that adds one. */
export function FilterChips({ collection, filters: written, onChange }: FilterChipsProps) {
  const { t } = useTranslation('lists')
  const filters = readFilters(collection, written)
  const [asked, setAsked] = useState('')
  const { kinds, nameOf } = useFilterKinds(
    collection,
    (key) => key === asked || filters.some((filter) => filter.key === key),
  )
  const set = (next: readonly Filter[]) => onChange(writeFilters(next))
  return (
    <Group gap={6} mb="sm" role="group" aria-label={t('filter.title')}>
      {filters.map((filter) => (
        <span key={`${filter.key} ${filter.operator}`} className={classes['chip']}>
          <bdi>{nameOf(filter)}</bdi>
          <CloseButton
            size="sm"
            aria-label={t('filter.remove', { filter: nameOf(filter) })}
            onClick={() => set(filters.filter((other) => other !== filter))}
          />
        </span>
      ))}
      <NewFilter kinds={kinds} onAsk={setAsked} onAdd={(filter) => set(withFilter(filters, filter))} />
    </Group>
  )
}

interface NewFilterProps {
  readonly kinds: readonly FilterKind[]
  /** called with the kind whose values are about to be shown */
  readonly onAsk: (key: string) => void
  readonly onAdd: (filter: Filter) => void
}

function NewFilter({ kinds, onAsk, onAdd }: NewFilterProps) {
  const { t } = useTranslation('lists')
  const [isOpen, setIsOpen] = useState(false)
  const [key, setKey] = useState('')
  const [operator, setOperator] = useState<'gte' | 'lt'>('gte')
  const [value, setValue] = useState('')
  const kind = kinds.find((one) => one.key === key)
  const choose = (next: string) => {
    setKey(next)
    setValue('')
    onAsk(next)
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (kind === undefined || value === '') return
    onAdd({ key, operator: kind.values === null ? operator : 'eq', value })
    setIsOpen(false)
    choose('')
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<ListFilterPlus size={16} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('filter.add')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter.add')}>
        <form onSubmit={add}>
          <Stack gap="xs" w={240}>
            <NativeSelect
              label={t('filter.by')}
              data={[
                { value: '', label: t('filter.choose') },
                ...kinds.map((one) => ({ value: one.key, label: one.label })),
              ]}
              value={key}
              onChange={(event) => choose(event.currentTarget.value)}
            />
            {kind !== undefined && kind.values !== null && (
              <NativeSelect
                label={t('filter.value')}
                data={[{ value: '', label: t('filter.choose') }, ...kind.values]}
                value={value}
                onChange={(event) => setValue(event.currentTarget.value)}
              />
            )}
            {kind?.values === null && (
              <>
                <NativeSelect
                  label={t('filter.when')}
                  data={[
                    { value: 'gte', label: t('filter.fromDay') },
                    { value: 'lt', label: t('filter.beforeDay') },
                  ]}
                  value={operator}
                  onChange={(event) => setOperator(event.currentTarget.value === 'lt' ? 'lt' : 'gte')}
                />
                <TextInput
                  type="date"
                  label={t('filter.day')}
                  value={value}
                  onChange={(event) => setValue(event.currentTarget.value)}
                />
              </>
            )}
            <Button type="submit" size="sm" disabled={kind === undefined || value === ''}>
              {t('filter.apply')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
