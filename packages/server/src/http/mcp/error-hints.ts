import { schemaFor } from '../../core/schema-for.ts'
import { isAllowed } from '@octavo/contract/access'
import { hint } from '@octavo/contract/nearest'
import { operations } from '@octavo/contract/operations/registry'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import type { OctavoError } from '../../platform/errors.ts'
import { invoke } from '../../core/invoke.ts'
import type { Arguments } from './arguments.ts'
import { suggestNames } from './names.ts'
import type { Tool } from './tools.ts'

interface Failure {
  readonly services: Services
  readonly caller: Caller
  readonly tool: Tool
  readonly args: Arguments
}

/** What a model can do after a failure, in addition to the message; null when the message is sufficient. */
export async function errorHint(error: OctavoError, failure: Failure): Promise<string | null> {
  switch (error.code) {
    case 'NOT_FOUND':
      return (await namesOfOthers(failure)) ?? whereToLook(failure)
    case 'VALIDATION_ERROR':
      return aboutValues(error, failure)
    case 'CONFLICT':
    case 'DUPLICATE_SLUG':
      return aboutHolder(error, failure.tool)
    default:
      return null
  }
}

/**
 * A hint for a slug or value that is already in use; `holder` is the id of the item that has it, if the caller may know
 * it.
 */
function aboutHolder({ code, details }: OctavoError, { name }: Tool): string | null {
  const holder = details?.['holder']
  const isTrashed = details?.['reason'] === 'slugInTrash' || details?.['reason'] === 'valueInTrash'
  if (isTrashed)
    return `content_restore brings the item in the trash back; its id is ${String(holder)}. content_list_trashed shows it.`
  if (code !== 'DUPLICATE_SLUG' || name !== 'content_create') return null
  return `Pass another slug, or none: then a free one is made from the title. Perhaps the item exists already: content_get with ${holder === undefined ? 'the slug' : `"${String(holder)}"`} as id.`
}

/** Where the fields of a collection and the terms are described, if the issues are about these. */
function aboutValues(error: OctavoError, { caller }: Failure): string | null {
  const hints = [
    ...(isAbout(error, /^data(\.|$)/) && isAllowed(caller, 'schema.read')
      ? ['schema_get_collection describes every field, with an example.']
      : []),
    ...(isAbout(error, /^terms\./)
      ? ['taxonomy_list_terms has the terms of a taxonomy, taxonomy_create_term adds one (Editors).']
      : []),
  ]
  return hints.length === 0 ? null : hints.join(' ')
}

function isAbout({ details }: OctavoError, pattern: RegExp): boolean {
  const issues = details?.['issues']
  return Array.isArray(issues) && issues.some(({ path }: { path: string }) => pattern.test(path))
}

/** The existing menus or taxonomies, when a call names one that does not exist. */
async function namesOfOthers({ services, caller, tool, args }: Failure): Promise<string | null> {
  const isMenu = tool.name === 'menu_get'
  if (!isMenu && !tool.name.startsWith('taxonomy_')) return null
  const name = args[isMenu ? 'name' : 'taxonomy']
  if (typeof name !== 'string' || !isAllowed(caller, 'content.read')) return null
  const operation = isMenu ? operations.menus.list : operations.taxonomies.list
  const { items } = (await invoke(services, { operation, caller, input: {} })) as {
    items: { name: string }[]
  }
  const names = items.map((item) => item.name)
  // If the name exists, something else is missing, such as a term.
  return names.includes(name) ? null : suggestNames(name, names, isMenu ? 'menus' : 'taxonomies')
}

/** The tools that list what a call may have meant. */
function whereToLook({ services, caller, tool, args }: Failure): string | null {
  const { collections } = schemaFor(services, caller)
  const { name } = tool
  const slug = collectionOf(tool, args)
  if (slug !== null) {
    const collection = collections.get(slug)
    if (collection === undefined) return suggestCollections(slug, [...collections.keys()])
    if (name === 'schema_delete_field')
      return `Fields of "${slug}"${hint(String(args['fieldSlug']), [...collection.shownField.keys()])}`
  }
  if (name === 'content_restore' || name === 'content_permanent_delete')
    return 'Only items in the trash: content_list_trashed lists them, content_delete puts them there.'
  if (name.startsWith('content_') || name === 'revision_list')
    return 'content_list and search find ids; what was deleted is in content_list_trashed.'
  if (name === 'revision_restore') return 'revision_list has the ids of the revisions of an item.'
  if (name.startsWith('media_')) return 'media_list has the ids.'
  if (name === 'taxonomy_create_term') return 'taxonomy_list has the names, taxonomy_list_terms the ids.'
  return null
}

/**
 * The collection that a call names, by `collection` or, in the tools about the schema, by `slug`; null for tools
 * without these parameters.
 */
function collectionOf({ parameters, name }: Tool, args: Arguments): string | null {
  const parameter = parameters.includes('collection') ? 'collection' : 'slug'
  const isCollection = parameter === 'collection' || name.startsWith('schema_')
  const value = args[parameter]
  return isCollection && typeof value === 'string' ? value : null
}

function suggestCollections(slug: string, known: readonly string[]): string {
  if (known.length === 0) return 'There are no collections yet; schema_create_collection makes one.'
  return suggestNames(slug, known, 'collections')
}
