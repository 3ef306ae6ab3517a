import { type FieldFacts, factNames } from '@octavo/contract/fields/facts'
import { type FieldTypeName, fieldTypes } from '@octavo/contract/fields/registry'

/** What the admin knows of every field type. */
export const fieldFacts = Object.fromEntries(
  Object.entries(fieldTypes).map(([name, type]) => [
    name,
    Object.fromEntries(factNames.map((fact) => [fact, type[fact]])),
  ]),
) as Record<FieldTypeName, FieldFacts>
