import { places } from '../texts/places.ts'
import { regions, tags, type TermText } from '../texts/terms.ts'
import { opened } from './opening.ts'
import { type Calendar, type PlannedItem, Ref, type Step } from './planned-item.ts'
import { createRandom } from './random.ts'

export interface PlannedTaxonomy {
  readonly name: string
  readonly label: string
  readonly labelSingular: string
  readonly hierarchical: boolean
  readonly collections: readonly string[]
  readonly at: Date
  /** each one after that it stands below */
  readonly terms: readonly PlannedTerm[]
}

export interface PlannedTerm {
  readonly key: string
  readonly slug: string
  readonly label: string
  readonly description?: string
  /** key of the term that it stands below */
  readonly parent?: string
}

export function planTaxonomies(calendar: Calendar): PlannedTaxonomy[] {
  return [
    {
      name: 'regions',
      label: 'Regions',
      labelSingular: 'Region',
      hierarchical: true,
      collections: ['places', 'articles', 'events'],
      at: calendar.morning(opened),
      terms: termsOf('regions', regions),
    },
    {
      name: 'tags',
      label: 'Tags',
      labelSingular: 'Tag',
      hierarchical: false,
      collections: ['articles', 'recipes', 'events'],
      at: calendar.morning(opened),
      terms: termsOf('tags', tags),
    },
  ]
}

export const termKey = (taxonomy: string, slug: string): string => `terms/${taxonomy}/${slug}`

function termsOf(taxonomy: string, texts: readonly TermText[], parent?: string): PlannedTerm[] {
  return texts.flatMap(({ key: slug, label, description, below = [] }) => {
    const key = termKey(taxonomy, slug)
    const term: PlannedTerm = {
      key,
      slug,
      label,
      ...(description !== undefined && { description }),
      ...(parent !== undefined && { parent }),
    }
    return [term, ...termsOf(taxonomy, below, key)]
  })
}

/** The same items, each with the setting of its terms behind its creation. */
export function withTerms(
  items: readonly PlannedItem[],
  taxonomies: readonly PlannedTaxonomy[],
): PlannedItem[] {
  return items.map((item) => {
    const [first, ...rest] = item.steps
    // What is in the trash has no terms that anybody could see.
    if (first === undefined || item.state === 'trashed') return item
    const steps = taxonomies
      .filter(({ collections }) => collections.includes(item.collection))
      .flatMap((taxonomy): Step[] => {
        const terms = taxonomy.name === 'regions' ? regionOf(item, taxonomy) : tagsOf(item, taxonomy)
        return terms.length === 0 ? [] : [{ kind: 'terms', at: first.at, taxonomy: taxonomy.name, terms }]
      })
    return { ...item, steps: [first, ...steps, ...rest] }
  })
}

/** The country of the place that an item is, or is about. */
function regionOf({ key, steps }: PlannedItem, { terms }: PlannedTaxonomy): string[] {
  const data = steps.flatMap((step) => ('data' in step ? [step.data] : []))
  const about = data.map((values) => values['place']).find((value) => value instanceof Ref)?.key ?? key
  const place = places.find((one) => `places/${one.key}` === about)
  return terms.filter(({ label }) => label === place?.country).map((term) => term.key)
}

/** None, one or two. */
function tagsOf({ key }: PlannedItem, { terms }: PlannedTaxonomy): string[] {
  const random = createRandom(`tags ${key}`)
  return random.some(terms, Math.max(0, random.whole(-1, 2))).map((term) => term.key)
}
