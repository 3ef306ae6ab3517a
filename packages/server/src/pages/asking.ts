import type { Operation } from '@octavo/contract/define'
import type { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Services } from '../context.ts'
import { invoke } from '../invoke.ts'

/** What a page shows comes through the same path as everything: an operation that needs no input, as its caller may. */
export async function ask<Output extends z.ZodType>(
  services: Services,
  { operation, caller }: { operation: Operation<z.ZodObject, Output>; caller: Caller },
): Promise<z.infer<Output>> {
  return (await invoke(services, { operation, caller, input: {} })) as z.infer<Output>
}
