import { isEntry } from '@octavo/contract/fields/entries'
import { Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { Field } from '../../../session/session.tsx'
import { innerFieldsOf } from '../structure/inner-fields.ts'
import classes from './structure.module.css'
import { type Place, useStructure } from './use-structure.ts'

/** The properties of the controls for groups and lists. */
export interface StructureProps {
  readonly field: Field
  readonly value: unknown
  readonly place: Place
  /** the visible label */
  readonly label: ReactNode
  /** the label as text, for accessible names */
  readonly name: string
  readonly description: ReactNode
  readonly error: string | undefined
}

/** The fields of a group, below its label. */
export function GroupControl({ field, value, place, label, name, description, error }: StructureProps) {
  const id = useId()
  const { Fields } = useStructure()
  return (
    <div
      role="group"
      aria-label={name}
      aria-describedby={description === undefined ? undefined : `${id}-help`}
      data-invalid={error !== undefined || undefined}
      className={classes['group']}
    >
      <Input.Label component="div" required={field.required} fw={650}>
        {label}
      </Input.Label>
      {description !== undefined && (
        <Input.Description id={`${id}-help`} mb="xs">
          {description}
        </Input.Description>
      )}
      <div className={classes['inside']}>
        <Fields fields={innerFieldsOf(field)} entry={isEntry(value) ? value : {}} place={place} />
      </div>
      {error !== undefined && <Input.Error mt={6}>{error}</Input.Error>}
    </div>
  )
}
