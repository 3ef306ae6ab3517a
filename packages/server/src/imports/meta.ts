import { readFootnotes } from './convert/footnote.ts'
import { cleanText } from './convert/html.ts'
import { readSerialized } from './php.ts'
import type { ExportComment, ExportItem } from './wxr/records.ts'

/** Keys that contain content of people, although they begin with `_` as internal ones do. */
const contentKeys =
  /^_(wp_page_template|variation_description|purchase_note|product_url|button_text|wp_old_slug|yoast_wpseo_(title|metadesc|focuskw|canonical|opengraph-(title|description)|twitter-(title|description))|aioseop?_(title|description)|genesis_(title|description)|sku|price|regular_price|sale_price|stock)$/

/** Whether a custom field contains content of people, rather than internal data of the platform and its plugins. */
export function isContentKey(key: string): boolean {
  // JSON with the key `__proto__` is refused (`json-safety.ts`).
  if (key === '' || key === '__proto__') return false
  return key.startsWith('_') ? contentKeys.test(key) : true
}

/** Custom fields of comments with internal data of the platform, spam filters and other plugins. */
const internalKeys = /^(?:_|akismet|dsq_|hc_|jetpack|is_customer_note$)/

/** Whether a custom field of a comment contains content of people. */
export function isContentKeyOfComment(key: string): boolean {
  return key !== '' && key !== '__proto__' && !internalKeys.test(key)
}

/** The custom fields of a comment as a JSON object; null without any. */
export function commentFields({ meta = [] }: ExportComment): Record<string, unknown> | null {
  const imported = meta.filter(([key, value]) => isContentKeyOfComment(key) && value !== '')
  return imported.length === 0 ? null : grouped(imported)
}

/** The first value of a custom field; empty without one. */
export function metaOf({ meta }: ExportItem, key: string): string {
  return meta.find(([name]) => name === key)?.[1] ?? ''
}

/** the custom fields of an item → their index */
const indexes = new WeakMap<ExportItem['meta'], ReadonlyMap<string, string>>()

/** The first value of each custom field of an item, which can have thousands. */
export function metaIndex({ meta }: ExportItem): ReadonlyMap<string, string> {
  const known = indexes.get(meta)
  if (known !== undefined) return known
  // In reverse, so that the first value of a key replaces the later ones.
  const index = new Map(meta.toReversed())
  indexes.set(meta, index)
  return index
}

/**
 * The custom fields of an item as a JSON object; a repeated key has a list. Null without custom fields. Those in `used`
 * are left out, because other fields have their values; those in `kept` are included, although their keys are internal.
 */
export function customFields(
  { meta }: ExportItem,
  { used, kept }: { used: ReadonlySet<string>; kept: readonly string[] } = { used: new Set(), kept: [] },
): Record<string, unknown> | null {
  const imported = meta.filter(
    ([key, value]) =>
      (isContentKey(key) || kept.includes(key)) &&
      value !== '' &&
      !used.has(key) &&
      !isUsedElsewhere(key, value),
  )
  return imported.length === 0 ? null : grouped(imported)
}

/** Custom fields by key; a repeated key has a list. */
function grouped(meta: ExportItem['meta']): Record<string, unknown> {
  const byKey = Map.groupBy(meta, ([key]) => cleanText(key))
  const fields = [...byKey].map(([key, entries]) => {
    const values = entries.map(([, value]) => valueOf(value))
    return [key, values.length === 1 ? values[0] : values]
  })
  return Object.fromEntries(fields) as Record<string, unknown>
}

/** Whether a custom field is imported in another way, or has a value that says nothing. */
function isUsedElsewhere(key: string, value: string): boolean {
  if (key === 'footnotes') return readFootnotes(value) !== null
  return key === '_wp_page_template' && value === 'default'
}

/** The value of a custom field: a serialized one as JSON, any other as text. */
function valueOf(text: string): unknown {
  const read = readSerialized(text)
  return read === null ? cleanText(text) : cleanedValue(read.value)
}

/** A value whose texts and keys, at any depth, have only characters that can be stored. */
export function cleanedValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanedValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [cleanText(key), cleanedValue(one)]))
}
