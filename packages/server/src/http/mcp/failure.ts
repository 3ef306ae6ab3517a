import { permissions, type PermissionName } from '@octavo/contract/access'
import { type ErrorCode, errorCodes, type Issue } from '@octavo/contract/errors'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { isUnavailable, OctavoError } from '../../platform/errors.ts'
import { PluginFailure } from '../../plugins/failure.ts'
import { errorHint } from './error-hints.ts'
import { type Arguments, issuesInToolsWords } from './arguments.ts'
import { internalMessage, RpcError, rpcCodes } from './rpc-error.ts'
import type { Tool } from './tools.ts'

/** issues in one response, and characters of each quoted text */
const maxIssues = 50
const maxTextLength = 1000

export interface FailedCall {
  readonly services: Services
  readonly caller: Caller
  readonly requestId: string
  readonly tool: Tool
  readonly args: Arguments
  /** issues found by the tool's own schema */
  readonly issues: readonly Issue[]
}

export interface ToolFailure {
  readonly code: ErrorCode
  /** what happened, and what the model can do next */
  readonly text: string
  readonly confirmation?: undefined
}

/**
 * The response to a failed call. Missing rights and unexpected errors are thrown as JSON-RPC errors instead. The error
 * UNAVAILABLE is thrown unchanged.
 */
export async function toolFailure(error: unknown, call: FailedCall): Promise<ToolFailure> {
  // The whole request gets status 503.
  if (isUnavailable(error)) throw error
  if (!(error instanceof OctavoError) || errorCodes[error.code].status === 500)
    throw unexpectedError(error, call)
  if (error.code === 'FORBIDDEN') throw refusal(error, call)
  const { code, message, details } = error
  // `issues` can have a limit; `more` is the number of those beyond it.
  const found = details?.['issues']
  const hint = await errorHint(error, call)
  const lines = Array.isArray(found)
    ? [
        `${code}: nothing was done, because of:`,
        ...issueLines(issuesInToolsWords(call.tool, found, call.issues), Number(details?.['more'] ?? 0)),
      ]
    : [`${code}: ${clipped(message)}`]
  return { code, text: [...lines, ...(hint === null ? [] : [hint])].join('\n') }
}

function clipped(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength).toWellFormed()}…` : text
}

/** The issues as lines of text; `unnamed` is the number of further issues, which `issues` lacks. */
function issueLines(issues: readonly Issue[], unnamed: number): string[] {
  const lines = issues
    .slice(0, maxIssues)
    .map(({ path, message }) =>
      path === '' ? `- ${clipped(message)}` : `- ${path.slice(0, 200)}: ${clipped(message)}`,
    )
  const more = issues.length - lines.length + unnamed
  return more > 0 ? [...lines, `- and ${more} more`] : lines
}

const refusalStart = 'Insufficient scope: requires '

/**
 * The error of missing rights. The beginning of its message is fixed, because clients rely on it; the reason follows.
 */
function refusal({ message, details }: OctavoError, { caller, tool }: FailedCall): RpcError {
  const { permission } = tool.operation
  // Null cannot occur: an operation with a tool has a permission that tokens can have, and so a scope.
  const scope = permission in permissions ? permissions[permission as PermissionName].scope : null
  // Only the message about a missing scope begins so; to others, such as that of a missing role, the scope is added.
  const isComplete = scope === null || message.startsWith(refusalStart)
  return new RpcError(
    rpcCodes.invalidRequest,
    isComplete ? message : `${refusalStart}${scope} (${message.replace(/\.$/, '')})`,
    { ...(!isComplete && { requiredScope: scope }), ...details, role: caller.role },
  )
}

function unexpectedError(error: unknown, { services, requestId, tool }: FailedCall): RpcError {
  const plugin = error instanceof PluginFailure ? error.pluginId : undefined
  services.log.error({ requestId, err: error, operation: tool.operation.name, plugin }, 'a tool failed')
  const culprit = plugin === undefined ? '' : ` The plugin "${plugin}" failed.`
  return new RpcError(rpcCodes.internalError, internalMessage(requestId) + culprit)
}
