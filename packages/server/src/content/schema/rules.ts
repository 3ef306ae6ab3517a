import type { Issue } from '@octavo/contract/errors'
import { type FieldTypeName, fieldTypes, type KnownFieldType } from '@octavo/contract/fields/registry'
import { structureWidgetOf } from '@octavo/contract/fields/entries'
import { innerDefinitions } from '@octavo/contract/inner-definitions'
import { optionsOf, showCondition } from '@octavo/contract/fields/shown-options'
import { fieldTypeOf, innerField } from '@octavo/contract/fields/structure'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import type { Field } from '@octavo/contract/operations/schema'
import type { Reason, ReasonParams } from '@octavo/contract/reasons'
import { broken } from '@octavo/contract/rules'
import type { z } from 'zod'
import { invalid, OctavoError, refusal } from '../../platform/errors.ts'
import { issueOf, unknownNames } from '../../platform/issues.ts'
import { fieldEnvironment } from '../../platform/patterns.ts'
import { unsafeLinkIssues } from '../../core/rich-text-links.ts'
import { type CollectionModel, type FieldModel, fieldModel, type Schema } from '../../core/model/model.ts'
import { fieldsWithin, leavesOf, missingWithin, pathWithin } from '../../core/model/structure.ts'
import { reservedCollections, reservedFields } from '../../core/model/reserved.ts'
import { isTooLongToBeUnique } from '../../core/model/unique-value.ts'

/** Throws RESERVED_SLUG for a slug that the service needs itself. */
export function refuseReservedCollection(slug: string): void {
  if (!reservedCollections.has(slug)) return
  throw new OctavoError(
    'RESERVED_SLUG',
    `The collection slug "${slug}" is reserved for the service; choose another.`,
  )
}

/** Throws RESERVED_SLUG for a slug that the service or a database needs itself. */
export function refuseReservedField(slug: string): void {
  if (!reservedFields.has(slug)) return
  throw new OctavoError(
    'RESERVED_SLUG',
    `The field slug "${slug}" is reserved for the service; choose another.`,
  )
}

/** The error of a change of the schema that is not possible, by the name of its reason. */
export function schemaError<Name extends Reason>(reason: Name, params: ReasonParams<Name>): OctavoError {
  return refusal('SCHEMA_ERROR', reason, params)
}

/**
 * Refuses a field that is added, or takes the place of `before`, when long values of all fields would not fit into a
 * row: PostgreSQL keeps up to 24 bytes of each column in it. A text has a second column, by which lists are sorted. A
 * change that needs no more columns is allowed above the limit too.
 */
export function refuseTooManyColumns(
  { slug, fields }: Pick<CollectionModel, 'slug' | 'fields'>,
  type: FieldTypeName,
  before: FieldModel | null,
): void {
  const columns = (each: KnownFieldType): number => (each.sortsFolded === true ? 2 : 1)
  const more = columns(fieldTypes[type]) - (before === null ? 0 : columns(before.type))
  const most = limits.columnsPerCollection
  const needed = fields.reduce((sum, field) => sum + columns(field.type), more)
  if (more > 0 && needed > most) throw schemaError('tooManyTexts', { collection: slug, most })
}

/**
 * Converts a field definition to its stored form: the type parses the settings, and the default value is normalised.
 * Throws VALIDATION_ERROR with all issues. A reference target that has been deleted since is no issue when an existing
 * field changes.
 */
export function normaliseField(field: Field, schema: Schema, before?: Field): Field {
  const { normalised, issues } = checkedField(field, { schema, before, depth: 1 })
  if (issues.length > 0) throw invalid(issues.slice(0, limits.issues))
  return normalised
}

/** What the check of a field depends on besides its definition. */
interface Around {
  readonly schema: Schema
  /** its stored definition; undefined for a new field */
  readonly before: Field | undefined
  /** 1 for a field of a collection */
  readonly depth: number
}

/** The field in its stored form, which is complete only if there are no issues. Later checks need valid settings. */
function checkedField(given: Field, around: Around): { normalised: Field; issues: Issue[] } {
  const { settings, issues } = parseSettings(given)
  const field = { ...given, ...settings }
  if (issues.length === 0 && structureWidgetOf(field) !== null) {
    const within = checkedInner(field, around)
    field.options = { ...field.options, fields: within.fields }
    issues.push(...within.issues)
  }
  const model = fieldModel(field)
  if (issues.length === 0) issues.push(...contradictions(model))
  const areRulesValid = issues.length === 0
  if (around.before === undefined || refersElsewhere(around.before, model.definition))
    issues.push(...missingTarget(model, around.schema))
  issues.push(...impossibleUniqueness(model), ...impossibleFilter(model))
  // The default value is checked only if the rules themselves are valid.
  const defaultValue = areRulesValid ? parseDefault(model, issues) : undefined
  return { normalised: { ...model.definition, defaultValue }, issues }
}

/** The fields within a structured field in their stored form. The kinds of blocks are no level of their own. */
function checkedInner(field: Field, { schema, before, depth }: Around) {
  const issues: Issue[] = []
  if (depth > limits.structure.depth) {
    const tooDeep = broken('tooDeep', { what: 'structured fields', most: limits.structure.depth })
    return { fields: [], issues: [{ path: 'options', ...tooDeep }] }
  }
  const isOfKinds = structureWidgetOf(field) === 'blocks'
  const known = new Map((before === undefined ? [] : innerDefinitions(before)).map((one) => [one.slug, one]))
  const fields = innerDefinitions(field).map((inner, index) => {
    const around = { schema, before: known.get(inner.slug), depth: isOfKinds ? depth : depth + 1 }
    const checked = checkedField(inner, around)
    for (const issue of checked.issues)
      issues.push({ ...issue, path: `options.fields[${index}].${issue.path}` })
    if (addsEntries(checked.normalised))
      issues.push({
        path: `options.fields[${index}].defaultValue`,
        message: 'must have no entries within a structured field, whose entries would each get them',
      })
    return storedInner(checked.normalised, field, index)
  })
  // The fields are counted after all settings are parsed.
  const count = fieldsWithin(fieldModel({ ...field, options: { ...field.options, fields } })).length
  if (count > limits.structure.fields)
    issues.push({
      path: 'options.fields',
      message: `has ${count} fields at all depths; at most ${limits.structure.fields} are possible`,
    })
  return { fields, issues }
}

