import type { Operation } from '@octavo/contract/define'
import type { ReadContext } from './context.ts'

/** An operation with its input, as its schema has parsed it. */
export interface Performance {
  readonly operation: Operation
  readonly input: unknown
}

/** Runs the handler of an operation for a caller whose rights have been checked. */
export function runHandler(context: ReadContext, { operation, input }: Performance): Promise<unknown> {
  const handler = context.services.operations.handlers.get(operation)
  if (handler === undefined) throw new Error(`There is no handler for ${operation.name}.`)
  return handler(context, input)
}
