import type { Field } from '../../../session/session.tsx'

const widgets = ['group', 'list', 'blocks'] as const
export type StructureWidget = (typeof widgets)[number]

/** How the fields within a field are arranged: one object, a list of objects of one kind, or of several. */
export function structureOf({ type, options }: Pick<Field, 'type' | 'options'>): StructureWidget | null {
  const widget = type === 'json' ? options?.['widget'] : undefined
  return widgets.find((name) => name === widget) ?? null
}

type Settings = Readonly<Record<string, unknown>>

/** The definitions of the fields within a field, as they are stored. */
interface Definition {
  readonly slug: string
  readonly label?: string
  readonly type: Field['type']
  readonly required?: boolean
  readonly defaultValue?: unknown
  readonly validation?: Settings | null
  readonly options?: Settings | null
}

const known = new WeakMap<object, readonly Field[]>()

/** The fields within a structured field, in the shape of any field; of blocks their kinds. */
export function innerFieldsOf({ options }: Pick<Field, 'options'>): readonly Field[] {
  const definitions = options?.['fields']
  if (!Array.isArray(definitions)) return []
  const read = known.get(definitions) ?? (definitions as Definition[]).map(fieldOf)
  known.set(definitions, read)
  return read
}

function fieldOf({ slug, label = slug, type, required = false, ...settings }: Definition): Field {
  const { validation, options, defaultValue } = settings
  return {
    id: slug,
    slug,
    label,
    type,
    required,
    unique: false,
    searchable: false,
    translatable: true,
    sortOrder: 0,
    createdAt: '',
    updatedAt: '',
    ...(validation && { validation: { ...validation } }),
    ...(options && { options: { ...options } }),
    ...(defaultValue !== undefined && { defaultValue }),
  }
}

/** The kind of a block; undefined for one that its field does not have. */
export function kindOf(blocks: Field, entry: Settings): Field | undefined {
  return innerFieldsOf(blocks).find(({ slug }) => slug === entry['_type'])
}

/** The fields of an entry of a list or of blocks. */
export function fieldsOfEntry(field: Field, entry: Settings): readonly Field[] {
  if (structureOf(field) !== 'blocks') return innerFieldsOf(field)
  const kind = kindOf(field, entry)
  return kind === undefined ? [] : innerFieldsOf(kind)
}
