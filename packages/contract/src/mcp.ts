import { z } from 'zod'
import type { TokenPermission } from './access.ts'
import { toolControlShape } from './control-inputs.ts'
import type { McpBinding, Operation } from './define.ts'
import { isDestructive } from './destructive.ts'
import { limits } from './limits.ts'
import { cursor } from './operations/shapes.ts'

/** An operation that MCP offers: it always has a permission, and so a scope. */
export type ToolOperation = Operation & { readonly mcp: McpBinding; readonly permission: TokenPermission }

export function isTool(operation: Operation): operation is ToolOperation {
  return operation.mcp !== undefined
}

/** Parameters of tools whose result contains field values: which fields, and the format of rich text. */
const dataParameters = {
  fields: z.array(z.string().max(limits.fieldSlug)).min(1).max(limits.fieldsPerCollection).optional().meta({
    description: 'only these, e.g. title',
  }),
  format: z.enum(['blocks', 'markdown']).optional().meta({
    description: 'of rich text answered',
  }),
}

/**
 * The idempotency key, a parameter of tools that create something: a repeated call with the same key creates nothing.
 */
const idempotencyKey = z.string().optional().meta({ description: 'same key: done once' })

const confirm = z.string().optional().meta({ description: 'token of the first answer' })

/** Descriptions of parameters that many tools have; they are shorter than those of the reference. */
const briefDescriptions: Readonly<Record<string, string>> = { collection: 'its slug', cursor: 'nextCursor' }

/**
 * The parameters of a tool as `tools/list` describes them: those of the operation, narrowed and renamed as its binding
 * says, then those that only tools have, such as `fields` and `confirm`. `listsSets`: the client asked for the toolset
 * for change-sets, so tools have the parameter `changeSet`.
 */
export function toolInput(operation: ToolOperation, listing = { listsSets: false }): z.ZodObject {
  const { mcp, input, takesIdempotencyKey } = operation
  // A parameter is described by its own schema in the binding (`changed`), or else by the operation's.
  const ofOperation = mcp.takes.map((parameter) => {
    const schema = mcp.changed?.[parameter] ?? input.shape[keyOf(mcp, parameter)]
    if (schema === undefined)
      throw new Error(`${mcp.tool} takes ${parameter}, which its operation does not know.`)
    return [
      parameter,
      withDescription(schema, mcp.described?.[parameter] ?? briefDescriptions[parameter]),
    ] as const
  })
  return z.strictObject({
    ...Object.fromEntries(ofOperation),
    ...(isSplitByMcp(mcp) && { cursor: withDescription(cursor, briefDescriptions['cursor']) }),
    ...(mcp.showsData === true && dataParameters),
    ...(takesIdempotencyKey === true && { idempotencyKey }),
    ...(isDestructive(operation) && { confirm }),
    ...toolControlShape(operation, listing),
  })
}

function withDescription(schema: z.ZodType, description: string | undefined): z.ZodType {
  return description === undefined ? schema : schema.meta({ ...schema.meta(), description })
}

/**
 * The parameters of a tool that the MCP interface handles itself and does not pass on to the operation. `format` is not
 * among them: it is a key of the operation's input.
 */
export function interfaceInput(operation: ToolOperation): z.ZodObject {
  const { mcp, takesIdempotencyKey } = operation
  return z.strictObject({
    ...(isSplitByMcp(mcp) && { cursor }),
    ...(mcp.showsData === true && { fields: dataParameters.fields }),
    ...(takesIdempotencyKey === true && { idempotencyKey }),
    ...(isDestructive(operation) && { confirm }),
  })
}

/** The parameters of a tool that are passed on to its operation. */
export function passedParameters(mcp: McpBinding): readonly string[] {
  return mcp.showsData === true ? [...mcp.takes, 'format'] : mcp.takes
}

/** The input of the operation as a tool takes it: a value must fit both the tool's schema and the operation's. */
export function narrowedInput({ mcp, input }: ToolOperation): z.ZodObject {
  // `passedParameters` can contain `format`: the input of these operations has a key of this name.
  const passed = passedParameters(mcp).map((parameter) => {
    const key = keyOf(mcp, parameter)
    const schema = input.shape[key] as z.ZodType
    const changed = mcp.changed?.[parameter]
    return [
      key,
      changed === undefined ? schema : changed.pipe(schema as z.ZodType<unknown, unknown>),
    ] as const
  })
  const fixed = Object.keys(mcp.fixed ?? {}).map((key) => [key, input.shape[key] as z.ZodType] as const)
  return z.strictObject(Object.fromEntries([...passed, ...fixed]))
}

/** The key of the operation's input that a parameter of a tool is mapped to. */
export function keyOf({ renamed }: McpBinding, parameter: string): string {
  return renamed?.[parameter] ?? parameter
}

/**
 * Whether a tool returns pages of a list that its operation returns as a whole: the MCP interface splits it, with its
 * own cursor.
 */
export function isSplitByMcp({ list, takes }: McpBinding): boolean {
  return list !== undefined && !takes.includes('cursor')
}
