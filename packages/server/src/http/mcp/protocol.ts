import type { IncomingHttpHeaders } from 'node:http'
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { isUnavailable } from '../../platform/errors.ts'
import { logFailure } from '../../platform/log.ts'
import type { Arguments } from './arguments.ts'
import { callTool, type ToolCall } from './call.ts'
import { internalMessage, RpcError, rpcCodes } from './rpc-error.ts'
import { instructions, serverInfo } from './server-info.ts'
import { canElicit, declinedText, elicitConfirmation, elicited } from './eliciting.ts'
import { listedPrompts, promptMessages } from './prompts.ts'
import { listResources, readResource, refusedRead, resourceTemplates } from './resources.ts'
import { readsStructured } from './revisions.ts'
import { listFor } from './tool-list.ts'

/** A message with its request. */
export interface SentMessage {
  readonly headers: IncomingHttpHeaders
  /** the query parameters of the endpoint's address */
  readonly query: unknown
  readonly body: unknown
  /** what a call of a tool needs besides the name and the arguments */
  readonly about: Omit<ToolCall, 'name' | 'args'>
}

/** The response: a body of JSON or server-sent events, empty for notifications. */
export interface Reply {
  readonly status: number
  /** null without a body */
  readonly mediaType: string | null
  readonly text: string
}

/** A message and the outage, if any, that occurred while the SDK handled it; the SDK has no response for an outage. */
interface PendingMessage extends SentMessage {
  outage: unknown
}

/** caching of answers that do not depend on rights; no answer of this endpoint is for shared caches (`private`) */
const staticCaching = { ttlMs: 3_600_000, cacheScope: 'private' } as const

/** caching of content and of answers that depend on the caller's rights, which can change at any time */
const uncached = { ttlMs: 0, cacheScope: 'private' } as const

/** request headers that the protocol uses */
const protocolHeaders = /^mcp-/

/** The official SDK, without state: each message gets its own server, for both revisions of the protocol. */
export class Protocol {
  readonly #modern: McpHttpHandler

  constructor(complain: (error: Error) => void) {
    this.#modern = createMcpHandler(
      ({ authInfo }) => serverFor(authInfo?.extra?.['pending'] as PendingMessage),
      {
        // Messages of older revisions do not come here (`answer`).
        legacy: 'reject',
        onerror: complain,
      },
    )
  }

  /** Throws UNAVAILABLE during an outage. */
  async answer(sent: SentMessage): Promise<Reply> {
    const { body } = sent
    const pending: PendingMessage = { ...sent, outage: null }
    const request = requestOf(sent)
    const response = (await isLegacyRequest(request, body))
      ? await answerOlder(request, pending)
      : await this.#modern.fetch(request, {
          parsedBody: body,
          // The SDK passes this on to the function that creates the server; the caller is authenticated already.
          authInfo: { token: '', clientId: '', scopes: [], extra: { pending } },
        })
    const text = await response.text()
    if (pending.outage !== null) throw pending.outage
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

/** Answers a message of an older revision of the protocol. */
async function answerOlder(request: Request, pending: PendingMessage): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = serverFor(pending)
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: pending.body })
  } finally {
    await server.close()
  }
}

/** The request for the SDK. Its body is already parsed, and its headers accept JSON. */
function requestOf({ headers }: SentMessage): Request {
  const ofProtocol = Object.entries(headers).filter(([name]) => protocolHeaders.test(name)) as [
    string,
    string,
  ][]
  return new Request('http://localhost/', {
    method: 'POST',
    headers: [
      ...ofProtocol,
      ['content-type', 'application/json'],
      ['accept', 'application/json, text/event-stream'],
    ],
  })
}

