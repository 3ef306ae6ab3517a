import type { FieldTypeName } from '@octavo/contract/fields/registry'
import { formOptionsOf } from '@octavo/contract/fields/option-names'
import { factsOf, isScalar } from '../../../session/field-facts.ts'
import { fieldTypes } from '../../editor/fields/registry.ts'
import type { FieldDraft } from '../../editor/fields/settings/field-draft.ts'

/**
 * The changes of a draft when the field gets another type. Rules that the new type has as well stay, and so do the
 * options for forms (help, width, tab and condition). The default value stays if the new type accepts all values of the
 * old one.
 */
export function changeToType(draft: FieldDraft, type: FieldTypeName): Partial<FieldDraft> {
  const { rules = [] } = fieldTypes[type]
  const validation = Object.entries(draft.validation).filter(([name]) => rules.includes(name))
  return {
    type,
    validation: Object.fromEntries(validation),
    options: formOptionsOf(draft.options) ?? {},
    widget: '',
    ...(!factsOf(draft).widerTypes.includes(type) && { defaultValue: undefined }),
  }
}

/** The draft without `unique` if the settings no longer allow it. */
export function withValidUnique(draft: FieldDraft): FieldDraft {
  return { ...draft, unique: draft.unique && isScalar(draft) }
}
