import { openDataSet } from '../data/data-set.ts'
import { compare, type Contestant, ratio } from '../load/compare.ts'
import { accepted, getMessage, type Message, post } from '../load/mcp-messages.ts'
import { collectionPath } from '../load/pages.ts'
import type { Workload } from '../load/workload.ts'
import { atLeast } from '../report/figures.ts'
import { startOctavo } from '../servers/server.ts'
import type { Section } from './section.ts'
import { usual } from './sizes.ts'

const connections = 32
const modernRevision = '2026-07-28'

/** The same item over MCP as over REST, in both revisions of the protocol, and the list of tools. */
export const mcp: Section = async (client, { seconds, rounds }) => {
  const set = await openDataSet(usual)
  const octavo = await startOctavo(set)
  try {
    const get = set.ids.map(getMessage)
    const contestants: Contestant[] = [
      ['REST', { kind: 'get', paths: set.ids.map((id) => `${collectionPath}/${id}`) }] as const,
      ['MCP', older(get)] as const,
      [`MCP, revision ${modernRevision}`, modern(get, 'content_get')] as const,
      ['MCP, by the SDK alone', older(get.map(unusual))] as const,
      ['MCP, list of tools', older([{ method: 'tools/list', params: {} }])] as const,
    ].map(([name, workload]) => ({ name, server: octavo, workload }))
    const rows = await compare(client, contestants, { connections, seconds, rounds })
    const [rest, overMcp, overModern] = rows
    if (rest === undefined || overMcp === undefined || overModern === undefined)
      throw new Error('Nothing ran.')
    return {
      comparisons: [{ title: `Get an item over REST and MCP, ${connections} connections`, rows }],
      figures: [
        atLeast('content_get over MCP, of REST', ratio(overMcp, rest), 50),
        atLeast(`the same in revision ${modernRevision}`, ratio(overModern, rest), 50),
      ],
      notes: [],
    }
  } finally {
    await octavo.stop()
  }
}

function older(messages: readonly Message[]): Workload {
  return post(messages, accepted)
}

function modern(messages: readonly Message[], name: string): Workload {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modernRevision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  }
  const enveloped = messages.map((message) => ({ ...message, params: { ...message.params, _meta } }))
  return post(enveloped, {
    ...accepted,
    'mcp-protocol-version': modernRevision,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  })
}

/** What the short path leaves to the SDK. */
function unusual({ method, params }: Message): Message {
  return { method, params: { ...params, _meta: { trace: 'bench' } } }
}
