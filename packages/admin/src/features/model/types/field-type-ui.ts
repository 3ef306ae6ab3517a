import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { FieldDraft } from '../field-draft.ts'

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

/** How the content model edits the settings of a field type; its name and description are in the texts. */
export interface FieldTypeUi {
  readonly icon: LucideIcon
  /** whether an item has a single plain value, so that the field can be unique */
  isScalar(draft: FieldDraft): boolean
  /** the supported rules, by their names in `validation` */
  readonly rules: readonly string[]
  /** controls for the rules */
  readonly Rules?: ComponentType<SettingsProps>
  /** controls for required settings, or those that define the type */
  readonly Options?: ComponentType<SettingsProps>
  readonly DefaultValue: ComponentType<DefaultProps>
  /** the alternative controls in the editor, by their names in the texts */
  readonly widgets: readonly Widget[]
}

export type Widget = 'checkbox' | 'checkboxes' | 'radio'
