import { limits } from '@octavo/contract/limits'
import { allLocales } from '@octavo/contract/operations/item-list'
import type { contentItem } from '@octavo/contract/operations/item-shapes'
import { operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import { type Caller, requirePermission } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { invoke } from '../../core/invoke.ts'
import { titleField } from '../../core/model/title-field.ts'
import { schemaFor } from '../../core/schema-for.ts'
import { OctavoError } from '../../platform/errors.ts'
import { itemDocument } from './item-document.ts'
import { parsedResult } from './parsed-result.ts'
import { RpcError, rpcCodes } from './rpc-error.ts'

/**
 * Items as resources of the protocol: people choose them from a list of their client, and it gives them to the model.
 */

interface ResourceRequest {
  readonly services: Services
  readonly caller: Caller
}

/** The entry of an item in `resources/list`. */
interface ListedResource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  readonly annotations: { readonly lastModified: string }
}

interface ResourcePage {
  readonly resources: readonly ListedResource[]
  readonly nextCursor?: string
}

/** the start of the address of every resource */
const uriStart = 'octavo://content/'
const mimeType = 'text/markdown'
const { page: pageSize, collections: mostCollections } = limits.mcpResources

/** The entries of `resources/templates/list`, which are equal for all callers. */
export const resourceTemplates = [
  {
    uriTemplate: `${uriStart}{collection}/{id}`,
    name: 'item',
    title: 'Item',
    description: 'An item by its collection and its id or slug: values in front, then rich text as Markdown',
    mimeType,
  },
] as const

/** Lists the items that a caller may read: collection by collection, in each the newest first. Pages can be short. */
export async function listResources(
  { services, caller }: ResourceRequest,
  cursor: string | undefined,
): Promise<ResourcePage> {
  requirePermission(caller, 'content.read')
  // The empty text sorts before every slug.
  const from = cursor === undefined ? { collection: '' } : readCursor(cursor)
  const { collections } = schemaFor(services, caller)
  const slugs = [...collections.keys()].filter((slug) => slug >= from.collection).toSorted()
  const resources: ListedResource[] = []
  // One page asks few collections; empty ones count too.
  for (const [index, slug] of slugs.entries()) {
    if (index === mostCollections || resources.length === pageSize)
      return { resources, nextCursor: cursorOf({ collection: slug }) }
    // The cursor belongs to the first collection of this page only.
    const listCursor = slug === from.collection ? from.listCursor : undefined
    const page = await pageOf({ services, caller }, slug, { limit: pageSize - resources.length, listCursor })
    resources.push(...page.items)
    if (page.nextCursor !== undefined)
      return { resources, nextCursor: cursorOf({ collection: slug, listCursor: page.nextCursor }) }
  }
  return { resources }
}

type Item = z.output<typeof contentItem>

type ListedItem = Pick<Item, 'id' | 'slug' | 'status' | 'locale' | 'updatedAt' | 'hasPendingDraft'> & {
  readonly data?: Readonly<Record<string, unknown>>
}

async function pageOf(
  { services, caller }: ResourceRequest,
  slug: string,
  { limit, listCursor }: { readonly limit: number; readonly listCursor: string | undefined },
): Promise<{ items: readonly ListedResource[]; nextCursor: string | undefined }> {
  const collection = schemaFor(services, caller).collections.get(slug)
  const title = collection === undefined ? undefined : titleField(collection)?.slug
  const fields = ['slug', 'status', 'locale', 'updatedAt', 'hasPendingDraft']
  const input = {
    collection: slug,
    locale: allLocales,
    fields: title === undefined ? fields : [title, ...fields],
    limit,
    ...(listCursor !== undefined && { cursor: listCursor }),
  }
  const result = await invoke(services, { operation: operations.content.list, caller, input })
  const { items, nextCursor } = parsedResult(result) as { items: readonly ListedItem[]; nextCursor?: string }
  const label = collection?.definition.label ?? slug
  return { items: items.map((item) => listed(item, { slug, label, title })), nextCursor }
}

