import type { Operation } from '@octavo/contract/define'
import type { z } from 'zod'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { invoke } from '../../core/invoke.ts'

interface Question<Output extends z.ZodType> {
  readonly operation: Operation<z.ZodObject, Output>
  readonly caller: Caller
  readonly input?: object
}

/** Calls an operation for a page, through `invoke` and with the rights of the caller. */
export async function ask<Output extends z.ZodType>(
  services: Services,
  { operation, caller, input = {} }: Question<Output>,
): Promise<z.infer<Output>> {
  return (await invoke(services, { operation, caller, input })) as z.infer<Output>
}
