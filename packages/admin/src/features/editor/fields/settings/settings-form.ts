import type { ComponentType } from 'react'
import type { FieldDraft } from './field-draft.ts'

export interface SettingsProps {
  readonly draft: FieldDraft
  readonly onChange: (changes: Partial<FieldDraft>) => void
  /** issues of the service with these settings */
  readonly error: string | undefined
}

export interface DefaultProps {
  readonly draft: FieldDraft
  /** undefined for none */
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly label: string
  readonly description: string
  readonly error: string | undefined
}

type Settings = Pick<FieldDraft, 'validation' | 'options'>

/** How the content model edits the settings of a field type; its name and description are in the texts. */
export interface SettingsForm {
  /** the supported rules, by their names in `validation` */
  readonly rules?: readonly string[]
  /** controls for the rules */
  readonly Rules?: ComponentType<SettingsProps>
  /** controls for required settings, or those that define the type */
  readonly Options?: ComponentType<SettingsProps>
  readonly DefaultValue: ComponentType<DefaultProps>
  /** texts about required settings that are missing, by the part of the settings that lacks them */
  missing?(settings: Settings): Readonly<Partial<Record<keyof Settings, string>>>
}
