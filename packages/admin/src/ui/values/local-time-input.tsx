import { Radio, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullTime } from '../times.tsx'
import { joinedNotes } from '../notes.tsx'
import { instantsOf, localText, zoneName } from './local-time.ts'
import { problemText } from './problem-text.ts'
import { Unread } from './unread.ts'

interface LocalTimeProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** an ISO instant, `Unread` for invalid text, or anything else for an empty control */
  readonly value: unknown
  readonly onChange: (value: string | Unread | undefined) => void
  /** counts how often the value was changed by something other than this control */
  readonly version?: number
}

/**
 * A date and time in the reader's time zone, in the browser's native control. The control holds incomplete input
 * itself, so only a changed `version` replaces it. A local time that a change of the clocks skips is refused; for one
 * that exists twice, the person is asked which of the two instants is meant. A read-only value is shown as a text in
 * the format of the region, because native controls follow the language of the browser.
 */
export function LocalTimeInput(props: LocalTimeProps) {
  const { value, onChange: _onChange, version: _version, description, ...input } = props
  if (props.readOnly !== true || typeof value !== 'string' || localText(value) === '')
    return <NativeInput {...props} />
  return (
    <TextInput {...input} description={joinedNotes([description, zoneName(value)])} value={fullTime(value)} />
  )
}

function NativeInput({ value, onChange, version, description, error, ...input }: LocalTimeProps) {
  const { t } = useTranslation('forms')
  // Which of two instants with the same local time was chosen when the person began to type. While the time is
  // incomplete, there is no instant from which the choice could be derived.
  const [lastIndex, setLastIndex] = useState<0 | 1>(0)
  const iso = typeof value === 'string' && value !== '' ? value : null
  const instants = iso === null ? [] : (instantsOf(localText(iso)) ?? [])
  const index = indexAmong(instants, iso) ?? lastIndex
  const problem = value instanceof Unread ? value.problem : undefined
  const readControl = (control: HTMLInputElement) => {
    setLastIndex(index === 1 ? 1 : 0)
    onChange(readTime(control, index))
  }
  return (
    <div>
      <TextInput
        key={version}
        {...input}
        description={joinedNotes([description, zoneName(iso)])}
        error={error ?? (problem && problemText(problem))}
        type="datetime-local"
        step="any"
        defaultValue={value instanceof Unread ? value.text : localText(iso ?? '')}
        onChange={({ currentTarget }) => readControl(currentTarget)}
      />
      {instants.length > 1 && input.readOnly !== true && (
        <Radio.Group
          mt="xs"
          size="sm"
          label={t('twice.label')}
          value={String(index)}
          onChange={(next) => onChange(instants[Number(next)])}
        >
          <Stack gap={6} mt={6}>
            {instants.map((instant, position) => (
              <Radio
                key={instant}
                value={String(position)}
                size="sm"
                label={t(position === 0 ? 'twice.first' : 'twice.second', { zone: zoneName(instant) })}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </div>
  )
}

/** Which of two instants with the same local time is meant; undefined if the local time is unique. */
function indexAmong(instants: readonly string[], iso: string | null): number | undefined {
  if (iso === null || instants.length < 2) return undefined
  return instants.findIndex((instant) => Date.parse(instant) === Date.parse(iso))
}

/** The instant of the text in the control; `index` chooses between two with the same local time. */
function readTime({ value: local, validity }: HTMLInputElement, index: number): string | Unread | undefined {
  if (validity.badInput) return new Unread('', 'datetime')
  if (local === '') return undefined
  const instants = instantsOf(local)
  if (instants === undefined) return new Unread(local, 'datetime')
  return instants[index] ?? instants[0] ?? new Unread(local, 'gap')
}
