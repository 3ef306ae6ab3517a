import { Button, CloseButton, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { ListFilterPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Collection } from '../../session/session.tsx'
import { type FilterKind, useFilterKinds } from './filter-names.ts'
import { type Filter, operatorsOf, readFilters, withFilter, writeFilters } from './filters.ts'
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
  const [chosen, setOperator] = useState('')
  const [value, setValue] = useState('')
  const kind = kinds.find((one) => one.key === key)
  const operators = kind === undefined ? [] : operatorsOf(kind.form)
  const operator = operators.find((one) => one === chosen) ?? operators[0]
  const choose = (next: string) => {
    setKey(next)
    setValue('')
    onAsk(next)
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (operator === undefined || value.trim() === '') return
    onAdd({ key, operator, value: value.trim() })
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
            {kind !== undefined && operators.length > 1 && (
              <NativeSelect
                label={t(kind.form === 'time' ? 'filter.when' : 'filter.how')}
                data={operators.map((one) => ({ value: one, label: t(operatorName(kind, one)) }))}
                value={operator}
                onChange={(event) => setOperator(event.currentTarget.value)}
              />
            )}
            {kind !== undefined && <ValueInput kind={kind} value={value} onChange={setValue} />}
            <Button type="submit" size="sm" disabled={kind === undefined || value.trim() === ''}>
              {t('filter.apply')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

function operatorName({ form }: FilterKind, operator: Filter['operator']) {
  if (form === 'time') return operator === 'gte' ? 'filter.fromDay' : 'filter.beforeDay'
  if (operator === 'gte') return 'filter.least'
  return operator === 'lte' ? 'filter.most' : 'filter.equal'
}

interface ValueInputProps {
  readonly kind: FilterKind
  readonly value: string
  readonly onChange: (value: string) => void
}

const inputTypes = { time: 'date', integer: 'number', number: 'number', text: 'text' } as const

function ValueInput({ kind: { form, values }, value, onChange }: ValueInputProps) {
  const { t } = useTranslation('lists')
  if (form === 'choice' || form === 'member')
    return (
      <NativeSelect
        label={t('filter.value')}
        data={[{ value: '', label: t('filter.choose') }, ...values]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      type={inputTypes[form]}
      {...(form === 'number' && { step: 'any' })}
      label={t(form === 'time' ? 'filter.day' : form === 'text' ? 'filter.part' : 'filter.value')}
      maxLength={limits.label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
