import type { Issue } from '@octavo/contract/errors'
import type { FieldTypeName } from '@octavo/contract/fields/field-type'
import { fieldTypes } from '@octavo/contract/fields/registry'
import { widerTypes } from '@octavo/contract/fields/wider-types'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import type { Field } from '@octavo/contract/operations/schema'
import type { Reason, ReasonParams } from '@octavo/contract/reasons'
import { broken } from '@octavo/contract/rules'
import { invalid, OctavoError, refusal } from '../../platform/errors.ts'
import { issueOf, unknownNames } from '../../platform/issues.ts'
import { fieldEnvironment } from '../../platform/patterns.ts'
import { unsafeLinkIssues } from '../../core/rich-text-links.ts'
import { type FieldModel, fieldModel, type Schema } from '../../core/model/model.ts'
import { reservedCollections, reservedFields } from '../../core/model/reserved.ts'
import { isTooLongToBeUnique } from '../../core/model/unique-value.ts'

export function refuseReservedCollection(slug: string): void {
  if (!reservedCollections.has(slug)) return
  throw new OctavoError(
    'RESERVED_SLUG',
    `The collection slug "${slug}" is reserved for the service; choose another.`,
  )
}

export function refuseReservedField(slug: string): void {
  if (!reservedFields.has(slug)) return
  throw new OctavoError(
    'RESERVED_SLUG',
    `The field slug "${slug}" is reserved for the service; choose another.`,
  )
}

export function schemaError<Name extends Reason>(reason: Name, params: ReasonParams<Name>): OctavoError {
  return refusal('SCHEMA_ERROR', reason, params)
}

/**
 * Converts a field definition to its stored form: the type parses the settings, and the default value is normalised.
 * Throws VALIDATION_ERROR with all issues. A reference target that has been deleted since is no issue when an existing
 * field changes.
 */
export function normaliseField(field: Field, schema: Schema, before?: Field): Field {
  const { settings, issues } = parseSettings(field)
  const model = fieldModel({ ...field, ...settings })
  if (issues.length === 0) issues.push(...contradictions(model))
  const isReadable = issues.length === 0
  if (before === undefined || refersElsewhere(before, model.definition))
    issues.push(...missingTarget(model, schema))
  issues.push(...impossibleUniqueness(model), ...impossibleFilter(model))
  // The default value is checked only if the rules themselves are valid.
  const defaultValue = isReadable ? parseDefault(model, issues) : undefined
  if (issues.length > 0) throw invalid(issues)
  return { ...model.definition, defaultValue }
}

interface ParsedSettings {
  settings: Pick<Field, 'validation' | 'options'>
  issues: Issue[]
}

function parseSettings(field: Field): ParsedSettings {
  const type = fieldTypes[field.type]
  const issues: Issue[] = []
  const [validation, options] = (['validation', 'options'] as const).map((part) => {
    const schema = type[part]
    const result = schema.safeParse(field[part] ?? {})
    if (result.success) return nonEmpty(result.data)
    const known = Object.keys(schema.shape)
    for (const issue of result.error.issues) {
      const path = [part, ...issue.path].map(String).join('.')
      if (issue.code === 'unrecognized_keys') {
        const none = known.length === 0 ? `; a field of type ${field.type} takes none` : ''
        const unknown = unknownNames(issue.keys, { at: path, known }, (hinted) => ({
          message: `is not known for the type ${field.type}${none}${hinted}`,
        }))
        issues.push(...unknown)
      } else issues.push(issueOf(issue, path))
    }
    return undefined
  })
  return { settings: { validation, options }, issues }
}

function nonEmpty(settings: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.keys(settings).length === 0 ? undefined : settings
}

function contradictions(model: FieldModel): Issue[] {
  const complaint = model.type.checkSettings?.(model, fieldEnvironment) ?? null
  return complaint === null ? [] : [{ path: 'validation', message: complaint }]
}

/** Whether a field refers to a different collection than before. */
export function refersElsewhere(before: Field, after: Field): boolean {
  return before.options?.['collection'] !== after.options?.['collection']
}

function missingTarget({ type, options }: FieldModel, schema: Schema): Issue[] {
  const target = options['collection']
  if (type.name !== 'reference' || typeof target !== 'string' || schema.collections.has(target)) return []
  const known = [...schema.collections.keys()]
  return [
    {
      path: 'options.collection',
      ...broken('missingCollection', { collection: target, hint: hint(target, known) }),
    },
  ]
}

function impossibleUniqueness({ definition, isScalar }: FieldModel): Issue[] {
  if (!definition.unique || isScalar) return []
  return [{ path: 'unique', ...broken('neverUnique', { type: formOf(definition) }) }]
}

function impossibleFilter({ definition, isScalar }: FieldModel): Issue[] {
  if (definition.filterable !== true || isScalar) return []
  return [{ path: 'filterable', ...broken('neverFilterable', { type: formOf(definition) }) }]
}

function formOf({ type, options }: Field): string {
  return type === 'reference' && options?.['allowMultiple'] === true ? `${type} with allowMultiple` : type
}

/** The default value in its stored form; its problems are added to `issues`. */
function parseDefault({ definition, required, value }: FieldModel, issues: Issue[]): unknown {
  const given = definition.defaultValue
  if (given === undefined || given === null) return undefined
  const path = 'defaultValue'
  if (given === '' && required) issues.push({ path, ...broken('emptyDefault') })
  const { success, data, error } = value.safeParse(given)
  if (!success) {
    for (const issue of error.issues) {
      issues.push(issueOf(issue, [path, ...issue.path].map(String).join('.')))
    }
  } else if (definition.type === 'portableText') {
    issues.push(...unsafeLinkIssues(data, path))
  } else if (definition.unique && isTooLongToBeUnique(data)) {
    issues.push({ path, ...broken('uniqueTooLong', { most: limits.uniqueValue }) })
  }
  return data
}

/** Refuses a change of type that could lose or break a stored value. */
export function refuseNarrowing(from: FieldTypeName, to: FieldTypeName): void {
  if (from === to) return
  const wider = widerTypes[from]
  if (wider.includes(to)) return
  if (wider.length === 0) throw schemaError('typeFixed', { from, to })
  throw schemaError('typeNarrowed', { from, to, can: wider.join(', ') })
}

/** The validation rules that apply to the new type too, if the caller sets none. */
export function keptValidation(validation: Field['validation'], to: FieldTypeName): Field['validation'] {
  const known = fieldTypes[to].validation.shape
  const kept = Object.entries(validation ?? {}).filter(([rule]) => Object.hasOwn(known, rule))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** Whether every value that passes the old rules also passes the new ones; if not, the stored values are checked. */
export function isWider(before: Field['validation'], after: Field['validation']): boolean {
  return Object.entries(after ?? {}).every(([rule, value]) => isLooser(rule, before?.[rule], value))
}

function isLooser(rule: string, before: unknown, after: unknown): boolean {
  if (after === undefined || JSON.stringify(before) === JSON.stringify(after)) return true
  if (before === undefined) return false
  if (rule === 'min' || rule === 'minLength') return (after as number | string) <= (before as number | string)
  if (rule === 'max' || rule === 'maxLength') return (after as number | string) >= (before as number | string)
  if (rule === 'options') {
    const options = new Set(after as string[])
    return (before as string[]).every((option) => options.has(option))
  }
  return false
}
