import type { FieldTypeName } from '@octavo/contract/fields/field-type'
import { widerTypes } from '@octavo/contract/fields/wider-types'
import { fieldTypes } from '../types/registry.ts'
import type { FieldDraft } from '../field-draft.ts'

/** What changes when a field gets another type: it keeps the settings that the type takes, and a default that fits it. */
export function ofType(draft: FieldDraft, type: FieldTypeName): Partial<FieldDraft> {
  const { rules } = fieldTypes[type]
  const kept = Object.entries(draft.validation).filter(([name]) => rules.includes(name))
  return {
    type,
    validation: Object.fromEntries(kept),
    options: {},
    widget: '',
    ...(!widerTypes[draft.type].includes(type) && { defaultValue: undefined }),
  }
}

/** A switch that has gone with a change of the settings says nothing any more. */
export function tidied(draft: FieldDraft): FieldDraft {
  return { ...draft, unique: draft.unique && fieldTypes[draft.type].isScalar(draft) }
}
