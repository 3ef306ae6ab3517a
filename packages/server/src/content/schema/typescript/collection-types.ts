import type { CollectionModel, FieldModel } from '../../../core/model/model.ts'
import { comment } from './comment.ts'
import { pascalCase, singular, type TypeNames } from './names.ts'

/** The names of the types of a collection's items: as visitors see them, and as editors do. */
export interface ItemNames {
  readonly live: string
  readonly latest: string
}

/**
 * The names of the types of all collections. Those of published items are taken first, so that no other name changes
 * them.
 */
export function itemNames(slugs: Iterable<string>, names: TypeNames): Map<string, ItemNames> {
  const live = [...slugs].map((slug) => [slug, names.take(pascalCase(singular(slug)))] as const)
  return new Map(live.map(([slug, name]) => [slug, { live: name, latest: names.take(`${name}Draft`) }]))
}

/** The TypeScript interfaces of a collection: of its live items, and of items as editors see them. */
export function collectionTypes(collection: CollectionModel, { live, latest }: ItemNames): string {
  const { slug, definition, shown: fields } = collection
  const properties = fields.map(fieldProperty).join('')
  return `${comment(definition.label, '')}export interface ${live} extends LiveItem {
  type: '${slug}'
  data: {
${properties}  }
${urlProperty(collection)}}

export interface ${latest} extends LatestItem {
  type: '${slug}'
  data: { [Field in keyof ${live}['data']]?: ${live}['data'][Field] }
}
`
}

function fieldProperty(field: FieldModel): string {
  const optional = field.required ? '' : '?'
  return `${comment(field.definition.label, '    ')}    ${field.slug}${optional}: ${field.type.typescript(field)}\n`
}

/** Published items have an address, unless it needs the date of a field that can be empty. */
function urlProperty({ address, field }: CollectionModel): string {
  if (address === null) return '  url?: never\n'
  const names = address.pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]))
  const isSure = names.every((name) => field.get(name)?.required ?? true)
  return isSure ? '  url: string\n' : ''
}
