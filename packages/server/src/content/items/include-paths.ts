import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel, FieldModel, Schema } from '../../core/model/model.ts'
import { fieldsWithin } from '../../core/model/structure.ts'
import { invalid } from '../../platform/errors.ts'
import type { View } from './view.ts'

/**
 * A path of fields that refer from the items of a list to others: one field, or a field and a field of the items that
 * it refers to.
 */
export type FieldPath = readonly [Step, ...Step[]]

export interface Step {
  readonly collection: CollectionModel
  readonly field: FieldModel
}

/** The additional members of a response. */
export interface Inclusion {
  readonly hasTerms: boolean
  readonly hasAuthors: boolean
  readonly hasTranslations: boolean
  /** the paths that lead to items, by the collection of these items */
  readonly items: ReadonlyMap<CollectionModel, readonly FieldPath[]>
  /** the paths that lead to media */
  readonly media: readonly FieldPath[]
}

/** Reads the names of `include`; VALIDATION_ERROR names those that are no path. */
export function inclusionOf(
  { schema }: Pick<ReadContext, 'schema'>,
  collection: CollectionModel,
  names: readonly string[] | undefined,
): Inclusion | undefined {
  if (names === undefined) return undefined
  const reader = new PathReader(schema)
  for (const name of new Set(names)) reader.read(collection, name)
  if (reader.issues.length > 0) throw invalid(reader.issues)
  return reader
}

/** the names of `include` that are not fields */
const otherNames = ['terms', 'authorId', 'translationGroup']
const media: ReadonlySet<string> = new Set(['image', 'file'])

/**
 * The fields of the listed items whose columns have the id of one included item each. None for drafts, whose values
 * are not in the columns.
 */
export function directFields({ items }: Inclusion, view: View): FieldModel[] {
  if (view !== 'live') return []
  const fields = [...items.values()].flat().flatMap((path) => directField(path) ?? [])
  return [...new Set(fields)]
}

/** The field of a path whose column has the id that it leads to; undefined for a longer path, or a list of ids. */
export function directField([step, ...others]: FieldPath): FieldModel | undefined {
  const { field } = step
  return others.length === 0 && field.type.name === 'reference' && field.encoding === 'text'
    ? field
    : undefined
}

class PathReader implements Inclusion {
  readonly issues: Issue[] = []
  readonly items = new Map<CollectionModel, FieldPath[]>()
  readonly media: FieldPath[] = []
  hasTerms = false
  hasAuthors = false
  hasTranslations = false
  readonly #schema: Schema

  constructor(schema: Schema) {
    this.#schema = schema
  }

  read(collection: CollectionModel, name: string): void {
    if (name === 'terms') this.hasTerms = true
    else if (name === 'authorId') this.hasAuthors = true
    else if (name === 'translationGroup') this.hasTranslations = true
    else this.#readPath(collection, name)
  }

  #readPath(collection: CollectionModel, name: string): void {
    const slugs = name.split('.')
    let from = collection
    const steps: Step[] = []
    for (let index = 0; index < slugs.length; index++) {
      const slug = slugs[index] ?? ''
      const outer = from.shownField.get(slug)
      if (outer === undefined) return this.#refuse(name, unknown(from, slug, index === 0))
      // The names of fields within a structured field belong to the same step.
      const { field, length } = innerField(outer, slugs.slice(index + 1))
      index += length
      const isLast = index === slugs.length - 1
      // Items are found by their links, which are recorded for the field of the collection, not for those within it.
      steps.push({ collection: from, field: outer })
      if (steps.length > limits.include.depth)
        return this.#refuse(name, `is too deep: a path has at most ${limits.include.depth} fields`)
      const path = steps.slice() as [Step, ...Step[]]
      if (media.has(field.type.name) && isLast) return void this.media.push(path)
      if (field.type.name !== 'reference') return this.#refuse(name, leadsNowhere(from, field, isLast))
      const named = field.options['collection']
      const target = typeof named === 'string' ? this.#schema.collections.get(named) : undefined
      // The collection was deleted, or the caller does not see it, so nothing is included.
      if (target === undefined) return
      this.#add(target, path)
      from = target
    }
  }

  #add(target: CollectionModel, path: FieldPath): void {
    const known = this.items.get(target) ?? []
    const isKnown = known.some((one) => slugsOf(one) === slugsOf(path))
    if (!isKnown) this.items.set(target, [...known, path])
  }

  #refuse(name: string, message: string): void {
    this.issues.push({ path: 'include', message: `"${name.slice(0, 100)}" ${message}` })
  }
}

/**
 * Follows names into a structured field as far as they lead. Returns the field there, and the number of names used.
 */
function innerField(outer: FieldModel, names: readonly string[]): { field: FieldModel; length: number } {
  let field = outer
  let length = 0
  while (field.structure !== null) {
    const next = field.structure.fields.find(({ slug }) => slug === names[length])
    if (next === undefined) break
    field = next
    length++
  }
  return { field, length }
}

function slugsOf(path: FieldPath): string {
  return path.map(({ field }) => field.slug).join('.')
}

function leadsTo(field: FieldModel): boolean {
  return [field, ...fieldsWithin(field)].some(({ type: { name } }) => name === 'reference' || media.has(name))
}

function unknown(from: CollectionModel, slug: string, isFirst: boolean): string {
  if (isFirst && otherNames.includes(slug)) return `leads nowhere: "${slug}" has no fields; give it alone`
  const fields = from.shown.filter(leadsTo).map((field) => field.slug)
  return `leads nowhere: "${slug.slice(0, 100)}" is not a field of "${from.slug}"${hint(slug, isFirst ? [...fields, ...otherNames] : fields)}`
}

function leadsNowhere({ slug }: CollectionModel, field: FieldModel, isLast: boolean): string {
  const reason = isLast
    ? `"${field.slug}" of "${slug}" is a field of type ${field.type.name}, which refers to no item or file`
    : `"${field.slug}" of "${slug}" does not refer to items, so no field can follow it`
  return `leads nowhere: ${reason}`
}
