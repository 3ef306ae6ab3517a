import type { LucideIcon } from 'lucide-react'
import type { FieldEditor } from './field-editor.ts'
import type { SettingsForm } from './settings/settings-form.ts'

/** A field type in the admin: its icon, how its values are edited and shown, and how its settings are edited. */
export type FieldTypeUi = { readonly icon: LucideIcon } & FieldEditor & SettingsForm
