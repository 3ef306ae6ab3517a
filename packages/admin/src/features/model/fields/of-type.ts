import type { FieldTypeName } from '@octavo/contract/fields/registry'
import { shownPart } from '@octavo/contract/fields/option-names'
import { factsOf, isScalar } from '../../../session/field-facts.ts'
import { fieldTypes } from '../../editor/fields/registry.ts'
import type { FieldDraft } from '../../editor/fields/settings/field-draft.ts'

/**
 * The changes of a draft when the field gets another type: settings of that type are kept, and a default that still
 * fits.
 */
export function ofType(draft: FieldDraft, type: FieldTypeName): Partial<FieldDraft> {
  const { rules = [] } = fieldTypes[type]
  const kept = Object.entries(draft.validation).filter(([name]) => rules.includes(name))
  return {
    type,
    validation: Object.fromEntries(kept),
    options: shownPart(draft.options) ?? {},
    widget: '',
    ...(!factsOf(draft).widerTypes.includes(type) && { defaultValue: undefined }),
  }
}

/** Resets `unique` if the settings no longer allow it. */
export function tidied(draft: FieldDraft): FieldDraft {
  return { ...draft, unique: draft.unique && isScalar(draft) }
}
