import type { Issue } from '@octavo/contract/errors'
import { keyOf } from '@octavo/contract/mcp'
import { issuesOf } from '../issues.ts'
import { findUnsafe } from '../json-safety.ts'
import type { Tool } from './tools.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** How an answer is to look, and where it goes on. */
export interface Looks {
  readonly fields?: readonly string[] | undefined
  readonly format?: 'blocks' | 'markdown' | undefined
  /** the door's own, of a list that the operation answers at once */
  readonly cursor?: string | undefined
}

export interface ReadArguments {
  /** what the operation is given */
  readonly input: Record<string, unknown>
  /** what the tool's schema finds wrong, in the words of the tool */
  readonly issues: readonly Issue[]
  readonly looks: Looks
}

/** Brings the arguments of a call into the input of the operation: checked, with the tool's defaults, renamed. */
export function readArguments(tool: Tool, given: Arguments): ReadArguments {
  const { mcp } = tool.operation
  // Of what was given, not of what the schema makes of it: schemas drop some keys without a word.
  const unsafe = findUnsafe(given).issues
  const { success, data, error } = tool.input.safeParse(given, { error: missing })
  const values: Arguments = success ? data : given
  const input: Record<string, unknown> = { __proto__: null, ...mcp.fixed }
  for (const parameter of mcp.takes) {
    if (Object.hasOwn(values, parameter) && values[parameter] !== undefined)
      input[keyOf(mcp, parameter)] = values[parameter]
  }
  const issues = joined(unsafe, success ? [] : issuesOf(error, tool.parameters, given))
  if (!success) return { input, issues, looks: {} }
  const { fields, format, cursor } = data as Looks
  return { input, issues, looks: { fields, format, ...(!mcp.takes.includes('cursor') && { cursor }) } }
}

/** A schema would tell of what is not there as something of a wrong type. */
function missing({ code, input }: { code: string; input?: unknown }): string | undefined {
  return input === undefined && code.startsWith('invalid_') ? 'is required' : undefined
}

/** The first, and of the second what is about other places. */
function joined(first: readonly Issue[], second: readonly Issue[]): Issue[] {
  const told = new Set(first.map(({ path }) => path))
  return [...first, ...second.filter(({ path }) => !told.has(path))]
}

/** Issues of the operation in the words of the tool; those that the tool has found already are left out. */
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
