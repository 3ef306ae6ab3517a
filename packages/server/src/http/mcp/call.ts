import { schemaFor } from '../../core/schema-for.ts'
import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { operations } from '@octavo/contract/operations/registry'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { Encoded } from '../../platform/encoded.ts'
import { invoke } from '../../core/invoke.ts'
import { type Arguments, type Projection, readArguments } from './arguments.ts'
import { type Confirmation, confirmationOf, confirmationText } from './confirming.ts'
import { withExamples } from './describing.ts'
import { type ToolFailure, toolFailure } from './failure.ts'
import { truncated } from './truncation.ts'
import { acknowledge, fieldIssues, project } from './projection.ts'
import { suggestNames } from './names.ts'
import { parsedResult } from './parsed-result.ts'
import { RpcError, rpcCodes } from './rpc-error.ts'
import { everyTool, type Tool, type Toolbox } from './tools.ts'

export interface ToolCall {
  readonly services: Services
  readonly caller: Caller
  readonly requestId: string
  /** the tools that the client has */
  readonly tools: Toolbox
  readonly name: string
  readonly args: Arguments
}

/** The result of a tool as JSON. */
interface ToolResult {
  readonly text: string
  /** `text` as bytes, if the database built the JSON */
  readonly bytes?: Buffer
  /** the person has to confirm the call first */
  readonly confirmation?: Confirmation
  /** id of the change that the tool has made */
  readonly changeId?: string | undefined
  readonly code?: undefined
}

/** The result of a tool, or an error code and a description of the failure. */
export type ToolAnswer = ToolResult | ToolFailure

/**
 * Runs a tool: calls its operation through `invoke`, with the arguments converted to the operation's input and the
 * result converted for a model. Throws RpcError for an unknown tool, missing rights and unexpected errors.
 */
export async function callTool(call: ToolCall): Promise<ToolAnswer> {
  const tool = toolNamed(call)
  // A copy of the issues that `run` passes to `invoke`, which throws them with those of the input. `toolFailure` needs
  // to know them, because they already have the names of the tool's parameters.
  const issues: Issue[] = []
  try {
    return await run(tool, call, issues)
  } catch (error) {
    const confirmation = confirmationOf(error)
    if (confirmation !== null) return { text: confirmationText(confirmation, call.args), confirmation }
    return toolFailure(error, { ...call, tool, issues })
  }
}

function toolNamed({ name, tools: { byName } }: ToolCall): Tool {
  const tool = byName.get(name)
  if (tool !== undefined) return tool
  const shortName = name.slice(0, 100)
  const toolset = everyTool().find((other) => other.name === name)?.operation.mcp.toolset
  if (toolset !== undefined) {
    throw new RpcError(
      rpcCodes.invalidParams,
      `The tool "${shortName}" is in the toolset "${toolset}": connect to the address of this endpoint with ?toolsets=${toolset}.`,
    )
  }
  throw new RpcError(
    rpcCodes.invalidParams,
    `There is no tool "${shortName}". ${suggestNames(shortName, [...byName.keys()], 'tools')}`,
  )
}

/** Calls the operation of a tool; adds the issues that it finds in the arguments to `issues`. */
async function run(tool: Tool, call: ToolCall, issues: Issue[]): Promise<ToolResult> {
  const { services, caller } = call
  const { operation, narrowed } = tool
  const { input, issues: found, projection } = readArguments(tool, call.args)
  issues.push(...found)
  let changeId: string | undefined
  const isList = operation.mcp.list !== undefined
  /** Calls the operation, for at most `limit` items; without one, as the arguments say. */
  const ask = (limit?: number): Promise<unknown> =>
    invoke(services, {
      operation,
      caller,
      input: limit === undefined ? input : { ...input, limit },
      schema: narrowed,
      issues: found,
      idempotencyKey: projection.idempotencyKey,
      confirmation: projection.confirm,
      findIssues: async () => {
        const wrong = await namesIssues(call, input, projection)
        issues.push(...wrong)
        return wrong
      },
      onChange: (id) => (changeId = id),
      // `limit` is here too, because a list of items by their ids does not read it from the input.
      shown: { fields: projection.fields, items: limit, ...(isList && { bytes: limits.mcpAnswer }) },
    })
  const result = await present(tool, call, projection, ask)
  if (changeId === undefined) return result
  return { ...(call.tools.hasToolsets ? withChangeId(result, changeId) : result), changeId }
}

/** Adds the id of the change to the result, because models do not see `_meta`, and `changes_undo` takes the id. */
function withChangeId({ text }: ToolResult, changeId: string): ToolResult {
  const separator = text === '{}' ? '' : ','
  return { text: `${text.slice(0, -1)}${separator}"changeId":"${changeId}"}` }
}

/**
 * Checks the names in `fields`, which depend on the collection. The schema is reloaded first if it lacks one of them,
 * because another process may have just added it.
 */
async function namesIssues(
  { services, caller }: ToolCall,
  input: Arguments,
  projection: Projection,
): Promise<readonly Issue[]> {
  const { fields } = projection
  if (fields === undefined) return []
  await services.schema.collectionWith(input['collection'], fields)
  const collection = schemaFor(services, caller).collections.get(String(input['collection']))
  return collection === undefined ? [] : fieldIssues(collection, projection)
}

/** The result as text. Bytes from the database are passed on unchanged unless the call asks for another form. */
async function present(
  tool: Tool,
  { services, args, caller }: ToolCall,
  projection: Projection,
  ask: (limit?: number) => Promise<unknown>,
): Promise<ToolResult> {
  const first = await ask()
  const isList = tool.operation.mcp.list !== undefined
  // The model has just sent the values of a change, so its answer has only short ones unless the call asks for them (by
  // `fields` or `format`).
  const isAcknowledged =
    tool.operation.mcp.readOnly !== true && projection.fields === undefined && args['format'] === undefined
  const isConverted = isAcknowledged || projection.fields !== undefined
  if (first instanceof Encoded && !isConverted && (!isList || first.data.length <= limits.mcpAnswer))
    return { text: first.data.toString(), bytes: first.data }
  const { collections } = schemaFor(services, caller)
  const shape = (result: unknown): Arguments => {
    const values = parsedResult(result)
    if (tool.operation === operations.schema.getCollection) {
      const collection = collections.get(String(args['slug']))
      return collection === undefined ? values : withExamples(values, collection)
    }
    if (isAcknowledged) return acknowledge(values)
    return projection.fields === undefined ? values : project(values, projection)
  }
  // A list that is too long is requested again, with a limit.
  const text = await truncated(tool, projection, async (limit) =>
    shape(limit === undefined ? first : await ask(limit)),
  )
  return { text }
}
