import { operations } from '@octavo/contract/operations/registry'
import { openServices } from '@octavo/server/app'
import { type Caller, serviceCaller } from '@octavo/server/core/caller'
import { readConfig } from '@octavo/server/config'
import type { Services } from '@octavo/server/core/context'
import { invoke } from '@octavo/server/core/invoke'
import { createLog } from '@octavo/server/platform/log'
import { itemData } from './text.ts'

const people = 100
const groups = 10
const together = 64
const reference = { collection: 'people' }
const options = Array.from({ length: groups }, (_, index) => `group${index}`)

const fields = [
  { slug: 'title', type: 'string' },
  { slug: 'excerpt', type: 'text' },
  { slug: 'body', type: 'portableText' },
  { slug: 'rank', type: 'number' },
  { slug: 'group', type: 'select', validation: { options } },
  { slug: 'writer', type: 'reference', options: reference },
  { slug: 'editor', type: 'reference', options: reference },
]

/** A collection like that of the posts, without the indexes for filters. */
export const unindexed = 'unindexed'

/** Fills an empty service with posts that have a group, two people and a term; gives a token and the id of a person. */
export async function seedQueries(
  environment: Readonly<Record<string, string>>,
  { items, bodyBytes }: { readonly items: number; readonly bodyBytes: number },
): Promise<{ token: string; person: string }> {
  const config = readConfig({ ...environment, OCTAVO_LOG_LEVEL: 'silent' })
  let time = Date.UTC(2024, 0, 1)
  const services = await openServices({
    config,
    log: createLog('silent'),
    clock: () => new Date((time += 1000)),
  })
  const caller: Caller = serviceCaller('cli')
  const call = async <Result>(operation: Parameters<typeof invoke>[1]['operation'], input: object) =>
    (await invoke(services, { operation, caller, input })) as Result
  const idOf = async (
    operation: Parameters<typeof invoke>[1]['operation'],
    input: object,
  ): Promise<string> => {
    const result = await call<{ enveloped: Buffer } | { item: { id: string } }>(operation, input)
    if ('item' in result) return result.item.id
    return (JSON.parse(result.enveloped.toString()) as { data: { item: { id: string } } }).data.item.id
  }
  const email = 'bench@example.com'
  await call(operations.users.create, { email, name: 'Bench', role: 50 })
  const scopes = ['content:read', 'content:write']
  const { token } = await call<{ token: string }>(operations.tokens.create, { email, name: 'bench', scopes })
  const { createCollection, createField } = operations.schema
  const supports = ['drafts', 'revisions']
  await call(createCollection, { slug: 'people', label: 'People', supports })
  await call(createField, { collection: 'people', slug: 'name', label: 'Name', type: 'string' })
  for (const slug of ['posts', unindexed]) {
    await call(createCollection, { slug, label: slug, supports })
    for (const field of fields) await call(createField, { collection: slug, label: field.slug, ...field })
  }
  await dropFilterIndexes(services, unindexed)
  await call(operations.taxonomies.create, { name: 'topics', label: 'Topics', collections: ['posts'] })
  const terms: string[] = []
  for (const slug of options)
    terms.push(await idOf(operations.terms.create, { taxonomy: 'topics', slug, label: slug }))
  const ids: string[] = []
  for (let index = 0; index < people; index++) {
    const data = { name: `Person ${index}` }
    ids.push(await idOf(operations.content.create, { collection: 'people', data, status: 'published' }))
  }
  const create = (index: number, collection = 'posts'): Promise<unknown> =>
    call(operations.content.create, {
      collection,
      status: 'published',
      data: {
        ...itemData(index, bodyBytes),
        group: options[index % groups],
        writer: ids[(index * 7) % people],
        editor: ids[(index * 13) % people],
      },
      ...(collection === 'posts' && { terms: { topics: [terms[(index * 3) % groups]] } }),
    })
  for (let first = 0; first < items; first += together) {
    const size = Math.min(together, items - first)
    await Promise.all(Array.from({ length: size }, (_, offset) => create(first + offset)))
    await Promise.all(Array.from({ length: size }, (_, offset) => create(first + offset, unindexed)))
  }
  await services.database.close()
  return { token, person: ids[7] ?? '' }
}

async function dropFilterIndexes({ schema, database }: Services, slug: string): Promise<void> {
  const collection = schema.current.collections.get(slug)
  const indexed = collection?.fields.filter(({ isFilterIndexed }) => isFilterIndexed) ?? []
  await database.transaction('write', async (tx) => {
    for (const { definition } of indexed)
      await tx.define(`DROP INDEX "${definition.id.toLowerCase()}_filter"`)
  })
}
