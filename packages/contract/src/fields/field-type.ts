import { z } from 'zod'
import { limits } from '../limits.ts'
import { brokenCheck } from '../rules.ts'
import { patternSize } from './pattern-size.ts'

/** The type of a field's column. A TEXT column can have JSON too: an image, a file, or a list of references. */
export type ColumnType = 'TEXT' | 'REAL' | 'INTEGER' | 'JSON'

/** How a column's value is written in JSON: text is quoted, a boolean is 0 or 1, json text is as it is. */
export type Encoding = 'text' | 'number' | 'integer' | 'boolean' | 'json'

/**
 * How the values of a type refer to other items and to media: `address` by addresses of files in a text, `id` by ids
 * (and addresses where a value has no id), `any` by both.
 */
export type LinksBy = 'address' | 'id' | 'any'

/** What refers to media in the values of a type: an image, a file, or objects at any depth (`any`). */
export type HoldsMedia = 'image' | 'file' | 'any'

/**
 * How queries compare values of a type, or the elements of its lists; `none`: they ask only whether there is a value.
 */
export type ComparedAs =
  | 'text'
  | 'slug'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'time'
  | 'choice'
  | 'item'
  | 'media'
  | 'none'

/**
 * Which part of a value is searched. `value`: all of it; `texts`: each text within it; `prose`: the texts that are
 * meant for readers; `inner`: the searched parts of the fields in it.
 */
export type SearchedIn = 'value' | 'texts' | 'prose' | 'inner'

/** The properties of a field that its type needs; the settings have passed the type's own schemas. */
export interface FieldSettings {
  readonly slug: string
  readonly required: boolean
  readonly validation: Record<string, unknown>
  readonly options: Record<string, unknown>
}

/** Functions of the environment that field types need. */
export interface FieldEnvironment {
  /** Reads a pattern that a user gave; throws an Error with a readable message when it is not one. */
  pattern(source: string): Pattern
}

export interface Pattern {
  matches(text: string): boolean
  /** the longest text to which the pattern is applied, in UTF-16 units, so that matching cannot take long */
  readonly longest: number
}

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** One kind of field: one file each, all of them listed in `fields/registry.ts`. */
export interface FieldType<Name extends string = string, Wider extends string = string> {
  readonly name: Name
  readonly summary: string
  readonly column: ColumnType
  /** types that a field of this type can become without losing or refusing a stored value */
  readonly widerTypes: readonly Wider[]
  /**
   * null: values refer to nothing. Equal for all types that a field of this type can become, because a change of the
   * type leaves the recorded links as they are.
   */
  readonly linksBy: LinksBy | null
  readonly comparedAs: ComparedAs
  /** null: the search does not look at it */
  readonly searchedIn: SearchedIn | null
  /** whether values are lists whose elements queries compare: always, or where an option is true */
  readonly isList?: true | { readonly whereOption: string }
  /** set for types whose values are completed from the media library when they are read */
  readonly holdsMedia?: HoldsMedia
  /** of a single value; a list is JSON */
  readonly encoding: Encoding
  /**
   * whether lists sort by the case-folded text, which has its own column, so that case and accents make no difference
   */
  readonly sortsFolded?: true
  /** whether a field of this type can hold the name of an item */
  readonly namesItems?: true
  /** characters of a text whose field has no `maxLength`; any number by default */
  readonly mostCharacters?: number
  /** rules for values, as a strict object */
  readonly validation: z.ZodObject
  /** configuration, as a strict object */
  readonly options: z.ZodObject
  /** the problem of settings that pass both schemas, or null */
  checkSettings?(field: FieldSettings, environment: FieldEnvironment): string | null
  /** Parses a given value (never null) and returns the value to store. */
  value(field: FieldSettings, environment: FieldEnvironment): z.ZodType
  /** The JSON Schema of a value in an answer. Images, files and blocks are references to `#/$defs/`. */
  answered(field: FieldSettings): JsonSchema
  /** the type of a value in an answer in TypeScript */
  typescript(field: FieldSettings): string
  /** an example value, valid without any settings, for documentation and assistants */
  example(field: FieldSettings): unknown
}

