import type { InnerFieldDefinition } from './fields/structure.ts'
import type { Field } from './operations/schema.ts'

type OuterField = Pick<Field, 'id' | 'options' | 'searchable' | 'createdAt' | 'updatedAt'>

/**
 * The fields within a structured field, in the form of fields of a collection; for blocks, these are the kinds. The
 * given definitions can lack members that have defaults. Inner fields have no columns, so they are never unique or
 * filterable; whether translations share a value is set at the outer field.
 */
export function innerDefinitions({ id, options, searchable, createdAt, updatedAt }: OuterField): Field[] {
  const fields = (options?.['fields'] ?? []) as readonly InnerFieldDefinition[]
  return fields.map(({ slug, label = slug, validation, options: innerOptions, ...field }, sortOrder) => ({
    ...field,
    id: `${id}.${slug}`,
    slug,
    label,
    required: field.required ?? false,
    validation: validation ?? undefined,
    options: innerOptions ?? undefined,
    searchable: searchable && (field.searchable ?? true),
    unique: false,
    filterable: undefined,
    translatable: true,
    sortOrder,
    createdAt,
    updatedAt,
  }))
}
