import { operations } from '@octavo/contract/operations/registry'
import { openServices } from '@octavo/server/app'
import type { Caller } from '@octavo/server/core/caller'
import { serviceCaller } from '@octavo/server/core/caller'
import { readConfig } from '@octavo/server/config'
import type { Services } from '@octavo/server/core/context'
import { invoke } from '@octavo/server/core/invoke'
import { createLog } from '@octavo/server/platform/log'
import { itemData, withMarkers } from './text.ts'

export const collection = 'posts'
export const twin = 'unsearched'

const fields = [
  { slug: 'title', label: 'Title', type: 'string', required: true },
  { slug: 'excerpt', label: 'Excerpt', type: 'text' },
  { slug: 'body', label: 'Body', type: 'portableText' },
  { slug: 'rank', label: 'Rank', type: 'number' },
]

/** Writers that wait together share a commit; this many wait. */
const together = 64

/** A site under construction: everything in it is made by the operations of the service itself. */
export interface Site {
  readonly token: string
  fill(count: number, bodyBytes: number): Promise<void>
  close(): Promise<void>
}

interface SiteOptions {
  readonly isSearched?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

/** Makes a site with one administrator, one token and one empty collection; a searched one has a twin that is not. */
export async function createSite(
  folder: string,
  { isSearched = false, settings = {} }: SiteOptions = {},
): Promise<Site> {
  const config = readConfig({ OCTAVO_DATA_DIR: folder, OCTAVO_LOG_LEVEL: 'silent', ...settings })
  // One second between any two looks at the clock: no two items are made at the same time.
  let time = Date.UTC(2024, 0, 1)
  const clock = (): Date => new Date((time += 1000))
  const services = await openServices({ config, log: createLog('silent'), clock })
  const operator = serviceCaller('cli')
  const email = 'bench@example.com'
  const { item: user } = (await invoke(services, {
    operation: operations.users.create,
    caller: operator,
    input: { email, name: 'Bench', role: 50 },
  })) as { item: { id: string } }
  const { token } = (await invoke(services, {
    operation: operations.tokens.create,
    caller: operator,
    input: { email, name: 'bench', scopes: ['content:read', 'content:write'] },
  })) as { token: string }
  await createCollection(services, operator, collection, isSearched)
  if (isSearched) await createCollection(services, operator, twin, false)
  const author: Caller = {
    userId: user.id,
    tokenId: null,
    sessionId: null,
    authenticatedAt: null,
    clientId: null,
    role: 50,
    scopes: null,
    interface: 'rest',
  }
  return {
    token,
    fill: (count, bodyBytes) => fill(services, author, { count, bodyBytes, isSearched }),
    close: () => services.database.close(),
  }
}

async function createCollection(
  services: Services,
  caller: Caller,
  slug: string,
  isSearched: boolean,
): Promise<void> {
  const supports = ['drafts', 'revisions', ...(isSearched ? ['search'] : [])]
  const { createCollection: create, createField } = operations.schema
  await invoke(services, { operation: create, caller, input: { slug, label: 'Posts', supports } })
  for (const field of fields) {
    await invoke(services, {
      operation: createField,
      caller,
      input: { collection: slug, ...field, searchable: isSearched && field.type !== 'number' },
    })
  }
}

interface Filling {
  count: number
  bodyBytes: number
  isSearched: boolean
}

async function fill(
  services: Services,
  caller: Caller,
  { count, bodyBytes, isSearched }: Filling,
): Promise<void> {
  const dataOf = (index: number): object =>
    isSearched ? withMarkers(itemData(index, bodyBytes), index) : itemData(index, bodyBytes)
  const create = (index: number): Promise<unknown> =>
    invoke(services, {
      operation: operations.content.create,
      caller,
      input: { collection, data: dataOf(index), status: 'published' },
    })
  for (let first = 0; first < count; first += together) {
    const size = Math.min(together, count - first)
    await Promise.all(Array.from({ length: size }, (_, offset) => create(first + offset)))
    if (first % 64_000 === 0 && first > 0) process.stderr.write(`  ${first} of ${count} items\n`)
  }
}