/** the schema of types without rules for values, or without options */
export const noSettings = z.strictObject({})

const length = z.int().min(0).max(1_000_000)

/** rules of the text types; the pattern is RE2 syntax and need not match the whole text */
export const textValidation = z.strictObject({
  minLength: length.optional(),
  maxLength: length.optional(),
  pattern: z.string().max(limits.pattern).optional(),
})

/** The issue of a check that refuses a value. */
type Complaint = ReturnType<typeof brokenCheck>

type TextRules = z.output<typeof textValidation>

/**
 * The checks that all text types share: length in characters, and the pattern. Their issues have `continue`, so that
 * the other checks run too and an answer names all problems of the value.
 */
export function textValue(
  field: FieldSettings,
  environment: FieldEnvironment,
  base: z.ZodString = z.string(),
): z.ZodString {
  const { minLength, maxLength, pattern } = field.validation as TextRules
  let schema = base
  if (minLength !== undefined || maxLength !== undefined) {
    schema = schema.check(({ value, issues }) => {
      const count = characters(value)
      const complaint = lengthComplaint(count, minLength, maxLength)
      if (complaint !== null) issues.push({ code: 'custom', ...complaint, input: value, continue: true })
    })
  }
  if (pattern !== undefined) {
    const { matches, longest } = environment.pattern(pattern)
    schema = schema.check(({ value, issues }) => {
      // A text beyond `longest` is refused without matching it.
      const isTooLong = value.length > longest
      if (!isTooLong && matches(value)) return
      const complaint = isTooLong
        ? { message: `must have at most ${longest} characters, or its pattern could not be checked` }
        : brokenCheck('pattern', { pattern })
      issues.push({ code: 'custom', ...complaint, input: value, continue: true })
    })
  }
  return schema
}

function lengthComplaint(count: number, min = 0, max = Infinity): Complaint | null {
  if (count < min) return brokenCheck('tooShort', { least: min, has: count })
  if (count > max) return brokenCheck('tooLong', { most: max, has: count })
  return null
}

/** Characters as people count them for limits: code points, not UTF-16 units. */
function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The problem of the length limits or of the pattern in the settings of a text field, or null. */
export function checkTextSettings(field: FieldSettings, environment: FieldEnvironment): string | null {
  const { minLength, maxLength, pattern } = field.validation as TextRules
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    return `validation.minLength (${minLength}) is greater than validation.maxLength (${maxLength})`
  }
  if (pattern !== undefined) {
    // Checked before the compilation, whose duration depends on the size of the result.
    if (patternSize(pattern) > limits.patternSize)
      return `validation.pattern repeats too much: written out, it has about ${patternSize(pattern)} parts, and ${limits.patternSize} are possible`
    try {
      environment.pattern(pattern)
    } catch (error) {
      return `validation.pattern is not a pattern of RE2 syntax: ${patternComplaint(pattern, error)}`
    }
  }
  return null
}

/** Names the unsupported feature, because the engine's error only quotes the pattern. */
function patternComplaint(pattern: string, error: unknown): string {
  if (/\(\?<?[=!]/.test(pattern)) return 'look-ahead and look-behind do not exist in it'
  if (/\\[1-9]/.test(pattern)) return 'back-references do not exist in it'
  return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'unreadable'
}

export interface Range<T extends number | string> {
  min?: T | undefined
  max?: T | undefined
}

/** The problem of the bounds in the settings of a field, or null. */
export function checkRange<T extends number | string>({ min, max }: Range<T>): string | null {
  if (min === undefined || max === undefined || min <= max) return null
  return `validation.min (${min}) is greater than validation.max (${max})`
}

/** The issue of a value outside of its bounds, or null. */
export function rangeComplaint<T extends number | string>(
  value: T,
  { min, max }: Range<T>,
): Complaint | null {
  if (min !== undefined && value < min) return brokenCheck('tooSmall', { least: min, is: value })
  if (max !== undefined && value > max) return brokenCheck('tooLarge', { most: max, is: value })
  return null
}