/** A server of the SDK for one message. */
function serverFor(pending: PendingMessage): Server {
  const { about, body, headers, query } = pending
  const list = listFor({ caller: about.caller, headers, query })
  const server = new Server(serverInfo, {
    capabilities: { tools: {}, prompts: {}, resources: {} },
    instructions,
    cacheHints: {
      'tools/list': list.caching,
      'prompts/list': staticCaching,
      'resources/list': uncached,
      'resources/templates/list': staticCaching,
      'resources/read': uncached,
    },
  })
  server.setRequestHandler('tools/list', async ({ params }) => {
    if (params?.cursor !== undefined)
      throw new ProtocolError(rpcCodes.invalidParams, 'cursor: the list of tools has one page, and no cursor')
    return { tools: list.entries as never }
  })
  server.setRequestHandler('prompts/list', async () => ({ prompts: listedPrompts as never }))
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: given = {} } }) => {
    try {
      return promptMessages(name, given)
    } catch (error) {
      throw protocolError(error, about)
    }
  })
  /** Notes an outage, for which the SDK has no response, and converts other failures. */
  const answering = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      if (isUnavailable(error)) pending.outage = error
      throw protocolError(error, about)
    })
  server.setRequestHandler('resources/list', ({ params }) =>
    answering(
      listResources(about, params?.cursor).then((page) => ({ ...page, resources: [...page.resources] })),
    ),
  )
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [...resourceTemplates],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => answering(readResource(about, uri)))
  server.setRequestHandler('tools/call', async ({ params: { name } }) => {
    // The parameters are read from the message itself, because the SDK silently drops some keys.
    const { params } = body as { params: Arguments }
    const decision = elicited(params)
    if (decision.kind === 'declined')
      return { content: [{ type: 'text' as const, text: declinedText }], isError: true }
    const given = (params['arguments'] ?? {}) as Arguments
    const args = decision.kind === 'accepted' ? { ...given, confirm: decision.confirm } : given
    return answering(callResult(pending, { name, args }))
  })
  return server
}

/** Calls a tool. Returns its result in the form of the protocol, or a question to the person. */
async function callResult(
  { about, body, headers }: PendingMessage,
  { name, args }: Pick<ToolCall, 'name' | 'args'>,
) {
  const answer = await callTool({ ...about, name, args })
  const { text, confirmation } = answer
  const { params } = body as { params: Arguments }
  // Other clients get the request for a confirmation as the result; the model asks the person.
  if (confirmation !== undefined && canElicit(headers, params)) return elicitConfirmation(confirmation, args)
  const content = [{ type: 'text' as const, text }]
  if (answer.code !== undefined) return { _meta: { code: answer.code }, content, isError: true }
  const { changeId } = answer
  return {
    ...(changeId !== undefined && { _meta: { changeId } }),
    content,
    ...(readsStructured(headers) && { structuredContent: JSON.parse(text) as Arguments }),
  }
}

/** A failure in the form of the SDK; unexpected ones are logged. */
function protocolError(error: unknown, { services, caller, requestId }: SentMessage['about']): ProtocolError {
  if (error instanceof RpcError) return new ProtocolError(error.code, error.message, error.data)
  const refused = refusedRead(error, caller)
  if (refused !== null) return new ProtocolError(refused.code, refused.message, refused.data)
  logFailure(services.log, 'MCP failed', { error, requestId })
  return new ProtocolError(rpcCodes.internalError, internalMessage(requestId))
}

/**
 * Replaces messages of the SDK about invalid parameters. They quote its validator, and some have the code of an
 * internal error.
 */
function withoutInternals(text: string, { about, body }: SentMessage): string {
  // Most answers have none of these codes, and need not be parsed.
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

/**
 * Whether an error comes from the validator of the SDK: an internal error without our message, or wrong parameters with
 * its report, such as `Invalid tools/call request: [{…}]`.
 */
function isOfValidator({ code, message }: { code: number; message: string }, requestId: string): boolean {
  if (code === rpcCodes.internalError) return !message.startsWith(internalMessage(requestId))
  return code === rpcCodes.invalidParams && /^Invalid \S+ \w+: [[{]/.test(message)
}
