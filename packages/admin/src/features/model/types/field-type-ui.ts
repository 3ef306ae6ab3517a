import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { FieldDraft } from '../field-draft.ts'

export interface SettingsProps {
  readonly draft: FieldDraft
  readonly onChange: (changes: Partial<FieldDraft>) => void
  /** what the service says of these settings */
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

/** What the content model knows of one type of field; its name and what it is for are in the texts. */
export interface FieldTypeUi {
  readonly icon: LucideIcon
  /** one plain value an item, so that no two may have the same */
  isScalar(draft: FieldDraft): boolean
  /** the rules that it takes, by their names in `validation` */
  readonly rules: readonly string[]
  /** controls for the rules */
  readonly Rules?: ComponentType<SettingsProps>
  /** controls for what it cannot do without, or that says what it is */
  readonly Options?: ComponentType<SettingsProps>
  readonly DefaultValue: ComponentType<DefaultProps>
  /** other controls that editors can get, by their names in the texts */
  readonly widgets: readonly Widget[]
}

export type Widget = 'checkbox' | 'checkboxes' | 'radio'
