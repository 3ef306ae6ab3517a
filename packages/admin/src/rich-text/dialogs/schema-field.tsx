import { Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { growing } from '../../ui/growing.ts'
import { NumberInput } from '../../ui/values/number-input.tsx'
import classes from './dialogs.module.css'
import type { FieldKind, FormField } from './json-schema.ts'
import { JsonText } from './json-texts.ts'

interface SchemaFieldProps {
  readonly field: FormField
  readonly value: unknown
  readonly error: string | undefined
  readonly isFirst: boolean
  readonly onChange: (value: unknown) => void
}

interface ControlProps {
  readonly field: FormField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly shared: {
    readonly label: string
    readonly description: string | undefined
    readonly error: string | undefined
    readonly required: boolean
    readonly 'data-autofocus': true | undefined
  }
}

/** The control of one form field, by its kind. */
export function SchemaField({ field, value, error, isFirst, onChange }: SchemaFieldProps) {
  const shared = {
    label: field.title,
    description: field.description,
    error,
    required: field.isRequired,
    'data-autofocus': isFirst || undefined,
  } as const
  const Control = controls[field.kind]
  return <Control field={field} value={value} onChange={onChange} shared={shared} />
}

function Line({ field, value, onChange, shared }: ControlProps) {
  return (
    <TextInput
      {...shared}
      type={field.kind === 'url' ? 'url' : 'text'}
      value={stringOf(value)}
      onChange={({ currentTarget }) => onChange(textOrNothing(currentTarget.value, field))}
    />
  )
}

function Lines({ field, value, onChange, shared }: ControlProps) {
  const isCode = field.kind === 'code'
  return (
    <Textarea
      {...shared}
      {...growing(isCode ? 8 : 3, 20)}
      spellCheck={!isCode}
      dir={isCode ? 'ltr' : 'auto'}
      classNames={isCode ? { input: classes['codeInput'] ?? '' } : {}}
      value={stringOf(value)}
      onChange={({ currentTarget }) => onChange(textOrNothing(currentTarget.value, field))}
    />
  )
}

function NumberLine({ field, value, onChange, shared }: ControlProps) {
  return (
    <NumberInput {...shared} isWhole={field.schema.type === 'integer'} value={value} onChange={onChange} />
  )
}

/** A switch always has a value, so it cannot be missing. */
function YesNo({ value, onChange, shared }: ControlProps) {
  return (
    <Switch
      {...shared}
      required={false}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

function Choice({ field, value, onChange, shared }: ControlProps) {
  return (
    <Select
      {...shared}
      data={[...field.choices]}
      value={typeof value === 'string' ? value : null}
      clearable={!field.isRequired}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

function Texts({ field, value, onChange, shared }: ControlProps) {
  const list = Array.isArray(value) ? value.map(String) : []
  return (
    <TagsInput
      {...shared}
      value={list}
      acceptValueOnBlur
      onChange={(next) => onChange(next.length === 0 && !field.isRequired ? undefined : next)}
    />
  )
}

function Json({ value, onChange, shared }: ControlProps) {
  const text =
    value instanceof JsonText ? value.text : value === undefined ? '' : JSON.stringify(value, null, 2)
  return (
    <Textarea
      {...shared}
      {...growing(2, 12)}
      spellCheck={false}
      dir="ltr"
      classNames={{ input: classes['codeInput'] ?? '' }}
      value={text}
      onChange={({ currentTarget }) => onChange(new JsonText(currentTarget.value))}
    />
  )
}

const controls: Readonly<Record<FieldKind, (props: ControlProps) => ReactElement>> = {
  text: Line,
  url: Line,
  long: Lines,
  code: Lines,
  number: NumberLine,
  switch: YesNo,
  choice: Choice,
  texts: Texts,
  json: Json,
  // `SchemaFields` shows the fields of a group itself; the entry only completes the record.
  group: Json,
}

/** The value of a text control: undefined if the text is empty and optional, so that the property is removed. */
function textOrNothing(text: string, { isRequired }: FormField): string | undefined {
  return text === '' && !isRequired ? undefined : text
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
