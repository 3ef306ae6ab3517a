import type { InnerFieldDefinition } from './fields/structure.ts'
import type { Field } from './operations/schema.ts'

type Outer = Pick<Field, 'id' | 'options' | 'searchable' | 'createdAt' | 'updatedAt'>

/** The fields within a field, defined as the fields of a collection are; of blocks their kinds. */
export function innerDefinitions({ id, options, searchable, createdAt, updatedAt }: Outer): Field[] {
  const fields = (options?.['fields'] ?? []) as readonly InnerFieldDefinition[]
  return fields.map(({ slug, label = slug, validation, options: own, ...field }, sortOrder) => ({
    ...field,
    id: `${id}.${slug}`,
    slug,
    label,
    required: field.required ?? false,
    validation: validation ?? undefined,
    options: own ?? undefined,
    searchable: searchable && (field.searchable ?? true),
    unique: false,
    filterable: undefined,
    translatable: true,
    sortOrder,
    createdAt,
    updatedAt,
  }))
}
