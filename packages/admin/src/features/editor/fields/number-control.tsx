import i18next from 'i18next'
import { NumberInput } from '../../../ui/values/number-input.tsx'
import { changeHandler, type ControlProps, contentOf, limitOf, wrapperOf } from './field-editor.ts'

interface NumberProps {
  readonly control: ControlProps
  readonly isWhole: boolean
}

/** A number in the format of the person's language; text that is not (yet) a number stays in the control. */
export function NumberControl({ control, isWhole }: NumberProps) {
  const { isReadOnly, field } = control
  return (
    <NumberInput
      {...wrapperOf(control)}
      value={contentOf(control)}
      onChange={changeHandler(control)}
      isWhole={isWhole}
      min={limitOf(field, 'min')}
      max={limitOf(field, 'max')}
      readOnly={isReadOnly}
      aria-required={field.required}
      maw="16rem"
    />
  )
}

export function numberText(value: unknown): string {
  return new Intl.NumberFormat(i18next.language, { maximumFractionDigits: 20 }).format(Number(value))
}
