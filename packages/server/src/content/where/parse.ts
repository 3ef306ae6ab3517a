import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import type { CollectionModel } from '../../core/model/model.ts'
import { type Kind, kindOfColumn, kindOfField, readerOf, termKind } from './kinds.ts'
import {
  type Group,
  type Key,
  type Operator,
  operators,
  type Predicate,
  type SystemKey,
  type Value,
} from './where.ts'

/** What a filter of a collection can name. */
export interface Names {
  readonly collection: CollectionModel
  readonly locales: readonly string[]
  /** name → id of the taxonomies that items of the collection can have */
  readonly taxonomies: ReadonlyMap<string, string>
}

const columns: readonly SystemKey[] = [
  'id',
  'slug',
  'status',
  'locale',
  'authorId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'scheduledAt',
  'unpublishAt',
]

const termsPrefix = 'terms.'

interface Named {
  readonly key: Key
  readonly kind: Kind
}

/** Reads a filter and collects all its problems. Values of terms are still slugs or ids, as in the request. */
export function parseWhere(given: object, names: Names): { where: Group; issues: Issue[] } {
  const parser = new Parser(names)
  const where = parser.group(given, { path: 'where', depth: 0 })
  return { where, issues: parser.issues }
}

interface Place {
  readonly path: string
  readonly depth: number
}

/** Parses a filter; a part that is refused is left out, so that the other parts are checked as well. */
class Parser {
  readonly issues: Issue[] = []
  readonly #names: Names
  #count = 0

  constructor(names: Names) {
    this.#names = names
  }

  group(given: object, place: Place): Group {
    const members = Object.entries(given).flatMap(([name, value]) => this.#member(name, value, place))
    return { join: 'and', members }
  }

  #member(name: string, value: unknown, { path, depth }: Place): (Group | Predicate)[] {
    const place = { path: `${path}.${name}`, depth: depth + 1 }
    // A field may be called `or`: a list is a group, anything else is about the field.
    const isGroup = (name === 'or' || name === 'and') && Array.isArray(value)
    if (isGroup) return this.#list(name, value, place)
    const named = this.#named(name)
    if (named === null) return this.#refuse(place.path, this.#unknown(name))
    if (!isObject(value)) return this.#predicate(named, 'eq', value, place.path)
    const entries = Object.entries(value)
    if (entries.length === 0) return this.#refuse(place.path, 'needs an operator and a value')
    return entries.flatMap(([operator, operand]) =>
      isOperator(operator)
        ? this.#predicate(named, operator, operand, `${place.path}.${operator}`)
        : this.#refuse(
            `${place.path}.${operator}`,
            `is not an operator${hint(operator, named.kind.operators)}`,
          ),
    )
  }

  #list(join: 'and' | 'or', values: readonly unknown[], { path, depth }: Place): Group[] {
    if (depth > limits.where.depth)
      return this.#refuse(
        path,
        `nests too deep: a filter has at most ${limits.where.depth} levels of or and and`,
      )
    if (values.length === 0 || values.length > limits.where.predicates)
      return this.#refuse(path, `must have 1 to ${limits.where.predicates} members`)
    const members = values.map((value, index) => {
      if (isObject(value) && Object.keys(value).length > 0)
        return this.group(value, { path: `${path}.${index}`, depth })
      this.#refuse(`${path}.${index}`, 'must be an object with a predicate')
      return { join: 'and' as const, members: [] }
    })
    return [{ join, members }]
  }

  #predicate({ key, kind }: Named, operator: Operator, operand: unknown, path: string): Predicate[] {
    this.#count++
    // Refused once, for the first one over the limit.
    if (this.#count === limits.where.predicates + 1)
      this.#refuse(path, `is one too many: a filter has at most ${limits.where.predicates} predicates`)
    if (this.#count > limits.where.predicates) return []
    if (!kind.operators.includes(operator))
      return this.#refuse(path, `does not fit here; use ${kind.operators.join(', ')}`)
    const values = this.#values(kind, operator, operand, path)
    return values === null ? [] : [{ path, key, operator, values }]
  }

  #values(kind: Kind, operator: Operator, operand: unknown, path: string): Value[] | null {
    if (operand === null) return this.#noValues(path, 'must not be null; use exists')
    if (operator !== 'in' && operator !== 'notIn') return this.#read(readerOf(kind, operator), operand, path)
    const list: unknown =
      typeof operand === 'string' ? operand.split(',').map((part) => part.trim()) : operand
    if (!Array.isArray(list)) return this.#noValues(path, 'must be a list')
    if (list.length === 0 || list.length > limits.where.values)
      return this.#noValues(path, `must have 1 to ${limits.where.values} values`)
    const values = list.map((value, index) => this.#read(kind.read, value, `${path}.${index}`))
    return values.some((value) => value === null) ? null : values.flatMap((value) => value ?? [])
  }

  #read(read: Kind['read'], value: unknown, path: string): Value[] | null {
    const result = read(value)
    if ('value' in result) return [result.value]
    return this.#noValues(path, `must be ${result.expected}`)
  }

  #noValues(path: string, message: string): null {
    this.#refuse(path, message)
    return null
  }

  #named(name: string): Named | null {
    const { collection, locales, taxonomies } = this.#names
    const column = columns.find((known) => known === name)
    if (column !== undefined)
      return { key: { of: 'column', name: column }, kind: kindOfColumn(column, locales) }
    const field = collection.shownField.get(name)
    if (field !== undefined) return { key: { of: 'field', field }, kind: kindOfField(field) }
    if (!name.startsWith(termsPrefix)) return null
    const taxonomyId = taxonomies.get(name.slice(termsPrefix.length))
    return taxonomyId === undefined ? null : { key: { of: 'terms', taxonomyId }, kind: termKind }
  }

  #unknown(name: string): string {
    const { collection, taxonomies } = this.#names
    const ofTerms = [...taxonomies.keys()].map((taxonomy) => termsPrefix + taxonomy)
    const known = [...collection.shownField.keys(), ...columns, ...ofTerms]
    return `is not a field of "${collection.slug}" and nothing else to filter by${hint(name, known)}`
  }

  /** Records an issue and returns an empty list in place of the refused values. */
  #refuse(path: string, message: string): never[] {
    if (this.issues.length < limits.issues) this.issues.push({ path, message })
    return []
  }
}

function isOperator(name: string): name is Operator {
  return (operators as readonly string[]).includes(name)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
