import {
  Button,
  Checkbox,
  CloseButton,
  Group,
  Input,
  MultiSelect,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allTermsQuery } from '../../api/all-terms.ts'
import { comparisonOf, isList } from '../../session/field-facts.ts'
import { type Collection, type Field, useWorkspace } from '../../session/session.tsx'
import { useSiteTime } from '../../session/use-site-time.ts'
import { choicesOf } from '../../ui/choices.ts'
import { lastDay } from '../../ui/values/last-day.ts'
import { LocalTimeInput } from '../../ui/values/local-time-input.tsx'
import { NumberInput } from '../../ui/values/number-input.tsx'
import { problemText } from '../../ui/values/problem-text.ts'
import { Unread } from '../../ui/values/unread.ts'
import { useContentScope } from '../in-change-set/content-scope.ts'
import type { Action } from './actions.ts'
import { editField, schedule, tag } from './bulk-actions.ts'
import { bulkControlOf, isBulkField } from './bulk-fields.ts'
import type { PickedItem } from './picked-item.ts'
import { isFuture } from './times.ts'

interface FormProps {
  readonly collection: Collection
  /** whether the items have other translations, which the action is not for */
  readonly hasOthers: boolean
  /** called when a drawer opens over the form, and when it closes */
  readonly onPicking: (isPicking: boolean) => void
  readonly onSubmit: (action: Action) => void
}

