import { everyTool, type Tool } from '@octavo/server/http/mcp/tools'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeCollection, makeItem } from '../setup/content.ts'
import { callTool, expectFailed, resultOf } from '../setup/mcp.ts'
import { startService, type TestService } from '../setup/service.ts'

interface Counts {
  /** calls of `invoke`, the path on which an operation runs */
  invoked: number
  /** checks of the caller's right to the operation */
  authorized: number
  /** checks of the input by the schema of the tool */
  validated: number
}

// What is counted uses no SQL.
describe('a call of a tool', () => {
  let service: TestService
  let id: string

  beforeAll(async () => {
    service = await startService('sqlite')
    await makeCollection(service, 'pages', {
      supports: ['drafts', 'revisions', 'search'],
      fields: [
        { slug: 'title', type: 'string' },
        { slug: 'body', type: 'portableText' },
      ],
    })
    id = (await makeItem(service, 'pages')).id
  })
  afterAll(() => service.close())

  /** Counts what happens to the operation of a tool while something runs. */
  async function countsOf(tool: Tool, run: () => Promise<unknown>): Promise<Counts> {
    const { operation, narrowed } = tool
    const counts: Counts = { invoked: 0, authorized: 0, validated: 0 }
    const own = Object.getOwnPropertyDescriptor(operation, 'tokenRight')
    const { tokenRight } = operation
    // `authorize` reads this property, once each time; others read it too.
    Object.defineProperty(operation, 'tokenRight', {
      configurable: true,
      get: () => {
        if (new Error('read').stack?.includes('at authorize ')) counts.authorized++
        return tokenRight
      },
    })
    const invoked = vi.spyOn(service.services.metrics.operations, 'record')
    const validated = vi.spyOn(narrowed, 'safeParse')
    try {
      await run()
      counts.invoked = invoked.mock.calls.filter(([name]) => name === operation.name).length
      counts.validated = validated.mock.calls.length
    } finally {
      invoked.mockRestore()
      validated.mockRestore()
      if (own === undefined) Reflect.deleteProperty(operation, 'tokenRight')
      else Object.defineProperty(operation, 'tokenRight', own)
    }
    return counts
  }

  const named = (name: string): Tool => {
    const tool = everyTool().find((one) => one.name === name)
    if (tool === undefined) throw new Error(`There is no tool "${name}".`)
    return tool
  }
  const once: Counts = { invoked: 1, authorized: 1, validated: 1 }

  it.each<[string, () => Record<string, unknown>]>([
    ['content_get', () => ({ collection: 'pages', id })],
    ['content_list', () => ({ collection: 'pages' })],
    ['content_list', () => ({ collection: 'pages', fields: ['title'] })],
    ['content_create', () => ({ collection: 'pages', data: { title: 'New' } })],
    ['content_update', () => ({ collection: 'pages', id, data: { body: 'A **text**.' } })],
    ['content_publish', () => ({ collection: 'pages', id })],
    ['search', () => ({ query: 'first' })],
    ['schema_get_collection', () => ({ slug: 'pages' })],
    ['media_list', () => ({})],
  ])('checks rights and input once: %s', async (name, args) => {
    const tool = named(name)
    const counts = await countsOf(tool, async () => resultOf(service, name, args()))
    expect(counts).toEqual(once)
  })

  it('checks both once where the input is wrong', async () => {
    const wrong = { collection: 'pages', data: { title: 5 } }
    const counts = await countsOf(named('content_create'), async () =>
      expectFailed(await callTool(service, 'content_create', wrong), 'VALIDATION_ERROR'),
    )
    expect(counts).toEqual(once)
  })

  it('validates nothing for a caller without the right', async () => {
    const { token } = await service.person(10, ['content:read'])
    const counts = await countsOf(named('content_create'), () =>
      callTool(service, 'content_create', { collection: 'pages', data: {} }, { token }),
    )
    expect(counts).toEqual({ ...once, validated: 0 })
  })
})
