import type { stringForms } from '@octavo/contract/fields/option-names'
import { ActionIcon, TextInput } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { storedDayText } from '../../../ui/times.tsx'
import { lastDay } from '../../../ui/values/last-day.ts'
import { type ControlProps, type FieldEditor, isText, wrapperOf } from './field-editor.ts'
import classes from './fields.module.css'

/** The props that all text inputs of this file share. */
function inputProps(props: ControlProps) {
  const { value, onChange, isReadOnly, field } = props
  return {
    ...wrapperOf(props),
    value: isText(value) ? value : '',
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
    readOnly: isReadOnly,
    'aria-required': field.required,
  } as const
}

/** An address of the web, with a link to it. */
function UrlControl(props: ControlProps) {
  const { t } = useTranslation('editor')
  const { value, name } = props
  const isLink = isText(value) && URL.canParse(value) && /^https?:/i.test(value)
  return (
    <TextInput
      {...inputProps(props)}
      type="url"
      inputMode="url"
      spellCheck={false}
      placeholder="https://"
      rightSection={
        isLink && (
          <ActionIcon
            component="a"
            href={value}
            target="_blank"
            rel="noopener noreferrer"
            variant="subtle"
            color="gray"
            aria-label={t('fields.openAddress', { field: name })}
          >
            <ExternalLink size={16} aria-hidden />
          </ActionIcon>
        )
      }
    />
  )
}

function EmailControl(props: ControlProps) {
  return <TextInput {...inputProps(props)} type="email" inputMode="email" spellCheck={false} />
}

/**
 * A day without a time. The native control shows a day in the language of the browser instead of that of the admin, so
 * a read-only day is a text.
 */
function DateControl(props: ControlProps) {
  const { value, isReadOnly } = props
  if (isReadOnly)
    return <TextInput {...inputProps(props)} value={isText(value) ? storedDayText(value) : ''} maw="14rem" />
  return <TextInput {...inputProps(props)} type="date" max={lastDay} maw="14rem" />
}

/** a color of six digits, such as `#1a2b3c` */
const fullColor = /^#[\da-f]{6}$/i

/** The text of a color, with the browser's control to choose one. */
function ColorControl(props: ControlProps) {
  const { t } = useTranslation('editor')
  const { value, onChange, isReadOnly, name } = props
  const isFull = isText(value) && fullColor.test(value)
  return (
    <TextInput
      {...inputProps(props)}
      spellCheck={false}
      autoComplete="off"
      placeholder="#1a2b3c"
      maw="14rem"
      leftSection={
        <input
          type="color"
          className={classes['swatch']}
          data-empty={!isText(value) || value === '' || undefined}
          // The native control only knows colors of six digits. The style sheet marks an empty field (`data-empty`).
          value={isFull ? value.toLowerCase() : '#000000'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          disabled={isReadOnly}
          aria-label={t('fields.chooseColor', { field: name })}
        />
      }
    />
  )
}

/** The controls of the forms of a string. */
export const stringControls: Readonly<Record<(typeof stringForms)[number], FieldEditor['Control']>> = {
  url: UrlControl,
  email: EmailControl,
  date: DateControl,
  color: ColorControl,
}
