import { MultiSelect, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '../../../ui/values/number-input.tsx'
import { comparisonOf } from '../../../session/field-facts.ts'
import { choicesOf, choiceValues } from '../../../ui/choices.ts'
import type { InnerField } from '../inner-field.ts'

interface ShowIfProps {
  readonly condition: unknown
  /** the other fields of the same form */
  readonly siblings: readonly InnerField[]
  /** called with undefined if the field is always shown */
  readonly onChange: (condition: object | undefined) => void
}

/** how the other field is tested: equal, not equal, one of several values, filled in, or empty */
const tests = ['eq', 'ne', 'in', 'filled', 'empty'] as const
type Test = (typeof tests)[number]

/** The controls for when forms show a field, by the value of another field of the same form. */
export function ShowIf({ condition, siblings, onChange }: ShowIfProps) {
  const { t } = useTranslation('model')
  const { field = null, ...rest } = (condition ?? {}) as { field?: string }
  const other = siblings.find(({ slug }) => slug === field)
  const test = testOf(rest)
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs" verticalSpacing="xs">
      <Select
        label={t('form.showIf')}
        clearable
        placeholder={t('form.always')}
        data={siblings.map(({ slug, label = slug }) => ({ value: slug, label }))}
        value={field}
        onChange={(next) => onChange(next === null ? undefined : { field: next, exists: true })}
      />
      {field !== null && (
        <Select
          label={t('form.test')}
          allowDeselect={false}
          data={tests.map((name) => ({ value: name, label: t(`form.tests.${name}`) }))}
          value={test}
          onChange={(next) => onChange({ field, ...conditionFor(next as Test, other) })}
        />
      )}
      {field !== null && (test === 'eq' || test === 'ne' || test === 'in') && (
        <Value
          other={other}
          test={test}
          value={(rest as Record<string, unknown>)[test]}
          onChange={(value) => onChange({ field, [test]: value })}
        />
      )}
    </SimpleGrid>
  )
}

/** The test of a stored condition. `exists` is shown as two tests: filled in, or empty. */
function testOf(condition: object): Test {
  if ('eq' in condition) return 'eq'
  if ('ne' in condition) return 'ne'
  if ('in' in condition) return 'in'
  return 'exists' in condition && condition.exists === false ? 'empty' : 'filled'
}

/** The condition with another test and the first possible value. */
function conditionFor(test: Test, other: InnerField | undefined): object {
  if (test === 'filled' || test === 'empty') return { exists: test === 'filled' }
  const first = firstValueOf(other)
  if (test !== 'in') return { [test]: first }
  return { in: first === '' ? [] : [first] }
}

/** A value to begin with: on, zero, or the first choice; empty for other texts. */
function firstValueOf(field: InnerField | undefined): unknown {
  if (isBoolean(field)) return true
  return isNumber(field) ? 0 : (choiceValues(field ?? {})[0] ?? '')
}

interface ValueProps {
  /** the field whose value decides */
  readonly other: InnerField | undefined
  readonly test: Test
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The control for the value that the other field is compared with; it suits the type of that field. */
function Value({ other, test, value, onChange }: ValueProps) {
  const { t } = useTranslation(['model', 'common'])
  const label = t('form.value')
  const chosen = textsOf(value)
  const choices = choicesOf(other ?? {}, chosen)
  const hasChoices = choiceValues(other ?? {}).length > 0
  if (test === 'in' && hasChoices)
    return <MultiSelect label={label} data={choices} value={chosen} onChange={onChange} />
  if (test === 'in') {
    const read = (text: string) => (isNumber(other) ? Number(text) : text)
    return (
      <TagsInput
        label={label}
        value={chosen}
        onChange={(next) => onChange(next.map(read).filter((entry) => !Number.isNaN(entry)))}
      />
    )
  }
  if (isBoolean(other))
    return (
      <Select
        label={label}
        allowDeselect={false}
        data={[
          { value: 'true', label: t('common:yes') },
          { value: 'false', label: t('common:no') },
        ]}
        value={String(value === true)}
        onChange={(next) => onChange(next === 'true')}
      />
    )
  if (isNumber(other)) return <NumberInput label={label} value={value} isWhole={false} onChange={onChange} />
  if (hasChoices)
    return (
      <Select
        label={label}
        allowDeselect={false}
        data={choices}
        value={typeof value === 'string' ? value : null}
        onChange={onChange}
      />
    )
  return (
    <TextInput
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** The values of a condition as texts: those of a list, or a single text. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' ? [value] : []
}

function isNumber(field: InnerField | undefined): boolean {
  const comparison = field && comparisonOf(field)
  return comparison === 'number' || comparison === 'integer'
}

function isBoolean(field: InnerField | undefined): boolean {
  return field !== undefined && comparisonOf(field) === 'boolean'
}
