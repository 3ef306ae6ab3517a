import type { Issue } from '@octavo/contract/errors'
import type { FieldTypeName } from '@octavo/contract/fields/field-type'
import { fieldTypes } from '@octavo/contract/fields/registry'
import { widerTypes } from '@octavo/contract/fields/wider-types'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import type { Field } from '@octavo/contract/operations/schema'
import type { Reason, ReasonParams } from '@octavo/contract/reasons'
import { broken } from '@octavo/contract/rules'
import { invalid, OctavoError, refusal } from '../errors.ts'
import { issueOf } from '../issues.ts'
import { fieldEnvironment } from '../patterns.ts'
import { type FieldModel, fieldModel, type Schema } from './model.ts'
import { reservedCollections, reservedFields } from './reserved.ts'

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
 * Brings a field definition into its stored form: settings parsed by the type, the default value normalised.
 * Throws VALIDATION_ERROR with every problem; a target that went away since is none of a field that is only changed.
 */
export function normaliseField(field: Field, schema: Schema, before?: Field): Field {
  const { settings, issues } = parseSettings(field)
  const model = fieldModel({ ...field, ...settings })
  if (issues.length === 0) issues.push(...contradictions(model))
  const isReadable = issues.length === 0
  if (before === undefined || refersElsewhere(before, model.definition))
    issues.push(...missingTarget(model, schema))
  issues.push(...impossibleUniqueness(model))
  // A default is checked by rules that hold together.
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
        for (const key of issue.keys) {
          const names = known.length === 0 ? `; a field of type ${field.type} takes none` : hint(key, known)
          issues.push({ path: `${path}.${key}`, message: `is not known for the type ${field.type}${names}` })
        }
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

/** Whether a field refers into another collection than it did before. */
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

function impossibleUniqueness({ definition, isScalar, encoding }: FieldModel): Issue[] {
  if (!definition.unique || isScalar) return []
  const form = definition.type === 'reference' && encoding === 'json' ? ' with allowMultiple' : ''
  return [{ path: 'unique', ...broken('neverUnique', { type: `${definition.type}${form}` }) }]
}

/** The default value in its stored form; what is wrong with it goes to `issues`. */
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
  } else if (definition.unique && isTooLongToBeUnique(data)) {
    issues.push({ path, ...broken('uniqueTooLong', { most: limits.uniqueValue }) })
  }
  return data
}

export function isTooLongToBeUnique(value: unknown): boolean {
  return typeof value === 'string' && value.length > limits.uniqueValue
}

/** Refuses a change of type that could lose or break a stored value. */
export function refuseNarrowing(from: FieldTypeName, to: FieldTypeName): void {
  if (from === to) return
  const wider = widerTypes[from]
  if (wider.includes(to)) return
  if (wider.length === 0) throw schemaError('typeFixed', { from, to })
  throw schemaError('typeNarrowed', { from, to, can: wider.join(', ') })
}

/** The rules that a type keeps of another's when the caller does not say. */
export function keptValidation(validation: Field['validation'], to: FieldTypeName): Field['validation'] {
  const known = fieldTypes[to].validation.shape
  const kept = Object.entries(validation ?? {}).filter(([rule]) => Object.hasOwn(known, rule))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** Whether every value that passes the old rules surely passes the new ones; if not, the stored values are looked at. */
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
