import { isAllowed } from '@octavo/contract/access'
import { hint, nearest } from '@octavo/contract/nearest'
import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import type { OctavoError } from '../errors.ts'
import type { Arguments } from './arguments.ts'
import type { Tool } from './tools.ts'

/** names that one answer tells */
const mostNames = 50

interface Failure {
  readonly services: Services
  readonly caller: Caller
  readonly tool: Tool
  readonly args: Arguments
}

/** What a model can do after a failure, beyond what its message says; null when that says it all. */
export function adviceOn(error: OctavoError, failure: Failure): string | null {
  switch (error.code) {
    case 'NOT_FOUND':
      return whereToLook(failure)
    case 'VALIDATION_ERROR':
      return isAboutData(error) && isAllowed(failure.caller, 'schema.read')
        ? 'schema_get_collection describes every field, with an example.'
        : null
    case 'DUPLICATE_SLUG':
      return failure.tool.name === 'content_create'
        ? 'Give another slug, or none: a free one is made from the title then. Perhaps the item is there already: content_get takes a slug as id.'
        : null
    default:
      return null
  }
}

function isAboutData({ details }: OctavoError): boolean {
  const issues = details?.['issues']
  return Array.isArray(issues) && issues.some(({ path }: { path: string }) => /^data(\.|$)/.test(path))
}

function whereToLook({ services, tool, args }: Failure): string | null {
  const { collections } = services.schema.current
  const { name } = tool
  const wanted = collectionOf(tool, args)
  if (wanted !== null) {
    const collection = collections.get(wanted)
    if (collection === undefined) return knownCollections(wanted, [...collections.keys()])
    if (name === 'schema_delete_field')
      return `Fields of "${wanted}"${hint(String(args['fieldSlug']), [...collection.field.keys()])}`
  }
  if (name === 'content_restore' || name === 'content_permanent_delete')
    return 'Only items in the trash: content_list_trashed lists them, content_delete puts them there.'
  if (name.startsWith('content_') || name === 'revision_list')
    return 'content_list and search find ids; what was deleted is in content_list_trashed.'
  if (name === 'revision_restore') return 'revision_list has the ids of the revisions of an item.'
  if (name.startsWith('media_')) return 'media_list has the ids.'
  if (name.startsWith('taxonomy_')) return 'taxonomy_list has the names.'
  return name === 'menu_get' ? 'menu_list has the names.' : null
}

/** The collection that a call names, null for tools that take none. */
function collectionOf({ parameters, name }: Tool, args: Arguments): string | null {
  const parameter = parameters.includes('collection') ? 'collection' : 'slug'
  const isCollection = parameter === 'collection' || name.startsWith('schema_')
  const value = args[parameter]
  return isCollection && typeof value === 'string' ? value : null
}

function knownCollections(wanted: string, known: readonly string[]): string {
  if (known.length === 0) return 'There are no collections yet; schema_create_collection makes one.'
  const near = nearest(wanted.slice(0, 100), known)
  const shown = known.slice(0, mostNames).join(', ')
  const more = known.length > mostNames ? `, and ${known.length - mostNames} more` : ''
  return `${near === null ? '' : `Did you mean "${near}"? `}There are these collections: ${shown}${more}.`
}
