import { type ExportExcess, exportExcesses } from '@octavo/contract/export-faults'
import { kept } from './kept.ts'
import { customFields, isKeptKey, metaOf } from './meta.ts'
import type { ExportItem, ExportTerm } from './wxr/records.ts'

/** What the items of a post type have, and so what their collection must be able to hold. */
export interface TypeStats {
  count: number
  statuses: Record<string, number>
  hasThumbnail: boolean
  hasParent: boolean
  hasOrder: boolean
  isSticky: boolean
  hasComments: boolean
  hasMeta: boolean
  hasFormat: boolean
  /** of the export, that its items have terms of */
  taxonomies: string[]
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

export function addItem(stats: TypeStats, item: ExportItem): void {
  stats.count++
  const status = item.status.slice(0, 50)
  const known = Object.hasOwn(stats.statuses, status) ? stats.statuses[status] : undefined
  if (known !== undefined) stats.statuses[status] = known + 1
  else if (status !== '__proto__') stats.statuses[kept(status)] = 1
  stats.hasThumbnail ||= metaOf(item, '_thumbnail_id') !== ''
  stats.hasParent ||= item.parent !== '' && item.parent !== '0'
  stats.hasOrder ||= item.menuOrder !== '' && item.menuOrder !== '0'
  stats.isSticky ||= item.isSticky
  stats.hasComments ||= item.comments > 0
  stats.hasMeta ||= customFields(item) !== null
  for (const { taxonomy } of item.terms) {
    if (taxonomy === 'post_format') stats.hasFormat = true
    else if (!stats.taxonomies.includes(taxonomy)) stats.taxonomies.push(kept(taxonomy))
  }
}

/** distinct things of an export that are kept in memory; nobody has more */
const mostTerms = 500_000
const mostKeys = 2000
const mostLeft = 100

export class TooMuch extends Error {
  readonly excess: ExportExcess
  readonly most: number

  constructor(excess: ExportExcess, most: number) {
    super(exportExcesses[excess]({ most }))
    this.excess = excess
    this.most = most
  }
}

/** The terms of an export, those too that only its items name. Later ones of the same slug are the same. */
export class TermStats {
  /** taxonomy of the export → slug → term */
  readonly byTaxonomy = new Map<string, Map<string, ExportTerm>>()
  #count = 0

  add(term: ExportTerm): void {
    let known = this.byTaxonomy.get(term.taxonomy)
    if (known === undefined) this.byTaxonomy.set(kept(term.taxonomy), (known = new Map()))
    if (known.has(term.slug)) return
    if (++this.#count > mostTerms) throw new TooMuch('exportTerms', mostTerms)
    const own = kept(term)
    known.set(own.slug, own)
  }

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

/** Custom fields by key, with a few of their values. */
export class MetaStats {
  /** names of those that are left out */
  readonly left = new Set<string>()
  readonly keys = new Map<string, KeyStats>()

  add({ meta }: ExportItem): void {
    for (const [key, value] of meta) {
      let known = this.keys.get(key)
      if (known === undefined) {
        if (!isKeptKey(key)) {
          if (key !== '' && this.left.size < mostLeft) this.left.add(kept(key.slice(0, 200)))
          continue
        }
        if (this.keys.size >= mostKeys) continue
        this.keys.set(kept(key.slice(0, 200)), (known = { count: 0, samples: [] }))
      }
      known.count++
      const sample = value.slice(0, 100)
      if (known.samples.length < 3 && sample !== '' && !known.samples.includes(sample))
        known.samples.push(kept(sample))
    }
  }
}
