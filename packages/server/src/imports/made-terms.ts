import type { OpenTaxonomy } from '../content/taxonomies/taxonomy.ts'

/** Terms by their names in the export. */
export interface MadeTerms {
  readonly taxonomies: ReadonlyMap<string, OpenTaxonomy>
  idOf(taxonomy: string, slug: string): string | undefined
  labelOf(taxonomy: string, slug: string): string | undefined
  /** the slug of a term by its id on the old site */
  bySourceId(taxonomy: string, id: string): string | undefined
}
