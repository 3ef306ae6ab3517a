import { detachedCopy } from './detached-copy.ts'
import type { AcfUse } from './acf-definitions.ts'
import { isLanguageKey } from './languages.ts'
import { productKeysOf } from './products.ts'
import { addKeys, type KeyTypes } from './key-fields.ts'
import { commentFields, customFields, isContentKey, isContentKeyOfComment, metaOf } from './meta.ts'
import type { ExportItem, ExportTerm } from './wxr/records.ts'
import { TooMuch } from './wxr/too-much.ts'

/** The properties of a post type's items, which determine what their collection needs. */
export interface TypeStats {
  count: number
  statuses: Record<string, number>
  hasThumbnail: boolean
  hasParent: boolean
  /** post types of the parents that are in the file; absent in analyses stored before it existed */
  parentTypes?: string[]
  hasOrder: boolean
  isSticky: boolean
  hasComments: boolean
  /** the number of all comments; absent in analyses stored before they were imported */
  comments?: number
  /** whether comments have custom fields; absent where none have */
  hasCommentMeta?: true
  hasMeta: boolean
  hasFormat: boolean
  /** custom fields of products that become fields; this and `acf` are absent in older analyses */
  productKeys?: string[]
  acf?: AcfUse[]
  /** taxonomies of the export with terms of these items */
  taxonomies: string[]
  /** keys of the items that become fields; absent where there are none */
  keys?: KeyTypes
}

export function newStats(): TypeStats {
  return {
    count: 0,
    statuses: {},
    hasThumbnail: false,
    hasParent: false,
    hasOrder: false,
    isSticky: false,
    hasComments: false,
    hasMeta: false,
    hasFormat: false,
    taxonomies: [],
  }
}

/** Adds an item to the statistics; returns the keys of its values that get no field (`addKeys`). */
export function countItem(stats: TypeStats, item: ExportItem): string[] {
  stats.count++
  const status = item.status.slice(0, 50)
  const known = Object.hasOwn(stats.statuses, status) ? stats.statuses[status] : undefined
  if (known !== undefined) stats.statuses[status] = known + 1
  // An assignment to `__proto__` would replace the prototype.
  else if (status !== '__proto__') stats.statuses[detachedCopy(status)] = 1
  stats.hasThumbnail ||= metaOf(item, '_thumbnail_id') !== ''
  stats.hasParent ||= item.parent !== '' && item.parent !== '0'
  stats.hasOrder ||= item.menuOrder !== '' && item.menuOrder !== '0'
  stats.isSticky ||= item.isSticky
  stats.hasComments ||= item.comments > 0
  const discussion = item.discussion?.length ?? 0
  if (discussion > 0) stats.comments = (stats.comments ?? 0) + discussion
  if (item.discussion?.some((comment) => commentFields(comment) !== null) === true)
    stats.hasCommentMeta = true
  const productKeys = productKeysOf(item)
  for (const key of productKeys) {
    stats.productKeys ??= []
    if (!stats.productKeys.includes(key)) stats.productKeys.push(detachedCopy(key))
  }
  // Which custom fields get fields of their own is planned after the analysis, so none counts as used here.
  stats.hasMeta ||= customFields(item, { used: new Set(), kept: productKeys }) !== null
  const keysWithoutField = item.values === undefined ? [] : addKeys((stats.keys ??= {}), item.values)
  for (const { taxonomy } of item.terms) {
    if (taxonomy === 'post_format') stats.hasFormat = true
    else if (!stats.taxonomies.includes(taxonomy)) stats.taxonomies.push(detachedCopy(taxonomy))
  }
  return keysWithoutField
}

/** limits of terms, of keys of custom fields, and of names of those left out, in memory; real exports have fewer */
const maxTerms = 500_000
const maxKeys = 2000
const maxLeftOut = 100
/** limit of characters of a key in the analysis; longer keys that begin alike count as one */
const longestKey = 200

/** The terms of an export, including those that only items name. Later terms with the same slug count as the same. */
export class TermStats {
  /** taxonomy of the export → slug → term */
  readonly byTaxonomy = new Map<string, Map<string, ExportTerm>>()
  #count = 0

  add(term: ExportTerm): void {
    let known = this.byTaxonomy.get(term.taxonomy)
    if (known === undefined) this.byTaxonomy.set(detachedCopy(term.taxonomy), (known = new Map()))
    if (known.has(term.slug)) return
    if (++this.#count > maxTerms) throw new TooMuch('exportTerms', maxTerms)
    const copy = detachedCopy(term)
    known.set(copy.slug, copy)
  }

  /** Adds the terms of an item that no term of the export defines, with what the item says of them. */
  addOf({ terms, line }: ExportItem): void {
    for (const { taxonomy, slug, name } of terms) {
      if (this.byTaxonomy.get(taxonomy)?.has(slug) === true) continue
      this.add({
        taxonomy,
        slug,
        name: name || slug,
        parent: '',
        description: '',
        id: '',
        metaKeys: [],
        line,
      })
    }
  }

  count(taxonomy: string): number {
    return this.byTaxonomy.get(taxonomy)?.size ?? 0
  }
}

export interface KeyStats {
  count: number
  samples: string[]
}

/**
 * Whether a custom field is imported as something else, and so is neither listed nor reported as left out: the featured
 * image, the language, and the key of a definition, which the plugin ACF stores beside each of its values.
 */
function isImportedOtherwise(key: string, value: string): boolean {
  return key === '_thumbnail_id' || isLanguageKey(key) || /^field_\w+$/.test(value)
}

/** The custom fields of an export: those that are imported, by key, with some sample values, and those left out. */
export class MetaStats {
  /** keys of custom fields that are left out */
  readonly leftOut = new Set<string>()
  readonly keys = new Map<string, KeyStats>()

  add(item: ExportItem): void {
    for (const { meta = [] } of item.discussion ?? [])
      for (const [key] of meta) if (!isContentKeyOfComment(key)) this.#leaveOut(key)
    // Sources with their own values have no custom fields besides.
    if (item.values !== undefined) return
    const productKeys = new Set(productKeysOf(item))
    for (const [key, value] of item.meta) {
      if (productKeys.has(key) || isImportedOtherwise(key, value)) continue
      const stats = this.#statsOf(key)
      if (stats === undefined) continue
      stats.count++
      const sample = value.slice(0, 100)
      if (stats.samples.length < 3 && sample !== '' && !stats.samples.includes(sample))
        stats.samples.push(detachedCopy(sample))
    }
  }

  /** The statistics of a key, added if it is new; undefined for a key that is left out or over the limit of keys. */
  #statsOf(key: string): KeyStats | undefined {
    const shortKey = key.slice(0, longestKey)
    const existing = this.keys.get(shortKey)
    if (existing !== undefined) return existing
    if (!isContentKey(key)) {
      this.#leaveOut(key)
      return undefined
    }
    if (this.keys.size >= maxKeys) return undefined
    const stats: KeyStats = { count: 0, samples: [] }
    this.keys.set(detachedCopy(shortKey), stats)
    return stats
  }

  #leaveOut(key: string): void {
    if (key === '' || this.leftOut.size >= maxLeftOut) return
    // WordPress has a field for each page that it embeds, with a hash in its name; one name stands for all of them.
    const name = key.replace(/^(_oembed_)(?:time_)?[\da-f]{32}$/, '$1…')
    this.leftOut.add(detachedCopy(name.slice(0, longestKey)))
  }
}
