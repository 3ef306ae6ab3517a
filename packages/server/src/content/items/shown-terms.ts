import type { ReadContext } from '../../core/context.ts'
import type { FillTerms } from '../media/completing.ts'
import { byLabel } from './item-terms.ts'
import type { CachedTerm } from './term-cache.ts'

/** Replaces the marked ids of terms in the items of a list by the terms, and collects these terms in `shown`. */
export class ShownTerms {
  readonly #context: ReadContext
  /** id → name of the collection's taxonomies */
  readonly #taxonomies: ReadonlyMap<string, string>
  /** the counts of changes of terms that the request has read */
  readonly #version: string
  readonly #shown = new Map<string, CachedTerm>()

  constructor(context: ReadContext, taxonomies: ReadonlyMap<string, string>, version: string) {
    this.#context = context
    this.#taxonomies = taxonomies
    this.#version = version
  }

  /** the terms of the items, in the order of their labels */
  get shown(): readonly CachedTerm[] {
    return [...this.#shown.values()].toSorted((one, other) => byLabel(one.row, other.row))
  }

  /** Text of ids (with commas between) → JSON of these terms by taxonomy, the member `terms` of an item. */
  readonly fill: FillTerms = async (texts) => {
    const ids = new Set([...texts].flatMap(idsIn))
    const known = await this.#context.services.termCache.find(this.#context, ids, this.#version)
    return new Map([...texts].map((text) => [text, this.#jsonOf(idsIn(text), known)]))
  }

  #jsonOf(ids: readonly string[], known: ReadonlyMap<string, CachedTerm>): Buffer {
    const terms = ids.flatMap((id) => known.get(id) ?? [])
    const lists = [...this.#taxonomies].map(([id, name]) => {
      const ofTaxonomy = terms.filter(({ row }) => row.taxonomy_id === id)
      for (const term of ofTaxonomy) this.#shown.set(term.row.id, term)
      const sorted =
        ofTaxonomy.length > 1 ? ofTaxonomy.toSorted((one, other) => byLabel(one.row, other.row)) : ofTaxonomy
      return `"${name}":[${sorted.map(({ row }) => `"${row.id}"`).join(',')}]`
    })
    return Buffer.from(`{${lists.join(',')}}`)
  }
}

function idsIn(text: string): string[] {
  return text === '' ? [] : text.split(',')
}