/** Whether the default value has entries. Defaults with entries at several depths would multiply without a bound. */
function addsEntries(inner: Field): boolean {
  const { defaultValue } = inner
  return structureWidgetOf(inner) !== null && Array.isArray(defaultValue) && defaultValue.length > 0
}

/** A field within another in its stored form: only the members that such a field can have. */
function storedInner(inner: Field, { options }: Field, index: number): Record<string, unknown> {
  const { slug, label, type, required, defaultValue, validation, options: own } = inner
  // `inner.searchable` is false where the outer field is not searchable, so the setting as it was given is stored.
  const given = (options?.['fields'] ?? []) as { searchable: boolean }[]
  const searchable = given[index]?.searchable
  return {
    slug,
    label,
    type,
    required,
    searchable,
    ...(defaultValue !== undefined && { defaultValue }),
    ...(validation !== undefined && { validation }),
    ...(own !== undefined && { options: own }),
  }
}

interface ParsedSettings {
  settings: Pick<Field, 'validation' | 'options'>
  issues: Issue[]
}

function parseSettings(field: Field): ParsedSettings {
  const type = fieldTypeOf(field.type, field.options)
  const issues: Issue[] = []
  const schemas = { validation: type.validation, options: optionsOf(type) }
  const [validation, options] = (['validation', 'options'] as const).map((part) => {
    const schema = schemas[part]
    const result = schema.safeParse(field[part] ?? {})
    if (result.success) return nonEmpty(result.data)
    for (const issue of result.error.issues) {
      const isInner = issue.path[0] === 'fields' && issue.path.length > 1
      const path = isInner ? pathWithin(part, issue.path) : [part, ...issue.path].map(String).join('.')
      if (issue.code === 'unrecognized_keys') {
        const known = Object.keys(objectAt(issue.path, schema).shape)
        const none = known.length === 0 ? `; a field of type ${field.type} takes none` : ''
        const unknown = unknownNames(issue.keys, { at: path, known }, (hinted) =>
          issue.path.length === 0
            ? { message: `is not known for the type ${field.type}${none}${hinted}` }
            : broken('unknown', { hint: hinted }),
        )
        issues.push(...unknown)
      } else issues.push(issueOf(issue, path))
    }
    return undefined
  })
  return { settings: { validation, options }, issues }
}

/** The schema of the object at a path in settings: of an inner field, of the condition `showIf`, or of all of them. */
function objectAt([first]: readonly PropertyKey[], settings: z.ZodObject): z.ZodObject {
  if (first === 'fields') return innerField
  return first === 'showIf' ? showCondition : settings
}

function nonEmpty(settings: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.keys(settings).length === 0 ? undefined : settings
}

/** Settings that are valid alone and contradict each other, such as a minimum above the maximum. */
function contradictions(model: FieldModel): Issue[] {
  const complaint = model.type.checkSettings?.(model, fieldEnvironment) ?? null
  // A complaint begins with the name of the setting, such as `options.labels`, or is about the validation.
  const path = complaint?.startsWith('options') === true ? 'options' : 'validation'
  return complaint === null ? [] : [{ path, message: complaint }]
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
function parseDefault(model: FieldModel, issues: Issue[]): unknown {
  const { definition, required, value } = model
  const given = definition.defaultValue
  if (given === undefined || given === null) return undefined
  const path = 'defaultValue'
  if (given === '' && required) issues.push({ path, ...broken('emptyDefault') })
  const { success, data, error } = value.safeParse(given)
  if (!success) {
    for (const issue of error.issues) {
      issues.push(issueOf(issue, pathOfDefault(model, issue.path)))
    }
  } else if (definition.type === 'portableText' || model.structure !== null) {
    const leaves = leavesOf(model, data, path).filter(({ field }) => field.type.name === 'portableText')
    issues.push(...leaves.flatMap((leaf) => unsafeLinkIssues(leaf.value, leaf.path)))
    const missing = missingWithin({ field: model, value: data, path })
    issues.push(...missing.map((at) => ({ path: at, ...broken('required') })))
  } else if (definition.unique && isTooLongToBeUnique(data)) {
    issues.push({ path, ...broken('uniqueTooLong', { most: limits.uniqueValue }) })
  }
  return data
}

function pathOfDefault({ structure }: FieldModel, within: readonly PropertyKey[]): string {
  const start = 'defaultValue'
  return structure === null ? [start, ...within].map(String).join('.') : pathWithin(start, within)
}

/** Refuses a change of type that could lose or break a stored value. */
export function refuseNarrowing(from: FieldTypeName, to: FieldTypeName): void {
  if (from === to) return
  const wider = fieldTypes[from].widerTypes
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
  // Limits of times are texts, whose order is that of the times.
  if (rule === 'min' || rule === 'minLength' || rule === 'minItems')
    return (after as number | string) <= (before as number | string)
  if (rule === 'max' || rule === 'maxLength' || rule === 'maxItems')
    return (after as number | string) >= (before as number | string)
  if (rule === 'options') {
    const options = new Set(after as string[])
    return (before as string[]).every((option) => options.has(option))
  }
  return false
}
