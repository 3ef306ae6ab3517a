import type { AcfField } from './acf-definitions.ts'
import { idsIn } from './acf-definitions.ts'
import type { Block, Findings } from './convert/block.ts'
import { convertContent } from './convert/convert.ts'
import { cleanText } from './convert/html.ts'
import { galleryOfField } from './convert/media-blocks.ts'
import type { FieldPlan } from './field-plans.ts'
import { cleanedValue } from './meta.ts'
import { readSerialized } from './php.ts'

/** A gap in the imported values, for a file or items of the old site, which `fillHoles` looks up by their ids. */
export interface Hole {
  readonly kind: 'image' | 'file' | 'item' | 'items'
  readonly ids: readonly string[]
  /** the slug of the field; several holes can be in one JSON value */
  readonly field: string
  /** the field is a reference; otherwise the value is a file, or part of JSON */
  readonly isReference: boolean
  /** the name of the custom field; null for a part of a value */
  readonly name: string | null
  /** sets the value */
  put(value: unknown): void
}

/** What reading the values of one item needs; it adds to `findings`, `holes` and `used`. */
export interface AcfReading {
  /** by key */
  readonly definitions: ReadonlyMap<string, AcfField>
  /** id of a field → the fields within it */
  readonly subFields: ReadonlyMap<string, readonly AcfField[]>
  /** the custom fields of the item */
  readonly meta: ReadonlyMap<string, string>
  readonly findings: Findings
  readonly holes: Hole[]
  /** names of the custom fields whose values a field has taken over */
  readonly used: Set<string>
}

/** limits of rows and parts of one value, and of nesting */
const maxRows = 2000
const maxParts = 20_000
const maxDepth = 10

/**
 * The value of a custom field with a definition. Undefined if it does not fit, so that it stays a custom field, or if
 * `put` sets it later. The name of the field is among the `used` ones unless its value does not fit.
 */
export function acfValue(reading: AcfReading, plan: FieldPlan, put: (value: unknown) => void): unknown {
  const definition = reading.definitions.get(plan.of ?? '')
  if (definition === undefined) return undefined
  const { name } = definition
  const text = reading.meta.get(name) ?? ''
  // A group has no value of its own, only the fields within it.
  if (text === '' && definition.type !== 'group') return undefined
  const used = new Set([name])
  const context: ReadingContext = { reading, used, plan, counter: { parts: 0 }, depth: 0 }
  const value = valueOf(context, definition, { text, name, put })
  if (value === undefined) return undefined
  for (const one of used) reading.used.add(one)
  return value === pending ? undefined : value
}

/** What reading a value needs besides the value. */
interface ReadingContext {
  readonly reading: AcfReading
  /** names of the custom fields that the value is made of; they count as used only if the whole value fits */
  readonly used: Set<string>
  readonly plan: FieldPlan
  /** shared by all parts of the value, to limit their number */
  readonly counter: { parts: number }
  /** 0 for the value of the field itself; deeper values are parts of one JSON value */
  readonly depth: number
}

/** The text of a custom field. */
interface StoredValue {
  readonly text: string
  /** its name among the custom fields */
  readonly name: string
  /** sets the value when its target is known */
  put(value: unknown): void
}

/** placeholder for a value that is set later */
const pending = Symbol('pending')

/** the stored forms of true and false; another one does not fit */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['0', false],
])

/**
 * The value in the form of its type; `pending` if it is set later, undefined if it does not fit. The plugin ACF stores
 * a day as `20200131`, a repeater as the number of its rows, and flexible content as the list of the names of its rows;
 * the values within them are custom fields with longer names, such as `team_0_name` for the first row of `team`. A
 * number has at most 15 digits on each side of the point.
 */
function valueOf(context: ReadingContext, definition: AcfField, stored: StoredValue): unknown {
  if (++context.counter.parts > maxParts || context.depth > maxDepth) return undefined
  const { text } = stored
  const { reading, plan } = context
  switch (definition.type) {
    case 'number':
    case 'range':
      return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text.trim()) ? Number(text) : undefined
    case 'true_false':
      return booleans.get(text)
    case 'date_picker':
      return /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : undefined
    case 'date_time_picker':
      return timeOf(text)
    case 'image':
    case 'file':
      return addHole(context, stored, { kind: definition.type, ids: idsIn(text).slice(0, 1) })
    case 'post_object':
    case 'relationship':
    case 'page_link':
      return addHole(context, stored, { kind: definition.isMultiple ? 'items' : 'item', ids: idsIn(text) })
    case 'gallery':
      return gallery(context, text)
    case 'wysiwyg':
      // Within JSON, HTML stays as it is.
      return context.depth > 0 ? cleanText(text) : richText(reading.findings, text)
    case 'select':
    case 'radio':
    case 'button_group':
    case 'checkbox':
      return chosen(plan, context.depth, definition, text)
    case 'group':
      return subFieldValues(context, definition, `${stored.name}_`)
    case 'repeater':
      return rowValues(context, definition, { ...stored, rows: /^\d{1,5}$/.test(text) ? Number(text) : null })
    case 'flexible_content':
      return rowValues(context, definition, { ...stored, rows: listIn(text) })
    default:
      return plainValue(text)
  }
}

