import { limits } from '@octavo/contract/limits'
import type { Field } from '@octavo/contract/operations/schema'
import type { ReadContext } from '../../core/context.ts'
import { OctavoError } from '../../platform/errors.ts'
import { identityOf } from '../../core/undoable.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { normaliseField, refuseReservedField, refuseTooManyColumns, schemaError } from './rules.ts'

/** The input of a POST of a field, with defaults. */
export type NewField = Pick<
  Field,
  'slug' | 'label' | 'type' | 'required' | 'unique' | 'searchable' | 'translatable'
> & {
  sortOrder?: number | undefined
  validation?: Record<string, unknown> | null | undefined
  options?: Record<string, unknown> | null | undefined
  widget?: string | null | undefined
  filterable?: boolean | undefined
  defaultValue?: unknown
}

/** The definition of a new field; throws the issues that do not depend on stored values. */
export function newField(
  context: Pick<ReadContext, 'schema' | 'now' | 'formerIdentity'>,
  collection: CollectionModel,
  input: NewField,
): Field {
  const { schema, now } = context
  refuseReservedField(input.slug)
  const { slug } = collection
  if (collection.field.has(input.slug)) {
    throw new OctavoError('DUPLICATE_SLUG', `The collection "${slug}" has a field "${input.slug}" already.`)
  }
  if (collection.fields.length >= limits.fieldsPerCollection) {
    throw schemaError('tooManyFields', { collection: slug, most: limits.fieldsPerCollection })
  }
  refuseTooManyColumns(collection, input.type, null)
  const last = collection.fields.at(-1)?.definition.sortOrder ?? -1
  // Positions that callers set can be fractions; a field without one comes last.
  const sortOrder = input.sortOrder ?? Math.floor(last) + 1
  return normaliseField(
    {
      ...definedOnly(input),
      filterable: input.filterable === true ? true : undefined,
      ...identityOf(context),
      sortOrder,
      updatedAt: now,
    },
    schema,
  )
}

/** When something is created, null means the same as absent. */
function definedOnly<T extends { validation?: unknown; options?: unknown; widget?: unknown }>(
  input: T,
): T & Pick<Field, 'validation' | 'options' | 'widget'> {
  const present = Object.entries(input).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(present) as T & Pick<Field, 'validation' | 'options' | 'widget'>
}
