import type { Operation } from '@octavo/contract/define'
import { authorize } from './caller.ts'
import type { ReadContext } from './context.ts'

/** An operation with its input, as its schema has parsed it. */
export interface Performance {
  readonly operation: Operation
  readonly input: unknown
}

/**
 * Performs an operation within a transaction, or a read, that is open already: the rights of the caller of `context`, then
 * the handler. Several operations form one transaction so, with one audit trail and one set of effects after the commit.
 */
export async function performWithin(
  context: ReadContext,
  { operation, input }: Performance,
): Promise<unknown> {
  authorize(context.caller, operation)
  return runHandler(context, { operation, input })
}

/** The same for a caller whose rights have been checked. */
export function runHandler(context: ReadContext, { operation, input }: Performance): Promise<unknown> {
  const handler = context.services.operations.handlers.get(operation)
  if (handler === undefined) throw new Error(`There is no handler for ${operation.name}.`)
  return handler(context, input)
}
