import { Button, NativeSelect, Popover, Stack } from '@mantine/core'
import { ListFilterPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useContentScope } from '../in-change-set/content-scope.ts'
import type { FilterKind } from './filter-kinds.ts'
import { FilterValue } from './filter-value.tsx'
import type { Filter } from './filters.ts'

interface NewFilterProps {
  readonly kinds: readonly FilterKind[]
  /** called with the key of the chosen kind, so that its values can be loaded */
  readonly onAsk: (key: string) => void
  readonly onAdd: (filter: Filter) => void
}

/** The choices of the form: the operators, with two choices in place of `exists`, which need no value. */
type Comparison = Exclude<Filter['operator'], 'exists'> | 'isSet' | 'isEmpty'

/** The form that adds a filter. */
export function NewFilter({ kinds, onAsk, onAdd }: NewFilterProps) {
  const { t } = useTranslation('lists')
  const scope = useContentScope()
  const [isOpen, setIsOpen] = useState(false)
  const [key, setKey] = useState('')
  /** empty until the person chooses one: the first one of the kind applies */
  const [chosenComparison, setChosenComparison] = useState('')
  const [value, setValue] = useState('')
  const kind = kinds.find((candidate) => candidate.key === key)
  const comparisons = kind === undefined ? [] : comparisonsOf(kind)
  const comparison = comparisons.find((candidate) => candidate === chosenComparison) ?? comparisons[0]
  const isAboutPresence = comparison === 'isSet' || comparison === 'isEmpty'
  /** whether the value is an item; the filter is then added when the item is picked */
  const isValueItem = kind?.collection !== undefined && !isAboutPresence
  const choose = (next: string) => {
    setKey(next)
    setChosenComparison('')
    setValue('')
    onAsk(next)
  }
  const add = (operand: string) => {
    if (comparison === undefined) return
    if (isAboutPresence) onAdd({ key, operator: 'exists', value: String(comparison === 'isSet') })
    else if (operand.trim() === '') return
    else onAdd({ key, operator: comparison, value: operand.trim() })
    setIsOpen(false)
    choose('')
  }
  const pick = async () => {
    setIsOpen(false)
    const { pickItem } = await import('./item-picker.tsx')
    const picked = await pickItem({ collection: kind?.collection, scope })
    if (picked !== null) add(picked.id)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add(value)
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
        <form onSubmit={submit}>
          <Stack gap="xs" w={240}>
            <NativeSelect
              label={t('filter.by')}
              data={[
                { value: '', label: t('filter.choose') },
                ...kinds.map((offered) => ({ value: offered.key, label: offered.label })),
              ]}
              value={key}
              onChange={(event) => choose(event.currentTarget.value)}
            />
            {kind !== undefined && (
              <NativeSelect
                label={t(kind.form === 'time' || kind.form === 'date' ? 'filter.when' : 'filter.how')}
                data={comparisons.map((offered) => ({ value: offered, label: t(nameOf(kind, offered)) }))}
                value={comparison ?? ''}
                onChange={(event) => setChosenComparison(event.currentTarget.value)}
              />
            )}
            {kind !== undefined && !isAboutPresence && (
              <FilterValue kind={kind} value={value} onChange={setValue} onPick={() => void pick()} />
            )}
            {!isValueItem && (
              <Button
                type="submit"
                size="sm"
                disabled={kind === undefined || (!isAboutPresence && value.trim() === '')}
              >
                {t('filter.apply')}
              </Button>
            )}
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

function comparisonsOf({ operators }: FilterKind): readonly Comparison[] {
  return operators.flatMap((operator): readonly Comparison[] =>
    operator === 'exists' ? ['isSet', 'isEmpty'] : [operator],
  )
}

/** The key of the text of a comparison. */
function nameOf({ form }: FilterKind, comparison: Comparison) {
  if (comparison === 'isSet') return 'filter.set'
  if (comparison === 'isEmpty') return 'filter.notSet'
  if (form === 'time') return comparison === 'gte' ? 'filter.fromDay' : 'filter.beforeDay'
  if (form === 'date') return comparison === 'gte' ? 'filter.fromDay' : 'filter.untilDay'
  if (comparison === 'contains') return form === 'text' ? 'filter.part' : 'filter.equal'
  if (comparison === 'gte') return 'filter.least'
  return comparison === 'lte' ? 'filter.most' : 'filter.equal'
}
