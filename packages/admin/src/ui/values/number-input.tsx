import { TextInput, type TextInputProps } from '@mantine/core'
import i18next from 'i18next'
import { type KeyboardEvent, useState } from 'react'
import { readNumber, steppedNumber, writtenNumber } from './number-text.ts'
import { problemText } from './problem-text.ts'
import { Unread } from './unread.ts'

interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max'> {
  /** a number, `Unread` for invalid text, or anything else for an empty control */
  readonly value: unknown
  readonly onChange: (value: number | Unread | undefined) => void
  readonly isWhole: boolean
  /** limits of the arrow keys, announced to screen readers; typed values may exceed them */
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/**
 * A number in the format of the reader's language. Typed or pasted text stays unchanged; only the arrow keys rewrite
 * it. Screen readers get the text as typed, and the numeric value if it is valid.
 */
export function NumberInput({ value, onChange, isWhole, min, max, error, ...input }: NumberInputProps) {
  const { language } = i18next
  const [typed, setTyped] = useState('')
  const read = (text: string): number | Unread | undefined => {
    const reading = readNumber(text, { isWhole, language })
    return 'problem' in reading ? new Unread(text, reading.problem) : (reading.value ?? undefined)
  }
  const problem = value instanceof Unread ? value.problem : undefined
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = steps[event.key]
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (direction === undefined || !isPlain || input.readOnly === true || value instanceof Unread) return
    event.preventDefault()
    const before = typeof value === 'number' ? value : 0
    const next = steppedNumber(before, direction, min, max)
    if (next === value) return
    setTyped(writtenNumber(next, language))
    onChange(next)
  }
  const shown = shownText(value, typed, read, language)
  return (
    <TextInput
      {...input}
      role="spinbutton"
      aria-valuenow={typeof value === 'number' ? value : undefined}
      aria-valuetext={shown.trim() === '' ? undefined : shown}
      aria-valuemin={min}
      aria-valuemax={max}
      error={error ?? (problem && problemText(problem, isWhole))}
      inputMode={isWhole && min !== undefined && min >= 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      spellCheck={false}
      value={shown}
      onKeyDown={step}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(read(currentTarget.value))
      }}
    />
  )
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

/** The typed text if it still reads as the value; otherwise the value was changed from outside and is formatted. */
function shownText(value: unknown, typed: string, read: (text: string) => unknown, language: string): string {
  if (value instanceof Unread) return value.text
  if (typeof value !== 'number') return typed.trim() === '' ? typed : ''
  return read(typed) === value ? typed : writtenNumber(value, language)
}
