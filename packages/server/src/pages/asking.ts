import type { Operation } from '@octavo/contract/define'
import type { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import { invoke } from '../invoke.ts'

interface Question<Output extends z.ZodType> {
  readonly operation: Operation<z.ZodObject, Output>
  readonly caller: Caller
  readonly input?: object
}

/** What a page shows comes through the same path as everything: from an operation, as its caller may. */
export async function ask<Output extends z.ZodType>(
  services: Services,
  { operation, caller, input = {} }: Question<Output>,
): Promise<z.infer<Output>> {
  return (await invoke(services, { operation, caller, input })) as z.infer<Output>
}
