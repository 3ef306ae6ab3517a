import type { ComponentType, ReactNode } from 'react'
import type { Field } from '../../../session/session.tsx'
import { type Problem, Unread } from '../../../ui/values/unread.ts'
import type { RefusedPlace } from '../autosave/state.ts'
import type { Names, Part } from '../parts/parts.ts'

/** The props of every field control. */
export interface ControlProps {
  readonly field: Field
  readonly value: unknown
  /** the raw text in the control that is not a valid value */
  readonly raw: string | undefined
  /** why `raw` is not a valid value; undefined while the control has a value */
  readonly problem: Problem | undefined
  readonly onChange: (value: unknown) => void
  /** reports text that is not (yet) a valid value */
  readonly onRaw: (raw: string, problem: Problem) => void
  readonly label: ReactNode
  /** the label as plain text, for the accessible names of buttons and groups */
  readonly name: string
  readonly description: ReactNode
  readonly error: string | undefined
  /** what the service has refused within the value; rich text shows it at its blocks, so `error` lacks it there */
  readonly issues?: readonly RefusedPlace[] | undefined
  readonly isReadOnly: boolean
  /** counts how often the value was changed by something other than this control */
  readonly version: number
  /** whether this field names the item */
  readonly isTitle: boolean
}

export type Widget = 'checkbox' | 'checkboxes' | 'radio'

/** How values of one field type are edited. */
interface Editing {
  readonly Control: ComponentType<ControlProps>
  /** alternative controls that a field can name as its widget; unknown names use the default control */
  readonly widgets?: Readonly<Partial<Record<Widget, ComponentType<ControlProps>>>>
  /** controls of the forms that values can have, such as a URL, by their names in `options.widget` */
  readonly forms?: Readonly<Record<string, ComponentType<ControlProps>>>
  /** false if values do not help to recognize an entry, so that its summary shows another field */
  readonly isInSummaries?: false
  /** whether a stored value has this type */
  accepts(value: unknown, field: Field): boolean
}

/** The readable form of a non-empty value: a text, or parts if it is structured. */
type Reading =
  | { readonly toText: (value: unknown, field: Field) => string; readonly toParts?: undefined }
  | {
      readonly toText?: undefined
      readonly toParts: (value: unknown, field: Field, names: Names) => readonly Part[]
    }

/** How the values of one field type are edited and shown. */
export type FieldEditor = Editing & Reading

/** The props that all Mantine inputs share. */
export function wrapperOf({ label, description, error, field }: ControlProps) {
  return { label, description, error, withAsterisk: field.required, inputWrapperOrder } as const
}

/** Help and rules are shown below the control, where they are read while writing. */
export const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** The content of a control: a value, or text that is not valid. */
export function contentOf({ value, raw, problem }: ControlProps): unknown {
  return problem === undefined ? value : new Unread(raw ?? '', problem)
}

/** The `onChange` of inputs that report text which is not (yet) a value as an `Unread`. */
export function changeHandler({ onChange, onRaw }: ControlProps): (next: unknown) => void {
  return (next) => {
    if (next instanceof Unread) onRaw(next.text, next.problem)
    else onChange(next ?? null)
  }
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText)
}

/** The value of a validation rule of a field; undefined if the field lacks it. */
export function ruleOf(field: Field, name: string): unknown {
  return field.validation?.[name]
}

/** A validation rule that is a number; undefined if the field lacks it. */
export function limitOf(field: Field, name: 'min' | 'max' | 'maxLength'): number | undefined {
  const limit = ruleOf(field, name)
  return typeof limit === 'number' ? limit : undefined
}

/** `dir="auto"` for the input element; Mantine would put `dir` on its wrapper. */
export const anyDirection = { attributes: { input: { dir: 'auto' } } } as const
