import type { Issue } from '@octavo/contract/errors'
import type { FieldTypeName } from '@octavo/contract/fields/field-type'
import { fieldTypes } from '@octavo/contract/fields/registry'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import type { Field } from '@octavo/contract/operations/schema'
import { invalid, invalidAt, OctavoError } from '../errors.ts'
import { fieldEnvironment } from '../patterns.ts'
import { type FieldModel, fieldModel, type Schema } from './model.ts'
import { reservedCollections, reservedFields } from './reserved.ts'

export function refuseReservedCollection(slug: string): void {
  if (!reservedCollections.has(slug)) return
  throw new OctavoError('RESERVED_SLUG', `The collection slug "${slug}" is reserved for the service; choose another.`)
}

export function refuseReservedField(slug: string): void {
  if (!reservedFields.has(slug)) return
  throw new OctavoError('RESERVED_SLUG', `The field slug "${slug}" is reserved for the service; choose another.`)
}

export function schemaError(message: string): OctavoError {
  return new OctavoError('SCHEMA_ERROR', message)
}

/**
 * Brings a field definition into its stored form: settings parsed by the type, the default value normalised.
 * Throws VALIDATION_ERROR with every problem of the settings.
 */
export function normaliseField(field: Field, schema: Schema): Field {
  const type = fieldTypes[field.type]
  const settings = parseSettings(field)
  const normal: Field = { ...field, ...settings }
  const model = fieldModel(normal)
  const complaint = type.checkSettings?.(model, fieldEnvironment) ?? null
  if (complaint !== null) throw invalidAt('validation', complaint)
  refuseMissingTarget(model, schema)
  if (field.unique && !model.isScalar) {
    throw invalidAt('unique', `a field of type ${field.type}${settings.options?.['allowMultiple'] === true ? ' with allowMultiple' : ''} cannot be unique`)
  }
  if (field.defaultValue === undefined || field.defaultValue === null) return { ...normal, defaultValue: undefined }
  return { ...normal, defaultValue: parseDefault(model, field.defaultValue) }
}

function parseSettings(field: Field): Pick<Field, 'validation' | 'options'> {
  const type = fieldTypes[field.type]
  const issues: Issue[] = []
  const parsed = (['validation', 'options'] as const).map((part) => {
    const schema = type[part]
    const result = schema.safeParse(field[part] ?? {})
    if (result.success) return result.data as Record<string, unknown>
    const known = Object.keys(schema.shape)
    for (const issue of result.error.issues) {
      const path = [part, ...issue.path].map(String).join('.')
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) {
          const names = known.length === 0 ? `; a field of type ${field.type} takes none` : hint(key, known)
          issues.push({ path: `${path}.${key}`, message: `is not known for the type ${field.type}${names}` })
        }
      } else issues.push({ path, message: issue.message })
    }
    return {}
  })
  if (issues.length > 0) throw invalid(issues)
  const [validation = {}, options = {}] = parsed
  return { validation: nonEmpty(validation), options: nonEmpty(options) }
}

function nonEmpty(settings: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.keys(settings).length === 0 ? undefined : settings
}

function refuseMissingTarget(model: FieldModel, schema: Schema): void {
  if (model.definition.type !== 'reference') return
  const target = String(model.options['collection'])
  if (schema.collections.has(target)) return
  const known = [...schema.collections.keys()]
  throw invalidAt('options.collection', `there is no collection "${target}"${hint(target, known)}`)
}

function parseDefault(model: FieldModel, value: unknown): unknown {
  const result = model.value.safeParse(value)
  if (!result.success) {
    throw invalid(
      result.error.issues.map((issue) => ({
        path: ['defaultValue', ...issue.path].map(String).join('.'),
        message: issue.message,
      })),
    )
  }
  if (model.definition.unique && isTooLongToBeUnique(result.data)) {
    throw invalidAt('defaultValue', `a unique value has at most ${limits.uniqueValue} characters`)
  }
  return result.data
}

export function isTooLongToBeUnique(value: unknown): boolean {
  return typeof value === 'string' && value.length > limits.uniqueValue
}

/** Refuses a change of type that could lose or break a stored value. */
export function refuseNarrowing(from: FieldTypeName, to: FieldTypeName): void {
  if (from === to) return
  const wider = fieldTypes[from].widensTo
  if (wider.includes(to)) return
  const can = wider.length === 0 ? 'nothing else' : wider.join(' or ')
  throw schemaError(
    `The type of a field changes only where every stored value keeps its meaning: ${from} can become ${can}, not ${to}. Add a field of type ${to} and copy the values instead.`,
  )
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
