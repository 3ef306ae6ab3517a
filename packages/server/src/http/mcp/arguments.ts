import type { Issue } from '@octavo/contract/errors'
import { keyOf } from '@octavo/contract/mcp'
import { invalid } from '../../platform/errors.ts'
import { boundsIssue } from '../../core/input-bounds.ts'
import { issuesOf } from '../../platform/issues.ts'
import { findUnsafe } from '../../platform/json-safety.ts'
import type { Tool } from './tools.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** The parameters that select the form of a result and the position in a list. */
export interface Projection {
  readonly fields?: readonly string[] | undefined
  readonly format?: 'blocks' | 'markdown' | undefined
  /** our own cursor, for a list that the operation returns without pages */
  readonly cursor?: string | undefined
}

export interface ReadArguments {
  /** the input of the operation */
  readonly input: Record<string, unknown>
  /** issues that the tool's schema has found, with the parameter names of the tool */
  readonly issues: readonly Issue[]
  readonly projection: Projection
}

/**
 * Converts the arguments of a call to the input of the operation: validates, applies the tool's defaults and renames.
 */
export function readArguments(tool: Tool, given: Arguments): ReadArguments {
  const { mcp } = tool.operation
  const tooLarge = boundsIssue(given, tool.operation)
  if (tooLarge !== null) throw invalid([tooLarge])
  // Checks the given value, because schemas silently drop some keys.
  const unsafe = findUnsafe(given).issues
  const { success, data, error } = tool.input.safeParse(given, { error: missing })
  const values: Arguments = success ? data : given
  const input: Record<string, unknown> = { __proto__: null, ...mcp.fixed }
  for (const parameter of mcp.takes) {
    if (Object.hasOwn(values, parameter) && values[parameter] !== undefined)
      input[keyOf(mcp, parameter)] = values[parameter]
  }
  const issues = joined(unsafe, success ? [] : issuesOf(error, tool.parameters, given))
  if (!success) return { input, issues, projection: {} }
  const { fields, format, cursor } = data as Projection
  return { input, issues, projection: { fields, format, ...(!mcp.takes.includes('cursor') && { cursor }) } }
}

/** A schema reports a missing value as a value of the wrong type. */
function missing({ code, input }: { code: string; input?: unknown }): string | undefined {
  return input === undefined && code.startsWith('invalid_') ? 'is required' : undefined
}

/** All issues of the first list, and those of the second at other paths. */
function joined(first: readonly Issue[], second: readonly Issue[]): Issue[] {
  const reportedPaths = new Set(first.map(({ path }) => path))
  return [...first, ...second.filter(({ path }) => !reportedPaths.has(path))]
}

/** The operation's issues with the tool's parameter names, without those that the tool has already found. */
export function issuesInToolsWords(
  { parameterOf }: Tool,
  issues: readonly Issue[],
  own: readonly Issue[],
): Issue[] {
  const ofTool = new Set(own)
  const others = issues
    .filter((issue) => !ofTool.has(issue))
    .map(({ path, message }) => {
      const [head = '', ...rest] = path.split('.')
      return { path: [parameterOf.get(head) ?? head, ...rest].join('.'), message }
    })
  return joined(own, others)
}
