import type { Block, Findings } from './convert/block.ts'
import { cleanText } from './convert/html.ts'
import { galleryOfField } from './convert/media-blocks.ts'
import type { WantedField } from './field-plans.ts'
import { metaOf } from './meta.ts'
import { readSerialized } from './php.ts'
import type { ExportItem } from './wxr/records.ts'

/** post types of the plugin WooCommerce */
const productTypes = new Set(['product', 'product_variation'])

/** Converts the text of a custom field to a value; undefined if it is not valid. */
type Read = (text: string, item: ExportItem, findings: Findings) => unknown

interface ProductField extends Pick<WantedField, 'slug' | 'label' | 'types'> {
  readonly read: Read
}

const text: Read = (value) => cleanText(value)

const number: Read = (value) => {
  const trimmed = value.trim()
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : undefined
}

/** Custom fields of products that people write → fields. */
const fields: Readonly<Record<string, ProductField>> = {
  _sku: { slug: 'sku', label: 'SKU', types: ['string', 'text'], read: text },
  _price: { slug: 'price', label: 'Price', types: ['number'], read: number },
  _regular_price: { slug: 'regular_price', label: 'Regular price', types: ['number'], read: number },
  _sale_price: { slug: 'sale_price', label: 'Sale price', types: ['number'], read: number },
  _stock: { slug: 'stock', label: 'Stock', types: ['number'], read: number },
  _stock_status: { slug: 'stock_status', label: 'Stock status', types: ['string', 'text'], read: text },
  _weight: { slug: 'weight', label: 'Weight', types: ['number'], read: number },
  _length: { slug: 'length', label: 'Length', types: ['number'], read: number },
  _width: { slug: 'width', label: 'Width', types: ['number'], read: number },
  _height: { slug: 'height', label: 'Height', types: ['number'], read: number },
  _product_attributes: { slug: 'attributes', label: 'Attributes', types: ['json'], read: attributes },
  _product_image_gallery: { slug: 'gallery', label: 'Gallery', types: ['portableText'], read: gallery },
}

/** The custom fields of a product that become fields. An empty list is serialized as `a:0:{}`. */
export function productKeysOf({ type, meta }: ExportItem): string[] {
  if (!productTypes.has(type)) return []
  return meta.flatMap(([key, value]) =>
    Object.hasOwn(fields, key) && value !== '' && value !== 'a:0:{}' ? [key] : [],
  )
}

/** The fields for the properties of products that the items of a type have. */
export function productFields(keys: readonly string[] = []): WantedField[] {
  return Object.entries(fields)
    .filter(([key]) => keys.includes(key))
    .map(([key, { slug, label, types }]) => ({ role: 'product', of: key, slug, label, types }))
}

/** The value for a field of a product; undefined if it is none, so that it stays a custom field. */
export function productValue(key: string, item: ExportItem, findings: Findings): unknown {
  const value = metaOf(item, key)
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  return value === '' ? undefined : field?.read(value, item, findings)
}

/** limit of attributes; more of them stay one custom field */
const maxAttributes = 200

/** The pictures of a product, whose ids are separated by commas; undefined without any. */
function gallery(value: string, _: ExportItem, findings: Findings): Block[] | undefined {
  const ids = value.split(',').map((id) => id.trim())
  const validIds = [...new Set(ids)].filter((id) => /^[1-9]\d{0,14}$/.test(id))
  return validIds.length === 0 ? undefined : [galleryOfField(findings, validIds)]
}

/**
 * Attributes of a product with their values: the terms of the product, if the attribute is a taxonomy, else texts
 * separated by `|`.
 */
function attributes(value: string, { terms }: ExportItem): unknown {
  const read = readSerialized(value)?.value
  if (typeof read !== 'object' || read === null) return undefined
  const parts: unknown[] = Object.values(read)
  if (parts.length === 0 || parts.length > maxAttributes || !parts.every(isAttribute)) return undefined
  return parts.map((attribute) => {
    const { name, value: given } = attribute
    const isTaxonomy = isOn(attribute.is_taxonomy)
    const termsOfAttribute = terms.filter(({ taxonomy }) => taxonomy === name)
    const values = isTaxonomy
      ? termsOfAttribute.map((term) => term.name || term.slug)
      : String(given ?? '').split('|')
    return {
      name: cleanText(name),
      values: values.map((one) => cleanText(one).trim()).filter((one) => one !== ''),
      isTaxonomy,
      isVisible: isOn(attribute.is_visible),
      isVariation: isOn(attribute.is_variation),
    }
  })
}

interface Attribute {
  readonly name: string
  readonly value?: unknown
  readonly is_taxonomy?: unknown
  readonly is_visible?: unknown
  readonly is_variation?: unknown
}

function isAttribute(value: unknown): value is Attribute {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
}

function isOn(value: unknown): boolean {
  return value === 1 || value === '1' || value === true
}
