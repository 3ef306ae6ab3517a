import type { OpenTaxonomy } from '../content/taxonomies/taxonomy.ts'

/** The terms that were created or found, by the names of taxonomies and terms in the export. */
export interface MadeTerms {
  readonly taxonomies: ReadonlyMap<string, OpenTaxonomy>
  idOf(taxonomy: string, slug: string): string | undefined
  labelOf(taxonomy: string, slug: string): string | undefined
  /** the slug of a term by its id on the old site */
  bySourceId(taxonomy: string, id: string): string | undefined
}
