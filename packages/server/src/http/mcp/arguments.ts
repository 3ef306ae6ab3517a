import { controlNames } from '@octavo/contract/controls'
import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { keyOf, passedParameters } from '@octavo/contract/mcp'
import { broken } from '@octavo/contract/rules'
import { boundsIssue } from '../../core/input-bounds.ts'
import { issuesOf, unknownNames } from '../../platform/issues.ts'
import type { Tool } from './tools.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** The arguments that the MCP interface handles itself; `fields` and `cursor` select parts of the result. */
export interface Projection {
  readonly fields?: readonly string[] | undefined
  /** the cursor of the MCP interface, for a list that the operation returns without pages */
  readonly cursor?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly confirm?: string | undefined
}

export interface ReadArguments {
  /** the input of the operation, which `invoke` validates */
  readonly input: Record<string, unknown>
  /** issues with unknown arguments and with those that the MCP interface handles itself */
  readonly issues: readonly Issue[]
  readonly projection: Projection
}

/** Splits the arguments of a call into the input of the operation and those that the MCP interface handles itself. */
export function readArguments(
  { operation: { mcp }, interfaceInput, parameters }: Tool,
  given: Arguments,
): ReadArguments {
  // The objects have no prototype, so that an argument with the name `__proto__` is an ordinary key.
  const input: Record<string, unknown> = { __proto__: null, ...mcp.fixed }
  const ofInterface: Record<string, unknown> = { __proto__: null }
  const unknown: string[] = []
  // `passedParameters`: those that are passed on; `controlNames`: `dryRun` and `changeSet`, which `invoke` reads.
  const ofOperation = new Set<string>([...passedParameters(mcp), ...controlNames])
  for (const [parameter, value] of Object.entries(given)) {
    if (ofOperation.has(parameter)) input[keyOf(mcp, parameter)] = value
    else if (Object.hasOwn(interfaceInput.shape, parameter)) ofInterface[parameter] = value
    // It becomes part of the input, which `invoke` refuses with such a key.
    else if (parameter === '__proto__') input[parameter] = value
    else unknown.push(parameter)
  }
  const issues = unknownNames(unknown.slice(0, limits.issues), { at: '', known: parameters }, (hinted) =>
    broken('unknown', { hint: hinted }),
  )
  const tooLarge = boundsIssue(ofInterface, {})
  if (tooLarge !== null) return { input, issues: [...issues, tooLarge], projection: {} }
  const { success, data, error } = interfaceInput.safeParse(ofInterface)
  if (success) return { input, issues, projection: data }
  return { input, issues: [...issues, ...issuesOf(error, parameters, ofInterface)], projection: {} }
}

/**
 * All issues of a call, with the names of the tool's parameters. Those that the MCP interface has found (`toolIssues`)
 * already have such names; `invoke` reports them as the same objects, by which they are recognized here. The other
 * issues have the keys of the operation's input.
 */
export function issuesInToolsWords(
  { parameterOf }: Tool,
  issues: readonly Issue[],
  toolIssues: readonly Issue[],
): Issue[] {
  const ofTool = new Set(toolIssues)
  return issues.map((issue) => {
    if (ofTool.has(issue)) return issue
    const [head = '', ...rest] = issue.path.split('.')
    const path = [parameterOf.get(head) ?? head, ...rest].join('.')
    return { ...issue, path }
  })
}
