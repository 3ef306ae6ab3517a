/** A failure that is reported as a JSON-RPC error instead of a tool result. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}

/** The JSON-RPC codes that this service itself uses. */
export const rpcCodes = {
  parseError: -32700,
  /** defined by JSON-RPC; we also use it for missing scopes and rights */
  invalidRequest: -32600,
  invalidParams: -32602,
  internalError: -32603,
  /** refusals at the HTTP level: method, media type, size */
  transport: -32000,
} as const

/** The message of an unexpected failure. It reveals nothing; the request id leads to the log. */
export function internalMessage(requestId: string): string {
  return `Internal error. The request id is ${requestId}.`
}
