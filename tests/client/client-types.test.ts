import type { Client } from '@octavo/client/client'
import type { contentItem, Included } from '@octavo/contract/operations/item-shapes'
import type { Collection } from '@octavo/contract/operations/schema'
import { describe, expectTypeOf, it } from 'vitest'

// Never run: the compiler checks it.
declare const client: Client
type Item = ReturnType<typeof contentItem.parse>

describe('the types of the client', () => {
  it('come from the definitions', () => {
    const calls = {
      get: () => client.content.get({ collection: 'posts', id: 'hello' }),
      list: () => client.content.list({ collection: 'posts', orderBy: 'title', limit: 10 }),
      conditional: () => client.content.get({ collection: 'posts', id: 'x' }, { ifNoneMatch: '3' }),
      collections: () => client.schema.listCollections(),
      json: () => client.schema.export(),
      typescript: () => client.schema.export({ format: 'typescript' }),
    }
    expectTypeOf(calls.get).returns.resolves.toEqualTypeOf<{
      item: Item
      _rev: string
      included?: Included | undefined
      notice?: string | undefined
    }>()
    expectTypeOf(calls.list).returns.resolves.toEqualTypeOf<{
      items: Item[]
      included?: Included | undefined
      nextCursor?: string | undefined
      notice?: string | undefined
      total?: number | undefined
      totalIsCapped?: boolean | undefined
    }>()
    expectTypeOf(calls.conditional).returns.resolves.toEqualTypeOf<{
      item: Item
      _rev: string
      included?: Included | undefined
      notice?: string | undefined
    } | null>()
    expectTypeOf(calls.collections).returns.resolves.toEqualTypeOf<{ items: Collection[] }>()
    expectTypeOf(calls.json).returns.resolves.toHaveProperty('version').toEqualTypeOf<string>()
    expectTypeOf(calls.typescript).returns.resolves.toEqualTypeOf<string>()
  })

  it('refuse what the service would refuse', () => {
    const calls = [
      // @ts-expect-error -- a key that is needed
      () => client.content.get({ collection: 'posts' }),
      // @ts-expect-error -- an unknown key
      () => client.content.get({ collection: 'posts', id: 'x', draft: true }),
      // @ts-expect-error -- an input without which the call has no meaning
      () => client.content.list(),
      // @ts-expect-error -- a value that is not among those allowed
      () => client.content.create({ collection: 'posts', status: 'scheduled' }),
      // @ts-expect-error -- not a format
      () => client.schema.export({ format: 'yaml' }),
    ]
    expectTypeOf(calls).toBeArray()
  })

  it('have no operation that REST does not open', () => {
    expectTypeOf<keyof Client>().toEqualTypeOf<
      | 'apps'
      | 'audit'
      | 'auth'
      | 'calendar'
      | 'changes'
      | 'changeSets'
      | 'backup'
      | 'content'
      | 'events'
      | 'imports'
      | 'media'
      | 'menus'
      | 'oauth'
      | 'overview'
      | 'passkeys'
      | 'plugins'
      | 'presence'
      | 'preview'
      | 'redirects'
      | 'references'
      | 'revisions'
      | 'schema'
      | 'search'
      | 'sections'
      | 'sessions'
      | 'settings'
      | 'setup'
      | 'site'
      | 'taxonomies'
      | 'terms'
      | 'tokens'
      | 'users'
      | 'views'
      | 'webhooks'
      | 'widgets'
      | 'workspace'
    >()
  })
})