/** A serialized value as JSON, any other as text. */
function plainValue(text: string): unknown {
  const read = readSerialized(text)
  return read === null ? cleanText(text) : cleanedValue(read.value)
}

/** The time of a date and time picker, which is stored without a zone and taken as UTC. */
function timeOf(text: string): string | undefined {
  const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}Z`)
    : NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Adds a gap for files or items; returns `pending`, or undefined if the value has no ids. */
function addHole(
  context: ReadingContext,
  { put, name }: StoredValue,
  { kind, ids }: Pick<Hole, 'kind' | 'ids'>,
): unknown {
  if (ids.length === 0) return undefined
  const isReference = context.plan.type === 'reference'
  context.reading.holes.push({
    kind,
    ids,
    field: context.plan.slug,
    isReference,
    name: context.depth === 0 ? name : null,
    put,
  })
  return pending
}

/** A gallery as rich text, or as a block alone within JSON. */
function gallery({ reading, depth }: ReadingContext, text: string): unknown {
  const ids = idsIn(text)
  if (ids.length === 0) return undefined
  const block = galleryOfField(reading.findings, ids)
  return depth > 0 ? block : [block]
}

/** HTML as blocks; undefined if it has no content. */
function richText(findings: Findings, text: string): Block[] | undefined {
  const converted = convertContent(text)
  findings.include(converted.findings)
  return converted.blocks.length === 0 ? undefined : converted.blocks
}

/**
 * The chosen options; undefined if the field accepts only certain options and one is not among them. A part of JSON
 * (depth above 0) accepts any.
 */
function chosen(plan: FieldPlan, depth: number, { choices, isMultiple }: AcfField, text: string): unknown {
  const values = isMultiple ? (listIn(text) ?? [text]) : [text]
  const isRestricted = depth === 0 && plan.validation !== undefined
  if (isRestricted && !values.every((one) => choices.includes(one))) return undefined
  return isMultiple ? [...new Set(values)] : cleanText(text)
}

/** The texts of a serialized list; null for another value. */
function listIn(text: string): string[] | null {
  const read = readSerialized(text)?.value
  if (!Array.isArray(read)) return null
  return read.map((one: unknown) => cleanText(typeof one === 'object' ? '' : String(one)))
}

/**
 * The values of the fields within another one, by their names, which have a prefix among the custom fields. One
 * that does not fit its type is stored as it is. Undefined if no field has a value.
 */
function subFieldValues(
  context: ReadingContext,
  definition: AcfField,
  prefix: string,
): Record<string, unknown> | undefined {
  const { reading, used } = context
  const found: Record<string, unknown> = {}
  for (const sub of reading.subFields.get(definition.id) ?? []) {
    if (context.counter.parts > maxParts) break
    const name = prefix + sub.name
    const text = reading.meta.get(name)
    const isGroup = sub.type === 'group'
    if ((text === undefined || text === '') && !isGroup) continue
    // An assignment to `__proto__` would replace the prototype.
    if (sub.name === '__proto__') continue
    const put = (value: unknown): void => {
      found[sub.name] = value
    }
    const value = valueOf({ ...context, depth: context.depth + 1 }, sub, { text: text ?? '', name, put })
    const storedValue = value === undefined && !isGroup ? plainValue(text ?? '') : value
    if (storedValue === undefined) continue
    used.add(name)
    // Until `put` sets the target, and if it is not imported, the value is the id.
    found[sub.name] = storedValue === pending ? plainValue(text ?? '') : storedValue
  }
  return Object.keys(found).length === 0 ? undefined : found
}

interface StoredRows extends StoredValue {
  /**
   * of a repeater their number, of flexible content the name of the layout of each; null for a value that is neither
   */
  readonly rows: number | readonly string[] | null
}

/** The values of the rows of a repeater or of flexible content; undefined if none has any. */
function rowValues(context: ReadingContext, definition: AcfField, { rows, name }: StoredRows): unknown {
  if (rows === null) return undefined
  const count = Math.min(typeof rows === 'number' ? rows : rows.length, maxRows)
  const found: unknown[] = []
  for (let index = 0; index < count; index++) {
    const row = subFieldValues(context, definition, `${name}_${index}_`)
    const layout = typeof rows === 'number' ? {} : { layout: rows[index] ?? '' }
    // Without values, a counted row is left out: the count can be wrong. A row with a layout says at least that.
    if (row === undefined && typeof rows === 'number') continue
    // The row stays the same object, because resolved references are set in it later. A field that is itself named
    // `layout` has precedence over the name of the layout.
    found.push(Object.assign(row ?? {}, { ...layout, ...row }))
  }
  return found.length === 0 ? undefined : found
}