interface Listing {
  readonly slug: string
  readonly label: string
  /** the field that has the title */
  readonly title: string | undefined
}

function listed({ id, data, ...item }: ListedItem, { slug, label, title: field }: Listing): ListedResource {
  const value = field === undefined ? undefined : data?.[field]
  const title = typeof value === 'string' && value !== '' ? value : item.slug
  const state = item.hasPendingDraft === true ? `${item.status}, with a pending draft` : item.status
  return {
    uri: `${uriStart}${slug}/${id}`,
    name: item.slug,
    title: title.slice(0, limits.label).toWellFormed(),
    description: `${label}: ${state}, ${item.locale}`,
    mimeType,
    annotations: { lastModified: item.updatedAt },
  }
}

const itemPath = /^([^/?#]{1,100})\/([^/?#]{1,2000})$/

/** The document of an item. Throws RpcError if there is no such item that the caller may read. */
export async function readResource({ services, caller }: ResourceRequest, uri: string) {
  requirePermission(caller, 'content.read')
  const name = nameIn(uri)
  if (name === null) throw notFound(uri, 'is not the address of a resource: see resources/templates/list')
  const { collection: slug, id } = name
  try {
    const input = { collection: slug, id, format: 'markdown' }
    const result = await invoke(services, { operation: operations.content.get, caller, input })
    const collection = schemaFor(services, caller).collections.get(slug)
    const text = itemDocument(parsedResult(result), collection)
    return { contents: [{ uri, mimeType, text }] }
  } catch (error) {
    if (!(error instanceof OctavoError) || error.code !== 'NOT_FOUND') throw error
    throw notFound(uri, 'does not exist: resources/list has the resources that you may read')
  }
}

/** The collection and the id or slug that an address names; null if it is none of a resource. */
function nameIn(uri: string): { collection: string; id: string } | null {
  const path = uri.startsWith(uriStart) ? uri.slice(uriStart.length) : ''
  const [, collection, id] = itemPath.exec(path) ?? []
  if (collection === undefined || id === undefined) return null
  try {
    return { collection, id: decodeURIComponent(id) }
  } catch {
    // The id is not validly percent-encoded.
    return null
  }
}

/** The error of an unknown resource. Clients recognise it by its data, which must be the address alone. */
function notFound(uri: string, reason: string): RpcError {
  const shortUri = uri.slice(0, limits.label).toWellFormed()
  return new RpcError(rpcCodes.invalidParams, `The resource "${shortUri}" ${reason}.`, { uri: shortUri })
}

/** The start of a page of resources: a collection, and a cursor of its list. */
interface Position {
  readonly collection: string
  /** the cursor in the list of the collection */
  readonly listCursor?: string | undefined
}

/** the slug of a collection, then the cursor of its list, which is hexadecimal */
const cursorForm = /^[a-z][a-z0-9_]{0,54}(\.[0-9A-F]{1,4096})?$/

function cursorOf({ collection, listCursor }: Position): string {
  return listCursor === undefined ? collection : `${collection}.${listCursor}`
}

function readCursor(cursor: string): Position {
  if (!cursorForm.test(cursor))
    throw new RpcError(rpcCodes.invalidParams, 'cursor: is not a cursor of the list of resources')
  const [collection = '', listCursor] = cursor.split('.')
  return { collection, listCursor }
}

/** A read that was refused, as a failure of the protocol; null for other failures. */
export function refusedRead(error: unknown, { role }: Caller): RpcError | null {
  if (!(error instanceof OctavoError) || error.status >= 500) return null
  const { code, message, details } = error
  return code === 'FORBIDDEN'
    ? new RpcError(rpcCodes.invalidRequest, message, { ...details, role })
    : new RpcError(rpcCodes.invalidParams, message)
}
