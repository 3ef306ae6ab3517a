import type { IncomingHttpHeaders } from 'node:http'
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Arguments } from './arguments.ts'
import { callTool, type ToolCall } from './call.ts'
import { internalMessage, RpcError, rpcCodes } from './rpc-error.ts'
import { instructions, serverInfo } from './server-info.ts'
import { toolbox } from './tools.ts'

export interface Sent {
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
  readonly about: Omit<ToolCall, 'name' | 'args'>
}

/** What goes back: a body of JSON or of events; empty for what is not answered. */
export interface Reply {
  readonly status: number
  readonly mediaType: string | null
  readonly text: string
}

/** headers of a request that the protocol reads */
const protocolHeaders = /^mcp-/

/** The official SDK, stateless: each message has a server of its own, in either revision of the protocol. */
export class Protocol {
  readonly #modern: McpHttpHandler

  constructor(complain: (error: Error) => void) {
    this.#modern = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.['sent'] as Sent), {
      legacy: 'reject',
      onerror: complain,
    })
  }

  async answer(sent: Sent): Promise<Reply> {
    const { body } = sent
    const request = requestOf(sent)
    const response = (await isLegacyRequest(request, body))
      ? await answerOlder(request, sent)
      : await this.#modern.fetch(request, {
          parsedBody: body,
          authInfo: { token: '', clientId: '', scopes: [], extra: { sent } },
        })
    const text = await response.text()
    return {
      status: response.status,
      mediaType: response.headers.get('content-type'),
      text: withoutInternals(text, sent),
    }
  }

  close(): Promise<void> {
    return this.#modern.close()
  }
}

async function answerOlder(request: Request, sent: Sent): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = serverFor(sent)
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: sent.body })
  } finally {
    await server.close()
  }
}

/** The request as the SDK knows it. Its body is read already; that JSON is what is answered has been seen to. */
function requestOf({ headers }: Sent): Request {
  const own = Object.entries(headers).filter(([name]) => protocolHeaders.test(name)) as [string, string][]
  return new Request('http://localhost/', {
    method: 'POST',
    headers: [
      ...own,
      ['content-type', 'application/json'],
      ['accept', 'application/json, text/event-stream'],
    ],
  })
}

function serverFor({ about, body }: Sent): Server {
  const server = new Server(serverInfo, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler('tools/list', async ({ params }) => {
    if (params?.cursor !== undefined)
      throw new ProtocolError(rpcCodes.invalidParams, 'cursor: the list of tools has one page, and no cursor')
    return { tools: toolbox().list as never }
  })
  server.setRequestHandler('tools/call', async ({ params: { name } }) => {
    // As they were sent: the SDK drops some keys without a word.
    const { arguments: args = {} } = (body as { params: { arguments?: Arguments } }).params
    try {
      const { text, isError } = await callTool({ ...about, name, args })
      return { content: [{ type: 'text', text }], ...(isError && { isError }) }
    } catch (error) {
      throw protocolError(error, about)
    }
  })
  return server
}

function protocolError(error: unknown, { services, requestId }: Sent['about']): ProtocolError {
  if (error instanceof RpcError) return new ProtocolError(error.code, error.message, error.data)
  services.log.error({ requestId, err: error }, 'MCP failed')
  return new ProtocolError(rpcCodes.internalError, internalMessage(requestId))
}

/** The SDK tells of wrong parameters in the words of its validator, at times as an internal error. */
function withoutInternals(text: string, { about, body }: Sent): string {
  if (!parameterCodes.some((code) => text.includes(`"code":${code}`))) return text
  const message = JSON.parse(text) as { error?: { code: number; message: string } }
  if (message.error === undefined || !isOfValidator(message.error, about.requestId)) return text
  const method = String((body as { method?: unknown } | null)?.method)
  const needs =
    method === 'tools/call' ? ': they are an object with "name", a text, and "arguments", an object' : ''
  const error = {
    code: rpcCodes.invalidParams,
    message: `The parameters of ${method.slice(0, 100)} are not valid${needs}.`,
  }
  return JSON.stringify({ ...message, error })
}

const parameterCodes: readonly number[] = [rpcCodes.invalidParams, rpcCodes.internalError]

function isOfValidator({ code, message }: { code: number; message: string }, requestId: string): boolean {
  if (code === rpcCodes.internalError) return !message.startsWith(internalMessage(requestId))
  return code === rpcCodes.invalidParams && /^Invalid \S+ \w+: [[{]/.test(message)
}
