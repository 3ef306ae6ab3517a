import { expect } from 'vitest'
import type { Answer, TestService } from './service.ts'
import type { Any } from './json.ts'

type Asking = Pick<TestService, 'ask'>

/** How a call of a tool ended. */
export type Outcome =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'refused'; readonly code: number; readonly message: string; readonly data: unknown }

export const both = { accept: 'application/json, text/event-stream' }
export const modernRevision = '2026-07-28'
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': modernRevision,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}

interface Sending {
  readonly token?: string | null
  readonly headers?: Record<string, string>
  /** names of toolsets, joined by commas */
  readonly toolsets?: string
}

/** Sends a message, or anything else, to the endpoint. */
export function send(
  service: Asking,
  body: unknown,
  { token, headers = {}, toolsets }: Sending = {},
): Promise<Answer> {
  return service.ask('POST', toolsets === undefined ? '/mcp' : `/mcp?toolsets=${toolsets}`, {
    body,
    headers: { ...both, ...headers },
    ...(token !== undefined && { token }),
  })
}

/** Calls a tool as clients of the older revisions do. */
export async function callTool(
  service: Asking,
  name: string,
  args: Record<string, unknown> = {},
  sending: Sending = {},
): Promise<Outcome> {
  const message = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } }
  const answer = await send(service, message, sending)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: 7 })
  return outcomeOf(answer.body)
}

interface Message {
  result?: { content: { type: string; text: string }[]; isError?: boolean; _meta?: Record<string, unknown> }
  error?: { code: number; message: string; data?: unknown }
}

/** Reads how a call ended from its message; there is one text, which begins with the error code where it failed. */
export function outcomeOf({ result, error }: Message): Outcome {
  if (error !== undefined) {
    const { code, message, data } = error
    return { kind: 'refused', code, message, data }
  }
  expect(result?.content).toEqual([{ type: 'text', text: expect.any(String) }])
  const text = result?.content[0]?.text ?? ''
  if (result?.isError !== true) return { kind: 'done', text }
  expect(result._meta).toMatchObject({ code: text.split(':', 1)[0] })
  return { kind: 'failed', text }
}

/** The result of a call that must succeed. */
export async function resultOf(
  service: Asking,
  name: string,
  args: Record<string, unknown> = {},
  sending: Sending = {},
): Promise<Any> {
  const outcome = await callTool(service, name, args, sending)
  expect(outcome.kind, JSON.stringify(outcome)).toBe('done')
  return JSON.parse(outcome.kind === 'done' ? outcome.text : '')
}

/** Asserts that a call failed as a tool, and that its text says all of `mentions`. */
export function expectFailed(outcome: Outcome, ...mentions: readonly string[]): void {
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ kind: 'failed' })
  for (const mention of mentions) expect(outcome).toMatchObject({ text: expect.stringContaining(mention) })
}

/** Asserts that a right was missing: the scope alone, or for a reason that follows it. */
export function expectRefused(outcome: Outcome, scope: string, reason?: string): void {
  expect(outcome, JSON.stringify(outcome)).toMatchObject({
    kind: 'refused',
    code: -32600,
    message: `Insufficient scope: requires ${scope}${reason === undefined ? '' : ` (${reason})`}`,
    data: { requiredScope: scope },
  })
}
