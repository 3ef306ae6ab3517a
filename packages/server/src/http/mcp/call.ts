import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { operations } from '@octavo/contract/operations/registry'
import { type Caller, requirePermission } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { Encoded } from '../../platform/encoded.ts'
import { invoke } from '../../core/invoke.ts'
import { Conversion } from '../../content/rich-text/converter.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { type Arguments, type Projection, readArguments } from './arguments.ts'
import { withExamples } from './describing.ts'
import { type ToolFailure, toolFailure } from './failure.ts'
import { truncated } from './truncation.ts'
import { fieldIssues, project } from './projection.ts'
import { suggestNames } from './names.ts'
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

/** The result of a tool as JSON, or an error code and a description of the failure. */
export type ToolAnswer = { readonly text: string; readonly code?: undefined } | ToolFailure

/**
 * Runs a tool: calls its operation through `invoke`, with the arguments converted to the operation's input and the
 * result converted for a model. Throws RpcError for an unknown tool, missing rights and unexpected errors.
 */
export async function callTool(call: ToolCall): Promise<ToolAnswer> {
  const tool = toolNamed(call.name)
  const issues: Issue[] = []
  try {
    return { text: await run(tool, call, issues) }
  } catch (error) {
    return toolFailure(error, { ...call, tool, issues })
  }
}

export function toolNamed(name: string): Tool {
  const { byName } = toolbox()
  const tool = byName.get(name)
  if (tool !== undefined) return tool
  const shown = name.slice(0, 100)
  throw new RpcError(
    rpcCodes.invalidParams,
    `There is no tool "${shown}". ${suggestNames(shown, [...byName.keys()], 'tools')}`,
  )
}

async function run(tool: Tool, call: ToolCall, issues: Issue[]): Promise<string> {
  const { services, caller } = call
  const { operation } = tool
  // Checked before arguments cause any look-up, so that unauthorized callers learn nothing.
  requirePermission(caller, operation.permission)
  const { input, issues: found, projection } = readArguments(tool, call.args)
  issues.push(...found)
  const conversion = new Conversion(caller.userId ?? '')
  if (hasProjection(projection) || writes(tool))
    await prepare(tool, call, { input, projection, issues, conversion })
  const ask = (limit?: number): Promise<unknown> =>
    invoke(services, {
      operation,
      caller,
      input: limit === undefined ? input : { ...input, limit },
      issues,
    })
  return present(tool, call, { projection, conversion }, ask)
}

function hasProjection({ fields, format }: Projection): boolean {
  return fields !== undefined || format === 'markdown'
}

function writes({ operation }: Tool): boolean {
  return operation === operations.content.create || operation === operations.content.update
}

interface Prepared {
  input: Record<string, unknown>
  projection: Projection
  issues: Issue[]
  conversion: Conversion
}

/** Does what needs the fields of the collection: converts Markdown and checks the names in `fields`. */
async function prepare(
  tool: Tool,
  call: ToolCall,
  { input, projection, issues, conversion }: Prepared,
): Promise<void> {
  const { data } = input
  const isData = typeof data === 'object' && data !== null && !Array.isArray(data)
  const named = [...(isData ? Object.keys(data) : []), ...(projection.fields ?? [])]
  const collection = await collectionWith(call.services, input['collection'], named)
  if (collection === undefined) return
  issues.push(...fieldIssues(collection, projection))
  if (!writes(tool) || !isData) return
  const read = await withBlocks(data as Arguments, { ...call, collection, conversion, id: input['id'] })
  input['data'] = read.data
  issues.push(...read.issues)
}

/**
 * The collection. It is reloaded if it lacks one of the names, because another process may have just added the field.
 */
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

/** The collection of the call, else that of the returned item. */
function collectionOf({ collection }: Arguments, { item }: Arguments): string {
  return String(collection ?? (item as { type?: unknown } | undefined)?.type)
}

/** The result as text. Bytes from the database are passed on unchanged unless the call asks for another form. */
async function present(
  tool: Tool,
  { services, args }: ToolCall,
  { projection, conversion }: Pick<Prepared, 'projection' | 'conversion'>,
  ask: (limit?: number) => Promise<unknown>,
): Promise<string> {
  const first = await ask()
  const isList = tool.operation.mcp.list !== undefined
  if (
    first instanceof Encoded &&
    !hasProjection(projection) &&
    (!isList || first.data.length <= limits.mcpAnswer)
  )
    return first.data.toString()
  const { collections } = services.schema.current
  const shape = (result: unknown): Promise<Arguments> | Arguments => {
    const values = (result instanceof Encoded ? JSON.parse(result.data.toString()) : result) as Arguments
    if (tool.operation === operations.schema.getCollection) {
      const collection = collections.get(String(args['slug']))
      return collection === undefined ? values : withExamples(values, collection)
    }
    const collection = hasProjection(projection) ? collections.get(collectionOf(args, values)) : undefined
    return collection === undefined ? values : project(values, collection, projection, conversion)
  }
  return truncated(tool, projection, async (limit) => shape(limit === undefined ? first : await ask(limit)))
}
