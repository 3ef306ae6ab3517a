import type { FieldTypeName } from '@octavo/contract/fields/registry'

export type Settings = Readonly<Record<string, unknown>>

/** The values of the field form. */
export interface FieldDraft {
  readonly label: string
  /** null while it follows the label */
  readonly slug: string | null
  readonly type: FieldTypeName
  readonly required: boolean
  readonly unique: boolean
  readonly searchable: boolean
  readonly translatable: boolean
  readonly filterable: boolean
  /** undefined for none */
  readonly defaultValue: unknown
  readonly validation: Settings
  readonly options: Settings
  /** empty for the default control */
  readonly widget: string
}

/** Settings with one setting changed, or removed by undefined or an empty text. */
export function withSetting(settings: Settings, name: string, value: unknown): Settings {
  const { [name]: _, ...rest } = settings
  return value === undefined || value === '' ? rest : { ...rest, [name]: value }
}
