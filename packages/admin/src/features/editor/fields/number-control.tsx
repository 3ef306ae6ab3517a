import { NumberInput } from '@mantine/core'
import i18next from 'i18next'
import { type ControlProps, type Problem, wrapperOf } from './field-editor.ts'

interface NumberProps {
  readonly control: ControlProps
  readonly isWhole: boolean
}

/** A number, written as in the person's language; what is none (yet) stays in the control. */
export function NumberControl({ control, isWhole }: NumberProps) {
  const { value, raw, onChange, onRaw, isReadOnly, field } = control
  const shown = raw ?? (typeof value === 'number' ? value : '')
  const problem: Problem = isWhole ? 'integer' : 'number'
  return (
    <NumberInput
      {...wrapperOf(control)}
      value={shown}
      onChange={(next) => {
        if (next === '') onChange(null)
        else if (isNumber(next, isWhole)) onChange(Number(next))
        else onRaw(String(next), problem)
      }}
      allowDecimal={!isWhole}
      decimalSeparator={decimalSeparator()}
      allowedDecimalSeparators={['.', ',']}
      // The service says what is wrong; a number that changes by itself would be worse.
      clampBehavior="none"
      readOnly={isReadOnly}
      aria-required={field.required}
      maw="16rem"
      hideControls={isReadOnly}
    />
  )
}

function isNumber(value: number | string, isWhole: boolean): boolean {
  if (typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value)) return false
  const number = Number(value)
  if (!Number.isFinite(number)) return false
  return !isWhole || Number.isSafeInteger(number)
}

function decimalSeparator(): string {
  const parts = new Intl.NumberFormat(i18next.language).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
}

export function numberText(value: unknown): string {
  return new Intl.NumberFormat(i18next.language, { maximumFractionDigits: 20 }).format(Number(value))
}
