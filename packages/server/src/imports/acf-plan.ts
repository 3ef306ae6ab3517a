import { limits } from '@octavo/contract/limits'
import type { AcfField, AcfUse } from './acf-definitions.ts'
import type { WantedField } from './field-plans.ts'
import { identifierOf } from './naming-identifiers.ts'

type Form = Pick<WantedField, 'types' | 'options' | 'validation'>

/** also for days: there is no type of field for a day without a time */
const string: Form = { types: ['string', 'text'] }
const json: Form = { types: ['json'] }
const number: Form = { types: ['number'] }

/**
 * Types of custom fields → fields here; those of other types stay custom fields. A gallery becomes rich text because it
 * is a block of it.
 */
const fieldForms: Readonly<Record<string, Form | ((field: AcfField) => Form)>> = {
  text: string,
  email: string,
  url: string,
  oembed: string,
  color_picker: string,
  time_picker: string,
  date_picker: string,
  date_time_picker: { types: ['datetime'] },
  textarea: { types: ['text'] },
  wysiwyg: { types: ['portableText'] },
  number,
  range: number,
  true_false: { types: ['boolean'] },
  image: { types: ['image'] },
  file: { types: ['file'] },
  gallery: { types: ['portableText'] },
  select: choice,
  radio: choice,
  button_group: choice,
  checkbox: choice,
  link: json,
  google_map: json,
  repeater: json,
  group: json,
  flexible_content: json,
}

/** The field for a choice; without known options it accepts any value. */
function choice({ choices, isMultiple }: AcfField): Form {
  if (choices.length === 0) return isMultiple ? json : string
  return { types: [isMultiple ? 'multiSelect' : 'select'], validation: { options: choices } }
}

/** types of custom fields that refer to items */
const relations = new Set(['post_object', 'relationship', 'page_link'])

/** The fields for custom fields with definitions. `slugs` has the slug of the collection for each post type. */
export function acfFields(
  uses: readonly AcfUse[],
  definitions: readonly AcfField[],
  slugs: ReadonlyMap<string, string>,
): WantedField[] {
  const byKey = new Map(definitions.map((definition) => [definition.key, definition]))
  return uses.flatMap((use) => {
    const definition = byKey.get(use.key)
    const form = definition === undefined ? null : formOf(definition, use, slugs)
    if (definition === undefined || form === null) return []
    // There must be room for `field_`, which `identifierOf` can add, and for `imported_` and a number (`fitFields`).
    const slug = identifierOf(definition.name, limits.fieldSlug - 24, 'field')
    return [{ role: 'acf', of: use.key, slug, label: definition.label, ...form }]
  })
}

/** The form of a field; null for a type that stays a custom field. */
function formOf(field: AcfField, { targets }: AcfUse, slugs: ReadonlyMap<string, string>): Form | null {
  if (relations.has(field.type)) return relation(field, targets, slugs)
  const form = Object.hasOwn(fieldForms, field.type) ? fieldForms[field.type] : undefined
  if (form === undefined) return null
  return typeof form === 'function' ? form(field) : form
}

/** A reference leads to one collection; values that lead to items of several types, or to no collection, are JSON. */
function relation(field: AcfField, targets: readonly string[], slugs: ReadonlyMap<string, string>): Form {
  const [target = '', ...others] = targets
  const collection = slugs.get(target)
  if (collection === undefined || others.length > 0) return json
  const options = { collection, ...(field.isMultiple && { allowMultiple: true }) }
  return { types: ['reference'], options }
}
