import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '../setup/mcp.ts'
import { type CallTool, prepareStory, tellStory } from '../setup/mcp-story.ts'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import { engines } from '../setup/service.ts'

interface Assistant {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

const about = { name: 'test', version: '1' }

/** Official clients of both major versions, the newer one in both revisions of the protocol. */
const clients: readonly (readonly [
  string,
  (url: URL, headers: Record<string, string>) => Promise<Assistant>,
])[] = [
  [
    'SDK 1',
    async (url, headers) => {
      const client = new OldClient(about)
      // Its types are from before exact optional properties.
      await client.connect(new OldTransport(url, { requestInit: { headers } }) as never)
      return client as Assistant
    },
  ],
  [
    'SDK 2',
    async (url, headers) => {
      const client = new NewClient(about)
      await client.connect(new NewTransport(url, { requestInit: { headers } }))
      return client
    },
  ],
  [
    'SDK 2, revision 2026-07-28',
    async (url, headers) => {
      const client = new NewClient(about, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
      await client.connect(new NewTransport(url, { requestInit: { headers } }))
      return client
    },
  ],
]

describe.each(engines)('official clients on %s', (engine) => {
  let cluster: Cluster
  let service: Node
  let url: URL

  beforeAll(async () => {
    cluster = await startCluster(engine, 1)
    service = cluster.nodes[0] as Node
    url = new URL(`http://127.0.0.1:${await service.listen()}/_cms/api/mcp`)
  })
  afterAll(() => cluster.close())

  it.each(clients)('%s: every tool', async (_, connect) => {
    const client = await connect(url, { authorization: `Bearer ${service.token}` })
    const { tools } = await client.listTools()
    const call: CallTool = async (name, args) => {
      // The client checks the structured content by the output schema that it was listed with.
      const result = await client.callTool({ name, arguments: args })
      const outcome = outcomeOf({ result: result as never })
      expect(outcome, JSON.stringify(outcome)).toMatchObject({ kind: 'done' })
      const values = outcome.kind === 'done' ? JSON.parse(outcome.text) : undefined
      expect(result).toMatchObject({ structuredContent: values })
      return values
    }
    const story = await prepareStory(service)
    const called = await tellStory(service, call, story)
    expect([...called].toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
    await service.ask('DELETE', '/taxonomies/topics?force=true')
    await service.ask('DELETE', '/menus/main')
    await client.close()
  })

  it.each(clients)('%s: failures and refusals come as what they are', async (_, connect) => {
    const token = await cluster.person(30, ['content:read'])
    const client = await connect(url, { authorization: `Bearer ${token}` })
    const failed = await client.callTool({ name: 'menu_get', arguments: { name: 'nothing' } })
    expect(failed).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('menus') }] })
    const refused = client.callTool({ name: 'schema_list_collections', arguments: {} })
    await expect(refused).rejects.toMatchObject({
      code: -32600,
      message: expect.stringContaining('Insufficient scope: requires schema:read'),
    })
    await client.close()
  })

  it.each(clients)('%s: without a token it is asked to sign in', async (_, connect) => {
    await expect(connect(url, {})).rejects.toThrow(/401|Unauthorized|UNAUTHORIZED/)
  })
})
