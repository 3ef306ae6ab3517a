import {
  interfaceInput,
  isTool,
  keyOf,
  narrowedInput,
  passedParameters,
  type ToolOperation,
  toolInput,
} from '@octavo/contract/mcp'
import type { McpBinding } from '@octavo/contract/define'
import { operationList } from '@octavo/contract/operations/registry'
import type { Toolset } from '@octavo/contract/toolsets'
import { z } from 'zod'
import { outputSchemaOf } from './output-schema.ts'

/** A tool, with its operation and what is derived from its MCP binding. */
export interface Tool {
  readonly name: string
  readonly operation: ToolOperation
  /** validates the input of the operation, by the tool's narrower rules too */
  readonly narrowed: z.ZodObject
  /** validates the arguments that the MCP interface handles itself, such as `fields` */
  readonly interfaceInput: z.ZodObject
  /** all parameters, for suggestions after a wrong name */
  readonly parameters: readonly string[]
  /** key of the operation's input → parameter of the tool, where they differ */
  readonly parameterOf: ReadonlyMap<string, string>
}

export interface Toolbox {
  readonly byName: ReadonlyMap<string, Tool>
  /** the entries of `tools/list`, for clients who read structured content and for the others */
  readonly lists: Readonly<Record<'structured' | 'plain', ListedTools>>
  /** whether it has more than the tools of every client */
  readonly hasToolsets: boolean
}

interface ListedTools {
  readonly entries: readonly ListedTool[]
  readonly json: string
}

export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  readonly annotations: object
  readonly outputSchema?: object
}

let cachedTools: readonly Tool[] | undefined
/** cache: names of toolsets → their toolbox */
const toolboxes = new Map<string, Toolbox>()

/** All tools of all toolsets, built on first use, so that a service without MCP clients starts faster. */
export function everyTool(): readonly Tool[] {
  cachedTools ??= operationList.filter(isTool).map(toolOf)
  return cachedTools
}

/** The tools that all clients have, and those of the toolsets. */
export function toolbox(toolsets: readonly Toolset[]): Toolbox {
  const key = toolsets.join(',')
  const found = toolboxes.get(key) ?? newToolbox(new Set(toolsets))
  toolboxes.set(key, found)
  return found
}

function newToolbox(toolsets: ReadonlySet<Toolset>): Toolbox {
  const tools = everyTool().filter(({ operation: { mcp } }) => isOffered(mcp, toolsets))
  // Only clients with the tools for change-sets see the parameter `changeSet`, because the list should be short.
  const listsSets = toolsets.has('changes')
  const plain = tools.map((tool) => describe(tool, listsSets))
  const structured = tools.map((tool) => ({
    ...describe(tool, listsSets),
    outputSchema: outputSchemaOf(tool.operation),
  }))
  return {
    byName: new Map(tools.map((tool) => [tool.name, tool])),
    lists: { plain: listOf(plain), structured: listOf(structured) },
    hasToolsets: toolsets.size > 0,
  }
}

function isOffered({ toolset }: McpBinding, toolsets: ReadonlySet<Toolset>): boolean {
  return toolset === undefined || toolsets.has(toolset)
}

function listOf(entries: readonly ListedTool[]): ListedTools {
  return { entries, json: JSON.stringify(entries) }
}

function toolOf(operation: ToolOperation): Tool {
  const { mcp } = operation
  // A client can pass `changeSet` even if its list of tools does not have it.
  const input = toolInput(operation, { listsSets: true })
  return {
    name: mcp.tool,
    operation,
    narrowed: narrowedInput(operation),
    interfaceInput: interfaceInput(operation),
    parameters: Object.keys(input.shape),
    parameterOf: new Map(passedParameters(mcp).map((parameter) => [keyOf(mcp, parameter), parameter])),
  }
}

/** The entry of a tool in `tools/list`. */
function describe({ name, operation }: Tool, listsSets: boolean): ListedTool {
  const { mcp, summary } = operation
  return {
    name,
    title: titleOf(summary),
    description: mcp.description,
    inputSchema: jsonSchema(toolInput(operation, { listsSets })),
    annotations: { ...effectOf(mcp), openWorldHint: false },
  }
}

/**
 * The hints about the effect of a tool. The protocol defines all except the first only for tools that change something.
 */
function effectOf({ readOnly = false, destructive = false, idempotent = false }: McpBinding): object {
  if (readOnly) return { readOnlyHint: true }
  return { readOnlyHint: false, destructiveHint: destructive, idempotentHint: idempotent }
}

/** The first part of a summary, as a short title. */
function titleOf(summary: string): string {
  return summary.split(/[,;:]/, 1)[0] ?? summary
}

/** keywords of JSON Schema that the list of tools leaves out */
const unlistedKeywords = ['examples', 'minItems', 'maxItems', 'minLength', 'maxLength'] as const

function jsonSchema(input: z.ZodObject): object {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema: part }) => {
      // `propertyNames` of any object is redundant, and some clients reject it.
      delete part.propertyNames
      // The list takes space in the context of a model. The operation checks these bounds, and its errors name them.
      for (const name of unlistedKeywords) delete part[name]
      // Other values allow any member, which is the default.
      if (part.additionalProperties !== false) delete part.additionalProperties
    },
  })
  return schema
}
