import type { Field } from '@octavo/contract/operations/schema'
import { type CollectionModel, fieldModel, type FieldModel } from './model.ts'
import { fieldsWithin } from './structure.ts'

type Definition = Pick<Field, 'type' | 'options'>

/** The collections that a field refers to, itself or by fields within it. */
export function targetsOfField(field: FieldModel): string[] {
  return [field, ...fieldsWithin(field)].flatMap((one) => targetOf(one.definition) ?? [])
}

/**
 * A field for a caller who does not see some collections: its definition, and those within it, do not name these. A
 * reference to a hidden collection has no value in any item, and lists cannot be sorted by it.
 */
export function visibleField(field: FieldModel, isSeen: (collection: string) => boolean): FieldModel {
  if (targetsOfField(field).every(isSeen)) return field
  const shown = fieldModel(visibleDefinition(field.definition, isSeen))
  return targetOf(field.definition) === undefined ? shown : withoutOrder(shown, null)
}

/**
 * A reference field by which lists cannot be sorted, because the order of the ids would reveal hidden items.
 * `partlySeen`: SQL sources of the ids that the caller sees; null if they see none, and then they cannot filter by it.
 */
export function withoutOrder(field: FieldModel, partlySeen: FieldModel['partlySeen']): FieldModel {
  return {
    ...field,
    isScalar: false,
    isFilterIndexed: partlySeen !== null && field.isFilterIndexed,
    partlySeen,
  }
}

/** The fields that have values for the caller. */
export function valuedFields({ shown }: Pick<CollectionModel, 'shown'>): readonly FieldModel[] {
  return shown.some(isClosed) ? shown.filter((field) => !isClosed(field)) : shown
}

/** Whether a field refers to a collection of which the caller sees nothing. */
export function isClosed({ partlySeen }: FieldModel): boolean {
  return partlySeen === null
}

function targetOf({ type, options }: Definition): string | undefined {
  const target = type === 'reference' ? options?.['collection'] : undefined
  return target === undefined ? undefined : String(target)
}

function visibleDefinition<Of extends Definition>(
  definition: Of,
  isSeen: (collection: string) => boolean,
): Of {
  const { options } = definition
  const target = targetOf(definition)
  if (target !== undefined) {
    const { collection: _, ...others } = options ?? {}
    return isSeen(target) ? definition : { ...definition, options: others }
  }
  const inner = options?.['fields']
  if (!Array.isArray(inner)) return definition
  const fields = (inner as Definition[]).map((one) => visibleDefinition(one, isSeen))
  return { ...definition, options: { ...options, fields } }
}
