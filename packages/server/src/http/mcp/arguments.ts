import { controlNames } from '@octavo/contract/controls'
import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { keyOf, takenBy } from '@octavo/contract/mcp'
import { broken } from '@octavo/contract/rules'
import { boundsIssue } from '../../core/input-bounds.ts'
import { issuesOf, unknownNames } from '../../platform/issues.ts'
import type { Tool } from './tools.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** The parameters that the operation does not get; most select parts of the result. */
export interface Projection {
  readonly fields?: readonly string[] | undefined
  /** our own cursor, for a list that the operation returns without pages */
  readonly cursor?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly confirm?: string | undefined
}

export interface ReadArguments {
  /** the input of the operation, which `invoke` validates */
  readonly input: Record<string, unknown>
  /** issues with the arguments that the operation does not get */
  readonly issues: readonly Issue[]
  readonly projection: Projection
}

/** Splits the arguments of a call into the input of the operation and what selects parts of its result. */
export function readArguments(
  { operation: { mcp }, parts, parameters }: Tool,
  given: Arguments,
): ReadArguments {
  const input: Record<string, unknown> = { __proto__: null, ...mcp.fixed }
  const own: Record<string, unknown> = { __proto__: null }
  const unknown: string[] = []
  const taken = new Set<string>([...takenBy(mcp), ...controlNames])
  for (const [parameter, value] of Object.entries(given)) {
    if (taken.has(parameter)) input[keyOf(mcp, parameter)] = value
    else if (Object.hasOwn(parts.shape, parameter)) own[parameter] = value
    // Refused as every such key is.
    else if (parameter === '__proto__') input[parameter] = value
    else unknown.push(parameter)
  }
  const issues = unknownNames(unknown.slice(0, limits.issues), { at: '', known: parameters }, (hinted) =>
    broken('unknown', { hint: hinted }),
  )
  const tooLarge = boundsIssue(own, {})
  if (tooLarge !== null) return { input, issues: [...issues, tooLarge], projection: {} }
  const { success, data, error } = parts.safeParse(own)
  if (success) return { input, issues, projection: data }
  return { input, issues: [...issues, ...issuesOf(error, parameters, own)], projection: {} }
}

/** The operation's issues with the tool's parameter names, beside those that the tool has found itself. */
export function issuesInToolsWords(
  { parameterOf }: Tool,
  issues: readonly Issue[],
  own: readonly Issue[],
): Issue[] {
  const ofTool = new Set(own)
  return issues.map((issue) => {
    if (ofTool.has(issue)) return issue
    const [head = '', ...rest] = issue.path.split('.')
    const path = [parameterOf.get(head) ?? head, ...rest].join('.')
    return issue.rule === 'required' ? { path, ...broken('required') } : { ...issue, path }
  })
}
