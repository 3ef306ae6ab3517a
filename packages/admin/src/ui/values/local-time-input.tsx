import { Radio, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
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
 * itself, so only a changed `version` replaces it. For clock changes, it refuses a time that does not exist, and asks
 * which one is meant if there are two.
 */
export function LocalTimeInput({ value, onChange, version, description, error, ...input }: LocalTimeProps) {
  const { t } = useTranslation('forms')
  const [wasSecond, setSecond] = useState(false)
  const iso = typeof value === 'string' && value !== '' ? value : null
  const instants = iso === null ? [] : (instantsOf(localText(iso)) ?? [])
  const place = placeOf(iso, instants) ?? Number(wasSecond)
  const problem = value instanceof Unread ? value.problem : undefined
  const take = (written: HTMLInputElement) => {
    // Remembers the choice between two equal times while the person types another time of the same hour.
    setSecond(place === 1)
    onChange(readTime(written, place))
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
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      {instants.length > 1 && input.readOnly !== true && (
        <Radio.Group
          mt="xs"
          size="sm"
          label={t('twice.label')}
          value={String(place)}
          onChange={(next) => onChange(instants[Number(next)])}
        >
          <Stack gap={6} mt={6}>
            {instants.map((instant, index) => (
              <Radio
                key={instant}
                value={String(index)}
                size="sm"
                label={t(index === 0 ? 'twice.first' : 'twice.second', { zone: zoneName(instant) })}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </div>
  )
}

/** The index of an instant among two with the same local time. */
function placeOf(iso: string | null, instants: readonly string[]): number | undefined {
  if (iso === null || instants.length < 2) return undefined
  return instants.findIndex((instant) => Date.parse(instant) === Date.parse(iso))
}

function readTime({ value: local, validity }: HTMLInputElement, place: number): string | Unread | undefined {
  if (validity.badInput) return new Unread('', 'datetime')
  if (local === '') return undefined
  const instants = instantsOf(local)
  if (instants === undefined) return new Unread(local, 'datetime')
  return instants[place] ?? instants[0] ?? new Unread(local, 'gap')
}
