import type { CollectionModel, FieldModel } from '../../../core/model/model.ts'
import { isList } from '../../where/kinds.ts'
import type { ItemNames } from './collection-types.ts'

/**
 * The type `Site` for the client: the collections with their items and, for filters and paths, the kinds of their
 * fields.
 */
export function siteType(
  collections: Iterable<CollectionModel>,
  names: ReadonlyMap<string, ItemNames>,
  taxonomies: ReadonlyMap<string, readonly string[]>,
): string {
  const members = [...collections].map((collection) => {
    const { slug, id, shown: fields } = collection
    const { live = slug, latest = slug } = names.get(slug) ?? {}
    const kinds = fields.map((field) => `        ${field.slug}: ${kindOf(field)}\n`).join('')
    const ofCollection = (taxonomies.get(id) ?? []).map((name) => `'${name}'`).join(' | ')
    return `    ${slug}: {
      item: ${live}
      draft: ${latest}
      fields: {
${kinds}      }
      taxonomies: ${ofCollection === '' ? 'never' : ofCollection}
    }
`
  })
  return `/** What \`createClient<Site>\` needs to know. */
export interface Site {
  collections: {
${members.join('')}  }
}
`
}

/** How the values of a field are compared, and where they lead. */
function kindOf(field: FieldModel): string {
  const { comparedAs } = field.type
  if (comparedAs === 'item') return referenceKind(field, isList(field))
  const inner = innerKinds(field, { path: '', isMany: false })
  if (inner.length > 0) return `{ within: { ${inner.join('; ')} } }`
  if (comparedAs === 'choice') return isList(field) ? "'choices'" : "'choice'"
  return `'${kinds[comparedAs]}'`
}

function referenceKind({ options }: FieldModel, isMany: boolean): string {
  const target = JSON.stringify(options['collection']) ?? 'never'
  return isMany ? `{ toMany: ${target} }` : `{ to: ${target} }`
}

/** The fields within a structured field that refer to items or media, each with its path. */
function innerKinds(
  { structure }: FieldModel,
  { path, isMany }: { readonly path: string; readonly isMany: boolean },
): string[] {
  return (structure?.fields ?? []).flatMap((field) => {
    const inner = { path: `${path}${field.slug}`, isMany: isMany || structure?.isList === true }
    const { comparedAs } = field.type
    if (comparedAs === 'item')
      return `'${inner.path}': ${referenceKind(field, inner.isMany || isList(field))}`
    if (comparedAs === 'media') return `'${inner.path}': ${inner.isMany ? "'manyMedia'" : "'media'"}`
    return innerKinds(field, { ...inner, path: `${inner.path}.` })
  })
}

const kinds = {
  text: 'text',
  slug: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  time: 'time',
  media: 'media',
  none: 'none',
} as const
