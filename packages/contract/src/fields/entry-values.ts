import { z } from 'zod'
import { limits } from '../limits.ts'
import { brokenCheck } from '../rules.ts'
import { hint } from '../nearest.ts'
import { type Entry, entryKey, memberOf } from './entries.ts'
import type { FieldEnvironment, FieldSettings, FieldType } from './field-type.ts'

/** A field within a structured field. */
export interface InnerField extends FieldSettings {
  readonly type: FieldType
  readonly label: string
  readonly defaultValue: unknown
}

type Issues = z.core.$ZodRawIssue[]

const key = z.string().min(1).max(limits.entryKey)

/**
 * Reads the members of an entry. Fields that are absent get their default value; null and, where a field is required,
 * an empty text leave it without a value. Whether required fields have one is not checked here: drafts may lack them.
 */
export class EntryReader {
  readonly #fields: readonly InnerField[]
  readonly #environment: FieldEnvironment
  readonly #otherMembers: ReadonlySet<string>
  /** slug of a field → the schema of its values */
  readonly #schemas = new Map<string, z.ZodType>()

  /** `otherMembers` are the members that an entry can have besides its fields, such as its key. */
  constructor(fields: readonly InnerField[], environment: FieldEnvironment, otherMembers: readonly string[]) {
    this.#fields = fields
    this.#environment = environment
    this.#otherMembers = new Set(otherMembers)
  }

  /** The entry to store; the problems of its members are added to `issues`, with paths from it. */
  read(entry: Entry, issues: Issues): Entry {
    this.#refuseUnknown(entry, issues)
    const members: [string, unknown][] = []
    for (const name of this.#otherMembers) {
      if (entry[name] === undefined) continue
      members.push([name, entry[name]])
      if (name === entryKey) addIssues(issues, key.safeParse(entry[name]), [name])
    }
    for (const field of this.#fields) {
      const value = this.#value(field, memberOf(entry, field), issues)
      if (value !== undefined) members.push([field.slug, value])
    }
    return Object.fromEntries(members)
  }

  #value(field: InnerField, given: unknown, issues: Issues): unknown {
    const value = given === undefined ? field.defaultValue : given
    // A null is kept if the field has a default value, which an absent member would get.
    if (value === undefined || value === null || (value === '' && field.required))
      return field.defaultValue === undefined ? undefined : null
    const result = this.#schemaOf(field).safeParse(value)
    if (result.success) return result.data
    addIssues(issues, result, [field.slug])
    return undefined
  }

  #schemaOf(field: InnerField): z.ZodType {
    let schema = this.#schemas.get(field.slug)
    if (schema === undefined) {
      schema = field.type.value(field, this.#environment)
      this.#schemas.set(field.slug, schema)
    }
    return schema
  }

  #refuseUnknown(entry: Entry, issues: Issues): void {
    const slugs = this.#fields.map(({ slug }) => slug)
    const unknown = Object.keys(entry).filter(
      (name) => !slugs.includes(name) && !this.#otherMembers.has(name),
    )
    for (const [index, name] of unknown.slice(0, limits.issues).entries()) {
      const { message, ...rule } = brokenCheck('unknown', {
        hint: index < limits.hints ? hint(name, slugs) : '',
      })
      issues.push({ code: 'custom', message, ...rule, path: [name], input: entry[name] })
    }
  }
}

/** Adds the issues of a part of a value; their paths begin at the whole value. */
export function addIssues(
  issues: Issues,
  { error }: { readonly error?: z.ZodError | undefined },
  path: readonly (string | number)[],
): void {
  for (const issue of error?.issues ?? []) {
    if (issues.length >= limits.issues) return
    issues.push({ ...issue, path: [...path, ...issue.path], input: undefined } as Issues[number])
  }
}

/** The issue of a value that is not an object of fields. */
export function notAnEntry(value: unknown, path: readonly (string | number)[]): Issues[number] {
  return { code: 'invalid_type', expected: 'object', path: [...path], input: value } as Issues[number]
}
