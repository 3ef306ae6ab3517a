/** A failure that is told as an error of JSON-RPC (specification 7.2), not as the result of a tool. */
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

/** The codes of JSON-RPC that this service uses by itself. */
export const rpcCodes = {
  parseError: -32700,
  /** of the protocol; specification 7.2 gives it to missing scopes and rights too */
  invalidRequest: -32600,
  invalidParams: -32602,
  internalError: -32603,
  /** what HTTP refuses: method, media type, size */
  transport: -32000,
} as const

/** Says nothing of what went wrong: the request id leads to the log. */
export function internalMessage(requestId: string): string {
  return `Internal error. The request id is ${requestId}.`
}
