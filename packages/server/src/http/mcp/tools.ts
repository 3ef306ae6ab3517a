import {
  isTool,
  keyOf,
  narrowedInput,
  partsInput,
  takenBy,
  type ToolOperation,
  toolInput,
} from '@octavo/contract/mcp'
import { operationList } from '@octavo/contract/operations/registry'
import { z } from 'zod'

/** A tool, with its operation and what is derived from its MCP binding. */
export interface Tool {
  readonly name: string
  readonly operation: ToolOperation
  /** what `tools/list` describes */
  readonly input: z.ZodObject
  /** validates the input of the operation */
  readonly narrowed: z.ZodObject
  /** validates the arguments that the operation does not get */
  readonly parts: z.ZodObject
  readonly parameters: readonly string[]
  /** key of the operation's input → parameter of the tool, where they differ */
  readonly parameterOf: ReadonlyMap<string, string>
}

interface Toolbox {
  readonly byName: ReadonlyMap<string, Tool>
  /** the entries of `tools/list`, and their JSON */
  readonly list: readonly object[]
  readonly listJson: string
}

let made: Toolbox | undefined

/** All tools, built on first use, so that a service without MCP clients starts faster. */
export function toolbox(): Toolbox {
  made ??= make()
  return made
}

function make(): Toolbox {
  const all = operationList.filter(isTool).map(toolOf)
  const list = all.map(describe)
  return {
    byName: new Map(all.map((tool) => [tool.name, tool])),
    list,
    listJson: JSON.stringify(list),
  }
}

function toolOf(operation: ToolOperation): Tool {
  const { mcp } = operation
  const input = toolInput(operation)
  return {
    name: mcp.tool,
    operation,
    input,
    narrowed: narrowedInput(operation),
    parts: partsInput(operation),
    parameters: Object.keys(input.shape),
    parameterOf: new Map(takenBy(mcp).map((parameter) => [keyOf(mcp, parameter), parameter])),
  }
}

/** The entry of a tool in `tools/list`. */
function describe({ name, operation: { mcp, summary }, input }: Tool): object {
  const { readOnly = false, destructive = false } = mcp
  return {
    name,
    title: summary,
    description: mcp.description,
    inputSchema: jsonSchema(input),
    annotations: readOnly ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: destructive },
  }
}

function jsonSchema(input: z.ZodObject): object {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema: part }) => {
      // `propertyNames` of any object is redundant, and some clients reject it.
      delete part.propertyNames
      if (part.additionalProperties !== false) delete part.additionalProperties
    },
  })
  return schema
}
