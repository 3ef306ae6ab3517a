import type { ComponentType, ReactNode } from 'react'
import type { Field } from '../../../session/session.tsx'
import { type Problem, Unread } from '../../../ui/values/unread.ts'
import type { Names, Part } from '../parts/parts.ts'

/** What every control of a field gets. */
export interface ControlProps {
  readonly field: Field
  readonly value: unknown
  /** what was in the control when it was no value */
  readonly raw: string | undefined
  /** why that is no value */
  readonly problem: Problem | undefined
  readonly onChange: (value: unknown) => void
  /** Keeps what was typed though it is no value (yet). */
  readonly onRaw: (raw: string, problem: Problem) => void
  readonly label: ReactNode
  readonly name: string
  readonly description: ReactNode
  readonly error: string | undefined
  readonly isReadOnly: boolean
  /** counts how often the value came from elsewhere */
  readonly version: number
  /** the field is what people know the item by */
  readonly isTitle: boolean
}

interface Editing {
  readonly Control: ComponentType<ControlProps>
  /** other controls by the name of the field's widget; a name that is not here means the usual one */
  readonly widgets?: Readonly<Record<string, ComponentType<ControlProps>>>
  /** whether a stored value is one of this type */
  accepts(value: unknown, field: Field): boolean
}

/** A readable form of a non-empty value: its words, or its parts if it is structured. */
type Reading =
  | { readonly toText: (value: unknown, field: Field) => string; readonly toParts?: undefined }
  | {
      readonly toText?: undefined
      readonly toParts: (value: unknown, field: Field, names: Names) => readonly Part[]
    }

/** How one type of field is edited and shown: one file each, all of them listed in `registry.ts`. */
export type FieldEditor = Editing & Reading

/** What the component kit's inputs take alike. */
export function wrapperOf({ label, description, error, field }: ControlProps) {
  return { label, description, error, withAsterisk: field.required } as const
}

/** What a control holds: a value, or what was typed and is none. */
export function heldOf({ value, raw, problem }: ControlProps): unknown {
  return problem === undefined ? value : new Unread(raw ?? '', problem)
}

/** Handles the changes of inputs that report text which is not (yet) a value. */
export function keeping({ onChange, onRaw }: ControlProps): (next: unknown) => void {
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

/** A setting of a field that is a number, a text or a list; undefined for other types. */
export function ruleOf(field: Field, name: string): unknown {
  return field.validation?.[name]
}

/** A limit for numbers. */
export function limitOf(field: Field, name: 'min' | 'max' | 'maxLength'): number | undefined {
  const limit = ruleOf(field, name)
  return typeof limit === 'number' ? limit : undefined
}

/** The direction of what is written, by what it is: the kit gives `dir` to what is around the input. */
export const anyDirection = { attributes: { input: { dir: 'auto' } } } as const