interface FrameProps {
  /** the text of the button */
  readonly action: string
  readonly isReady: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** What all forms of this file share: the form element and the button, which is disabled until the form is ready. */
function Frame({ action, isReady, onSubmit, children }: FrameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {children}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The form that sets a field of all selected items to one value. */
export function FieldForm({ collection, hasOthers, onPicking, onSubmit }: FormProps) {
  const { t } = useTranslation('lists')
  const fields = collection.fields.filter(isBulkField)
  const [slug, setSlug] = useState('')
  /** undefined or empty without a value; an `Unread` if what the person typed cannot be read as a value */
  const [value, setValue] = useState<unknown>()
  const [isEmptied, setIsEmptied] = useState(false)
  const field = fields.find((candidate) => candidate.slug === slug)
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return (
    <Frame
      action={t(isEmptied ? 'bulk.empty' : 'bulk.set')}
      isReady={field !== undefined && (isEmptied || !(isEmpty || value instanceof Unread))}
      onSubmit={() => {
        if (field !== undefined) onSubmit(editField(field, isEmptied ? null : value))
      }}
    >
      <NativeSelect
        label={t('bulk.field')}
        data={[
          { value: '', label: t('filter.choose') },
          ...fields.map((offered) => ({ value: offered.slug, label: offered.label })),
        ]}
        value={slug}
        onChange={(event) => {
          setSlug(event.currentTarget.value)
          setValue(undefined)
        }}
        data-autofocus
      />
      {field !== undefined && !isEmptied && (
        <Value key={slug} field={field} value={value} onChange={setValue} onPicking={onPicking} />
      )}
      {field !== undefined && (
        <Checkbox
          label={t('bulk.empty')}
          checked={isEmptied}
          onChange={(event) => {
            setIsEmptied(event.currentTarget.checked)
            setValue(undefined)
          }}
        />
      )}
      {field !== undefined && !field.translatable && hasOthers && <Text size="sm">{t('reach.shared')}</Text>}
      {collection.supports.includes('drafts') && (
        <Text size="sm" c="dimmed">
          {t('bulk.drafts')}
        </Text>
      )}
    </Frame>
  )
}

interface ValueProps extends Pick<FormProps, 'onPicking'> {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The control for a value of the field. */
function Value(props: ValueProps) {
  const { field, value, onChange } = props
  const { t } = useTranslation(['lists', 'common'])
  const label = t('bulk.value')
  const control = bulkControlOf(field)
  if (control === 'item') return <ItemValue {...props} />
  if (control === 'number') {
    const isWhole = comparisonOf(field) === 'integer'
    return <NumberInput label={label} value={value} isWhole={isWhole} onChange={onChange} />
  }
  if (control === 'time') return <LocalTimeInput label={label} value={value} onChange={onChange} />
  // The field has several values, each chosen from a list.
  if (isList(field))
    return (
      <MultiSelect
        label={label}
        data={choicesOf(field)}
        value={Array.isArray(value) ? (value as string[]) : []}
        onChange={onChange}
      />
    )
  if (control === 'choice') {
    const isBoolean = comparisonOf(field) === 'boolean'
    const yesNo = [
      { value: 'true', label: t('common:yes') },
      { value: 'false', label: t('common:no') },
    ]
    return (
      <NativeSelect
        label={label}
        data={[{ value: '', label: t('filter.choose') }, ...(isBoolean ? yesNo : choicesOf(field))]}
        value={value === undefined ? '' : String(value)}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          if (chosen === '') onChange(undefined)
          else onChange(isBoolean ? chosen === 'true' : chosen)
        }}
      />
    )
  }
  return (
    <TextInput
      label={label}
      dir="auto"
      type={inputTypes[String(field.options?.['widget'])] ?? 'text'}
      {...(field.options?.['widget'] === 'date' && { max: lastDay })}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The items that a reference names: one, or several that are chosen one after the other. */
function ItemValue({ field, onChange, onPicking }: ValueProps) {
  const { t } = useTranslation('lists')
  const scope = useContentScope()
  const [picked, setPicked] = useState<readonly PickedItem[]>([])
  const isMany = isList(field)
  const pick = async () => {
    onPicking(true)
    const { pickItem } = await import('./item-picker.tsx')
    const collection = String(field.options?.['collection'] ?? '')
    const item = await pickItem({ collection, scope, exclude: picked.map(({ id }) => id) })
    // The Escape that closed the drawer has yet to reach the dialog of the form, which must ignore it.
    setTimeout(() => onPicking(false))
    if (item !== null) choose(isMany ? [...picked, item] : [item])
  }
  const choose = (next: readonly PickedItem[]) => {
    setPicked(next)
    onChange(isMany ? next.map(({ id }) => id) : next[0]?.id)
  }
  return (
    <Input.Wrapper label={t('bulk.value')} labelElement="div">
      {picked.map(({ id, title }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <Text size="sm" dir="auto">
            {title}
          </Text>
          <CloseButton
            size="sm"
            aria-label={t('bulk.leaveOut', { title })}
            onClick={() => choose(picked.filter((one) => one.id !== id))}
          />
        </Group>
      ))}
      <Button variant="default" fullWidth onClick={() => void pick()}>
        {t('filter.pick')}
      </Button>
    </Input.Wrapper>
  )
}

/** The types of inputs for the forms of a text, by their names in `options.widget`. */
const inputTypes: Readonly<Record<string, string>> = { url: 'url', email: 'email', date: 'date' }

/** The form that adds terms to all selected items and removes terms from them. */
export function TermsForm({ collection, onSubmit }: FormProps) {
  const { t } = useTranslation('lists')
  const { taxonomies } = useWorkspace()
  const ownTaxonomies = taxonomies.filter(({ collections }) => collections.includes(collection.slug))
  const [name, setName] = useState(ownTaxonomies[0]?.name ?? '')
  const [added, setAdded] = useState<string[]>([])
  const [removed, setRemoved] = useState<string[]>([])
  const { data = [] } = useQuery(allTermsQuery(name))
  // A term cannot be added and removed at the same time.
  const choices = (others: readonly string[]) =>
    data.filter(({ id }) => !others.includes(id)).map(({ id, label }) => ({ value: id, label }))
  return (
    <Frame
      action={t('bulk.apply')}
      isReady={added.length + removed.length > 0}
      onSubmit={() => onSubmit(tag(name, added, removed))}
    >
      {ownTaxonomies.length > 1 && (
        <NativeSelect
          label={t('bulk.taxonomy')}
          data={ownTaxonomies.map((taxonomy) => ({ value: taxonomy.name, label: taxonomy.label }))}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setAdded([])
            setRemoved([])
          }}
        />
      )}
      <MultiSelect
        label={t('bulk.add')}
        searchable
        limit={50}
        data={choices(removed)}
        value={added}
        onChange={setAdded}
        data-autofocus
      />
      <MultiSelect
        label={t('bulk.remove')}
        searchable
        limit={50}
        data={choices(added)}
        value={removed}
        onChange={setRemoved}
      />
    </Frame>
  )
}

/** The form for the time at which all selected items go live. */
export function ScheduleForm({ onSubmit }: FormProps) {
  const { t } = useTranslation('lists')
  const [time, setTime] = useState<unknown>()
  const [error, setError] = useState<string>()
  const siteTime = useSiteTime(time)
  const submit = () => {
    if (typeof time !== 'string') setError(problemText('datetime'))
    else if (isFuture(time)) onSubmit(schedule(time))
    else setError(t('bulk.past'))
  }
  return (
    <Frame action={t('action.schedule')} isReady onSubmit={submit}>
      <LocalTimeInput
        label={t('bulk.when')}
        description={siteTime}
        value={time}
        error={error}
        onChange={(next) => {
          setError(undefined)
          setTime(next)
        }}
        data-autofocus
      />
    </Frame>
  )
}
