import { holdsScope, permissions } from '@octavo/contract/access'
import { errorCodes, type Issue } from '@octavo/contract/errors'
import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import { OctavoError } from '../errors.ts'
import { PluginFailure } from '../plugins/failure.ts'
import { adviceOn } from './advice.ts'
import { type Arguments, issuesInToolsWords } from './arguments.ts'
import { internalMessage, RpcError, rpcCodes } from './rpc-error.ts'
import type { Tool } from './tools.ts'

/** issues that one answer tells, and the characters of each thing that it says: some quote what was sent */
const mostIssues = 50
const longest = 1000

export interface FailedCall {
  readonly services: Services
  readonly caller: Caller
  readonly requestId: string
  readonly tool: Tool
  readonly args: Arguments
  /** what the tool's own schema found */
  readonly issues: readonly Issue[]
}

/**
 * The text that tells a model of a failure, and what to do next. Missing rights and what nobody foresaw are thrown as
 * errors of JSON-RPC instead (specification 7.2).
 */
export async function failureText(error: unknown, call: FailedCall): Promise<string> {
  if (!(error instanceof OctavoError) || errorCodes[error.code].status === 500) throw unforeseen(error, call)
  if (error.code === 'FORBIDDEN') throw refusal(error, call)
  const { code, message, details } = error
  const found = details?.['issues']
  const advice = await adviceOn(error, call)
  const lines = Array.isArray(found)
    ? [
        `${code}: nothing was done, because of:`,
        ...issueLines(issuesInToolsWords(call.tool, found, call.issues)),
      ]
    : [`${code}: ${clipped(message)}`]
  return [...lines, ...(advice === null ? [] : [advice])].join('\n')
}

function clipped(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
}

function issueLines(issues: readonly Issue[]): string[] {
  const lines = issues
    .slice(0, mostIssues)
    .map(({ path, message }) =>
      path === '' ? `- ${clipped(message)}` : `- ${path.slice(0, 200)}: ${clipped(message)}`,
    )
  return issues.length > mostIssues ? [...lines, `- and ${issues.length - mostIssues} more`] : lines
}

/** The message is that of specification 7.2 and nothing more; what else stands in the way is in the data. */
function refusal({ message, details }: OctavoError, { caller, tool }: FailedCall): RpcError {
  const { scope } = permissions[tool.operation.permission]
  const reason = holdsScope(caller, scope) ? { reason: message } : {}
  const data = { ...details, requiredScope: scope, role: caller.role, ...reason }
  return new RpcError(rpcCodes.invalidRequest, `Insufficient scope: requires ${scope}`, data)
}

function unforeseen(error: unknown, { services, requestId, tool }: FailedCall): RpcError {
  const plugin = error instanceof PluginFailure ? error.pluginId : undefined
  services.log.error({ requestId, err: error, operation: tool.operation.name, plugin }, 'a tool failed')
  const culprit = plugin === undefined ? '' : ` The plugin "${plugin}" failed.`
  return new RpcError(rpcCodes.internalError, internalMessage(requestId) + culprit)
}
