import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { operations } from '@octavo/contract/operations/registry'
import { type Caller, demand } from '../caller.ts'
import type { Services } from '../context.ts'
import { Encoded } from '../encoded.ts'
import { invoke } from '../invoke.ts'
import { Conversion } from '../rich-text/converter.ts'
import type { CollectionModel } from '../schema/model.ts'
import { type Arguments, type Looks, readArguments } from './arguments.ts'
import { withExamples } from './describing.ts'
import { failureText } from './failure.ts'
import { fitted } from './fitting.ts'
import { fieldIssues, withLooks } from './looks.ts'
import { namesInstead } from './names.ts'
import { RpcError, rpcCodes } from './rpc-error.ts'
import { type Tool, toolbox } from './tools.ts'
import { withBlocks } from './writing.ts'

export interface ToolCall {
  readonly services: Services
  readonly caller: Caller
  readonly requestId: string
  readonly name: string
  readonly args: Arguments
}

/** The text that a tool answers: JSON of the result, or what went wrong. */
export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
}

/**
 * Runs a tool: its operation, by the one path of all doors, with the input as MCP names it and the result as a model
 * wants it. Throws RpcError for an unknown tool, for missing rights and for what nobody foresaw.
 */
export async function callTool(call: ToolCall): Promise<ToolAnswer> {
  const tool = toolNamed(call.name)
  const issues: Issue[] = []
  try {
    return { text: await run(tool, call, issues), isError: false }
  } catch (error) {
    return { text: await failureText(error, { ...call, tool, issues }), isError: true }
  }
}

export function toolNamed(name: string): Tool {
  const { byName } = toolbox()
  const tool = byName.get(name)
  if (tool !== undefined) return tool
  const shown = name.slice(0, 100)
  throw new RpcError(
    rpcCodes.invalidParams,
    `There is no tool "${shown}". ${namesInstead(shown, [...byName.keys()], 'tools')}`,
  )
}

async function run(tool: Tool, call: ToolCall, issues: Issue[]): Promise<string> {
  const { services, caller } = call
  const { operation } = tool
  // Before anything is looked up for the arguments: who may not call it learns nothing from it.
  demand(caller, operation.permission)
  const { input, issues: found, looks } = readArguments(tool, call.args)
  issues.push(...found)
  const conversion = new Conversion(caller.userId ?? '')
  if (hasLooks(looks) || writes(tool)) await prepare(tool, call, { input, looks, issues, conversion })
  const ask = (limit?: number): Promise<unknown> =>
    invoke(services, {
      operation,
      caller,
      input: limit === undefined ? input : { ...input, limit },
      issues,
    })
  return present(tool, call, { looks, conversion }, ask)
}

function hasLooks({ fields, format }: Looks): boolean {
  return fields !== undefined || format === 'markdown'
}

function writes({ operation }: Tool): boolean {
  return operation === operations.content.create || operation === operations.content.update
}

interface Prepared {
  input: Record<string, unknown>
  looks: Looks
  issues: Issue[]
  conversion: Conversion
}

/** What takes the collection's fields to do: reading Markdown, checking the names in `fields`. */
async function prepare(
  tool: Tool,
  call: ToolCall,
  { input, looks, issues, conversion }: Prepared,
): Promise<void> {
  const { data } = input
  const isData = typeof data === 'object' && data !== null && !Array.isArray(data)
  const named = [...(isData ? Object.keys(data) : []), ...(looks.fields ?? [])]
  const collection = await collectionWith(call.services, input['collection'], named)
  if (collection === undefined) return
  issues.push(...fieldIssues(collection, looks))
  if (!writes(tool) || !isData) return
  const read = await withBlocks(data as Arguments, { ...call, collection, conversion, id: input['id'] })
  input['data'] = read.data
  issues.push(...read.issues)
}

/** The collection; when it does not know all the names, as it may have become in another process a moment ago. */
async function collectionWith(
  { schema }: Services,
  slug: unknown,
  names: readonly string[],
): Promise<CollectionModel | undefined> {
  if (typeof slug !== 'string') return undefined
  const known = schema.current.collections.get(slug)
  if (known !== undefined && names.every((name) => known.field.has(name))) return known
  await schema.refresh()
  return schema.current.collections.get(slug)
}

/** The result as text: bytes from the database go out as they are where nothing else was asked for. */
async function present(
  tool: Tool,
  { services, args }: ToolCall,
  { looks, conversion }: Pick<Prepared, 'looks' | 'conversion'>,
  ask: (limit?: number) => Promise<unknown>,
): Promise<string> {
  const first = await ask()
  const isList = tool.operation.mcp.list !== undefined
  if (first instanceof Encoded && !hasLooks(looks) && (!isList || first.data.length <= limits.mcpAnswer))
    return first.data.toString()
  const { collections } = services.schema.current
  const shape = (result: unknown): Promise<Arguments> | Arguments => {
    const values = (result instanceof Encoded ? JSON.parse(result.data.toString()) : result) as Arguments
    if (tool.operation === operations.schema.getCollection) {
      const collection = collections.get(String(args['slug']))
      return collection === undefined ? values : withExamples(values, collection)
    }
    const collection = hasLooks(looks) ? collections.get(String(args['collection'])) : undefined
    return collection === undefined ? values : withLooks(values, collection, looks, conversion)
  }
  return fitted(tool, looks, async (limit) => shape(limit === undefined ? first : await ask(limit)))
}
