import type { ComponentType, ReactNode } from 'react'
import type { Field } from '../../../app/session.tsx'

/** What every control of a field gets. */
export interface ControlProps {
  readonly field: Field
  readonly value: unknown
  /** what stood in the control when it was no value */
  readonly raw: string | undefined
  readonly onChange: (value: unknown) => void
  /** Keeps what was typed though it is no value (yet); `problem` is a key of the texts under `problems`. */
  readonly onRaw: (raw: string, problem: Problem) => void
  readonly label: ReactNode
  readonly name: string
  readonly description: string | undefined
  readonly error: string | undefined
  readonly isReadOnly: boolean
  /** counts how often the value came from elsewhere */
  readonly version: number
  /** the field is what people know the item by */
  readonly isTitle: boolean
}

export type Problem = 'json' | 'number' | 'integer' | 'datetime'

/** How one type of field is edited and shown: one file each, all of them listed in `registry.ts`. */
export interface FieldEditor {
  readonly Control: ComponentType<ControlProps>
  /** other controls by the name of the field's widget; a name that is not here means the usual one */
  readonly widgets?: Readonly<Record<string, ComponentType<ControlProps>>>
  /** whether a stored value is one of this type */
  accepts(value: unknown, field: Field): boolean
  /** the value as people read it; it is not empty */
  toText(value: unknown, field: Field): string
}

/** What the component kit's inputs take alike. */
export function wrapperOf({ label, description, error, field }: ControlProps) {
  return { label, description, error, withAsterisk: field.required } as const
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText)
}

/** A setting of a field that is a number, a text or a list; what it is not is left to the caller. */
export function ruleOf(field: Field, name: string): unknown {
  return field.validation?.[name]
}

/** The direction of what is written, by what it is: the kit gives `dir` to what is around the input. */
export const anyDirection = { attributes: { input: { dir: 'auto' } } } as const
