import type { Operation } from '@octavo/contract/define'
import { isDestructive } from '@octavo/contract/destructive'
import { z } from 'zod'

interface OutputSchema {
  readonly type: 'object'
  readonly required?: readonly string[]
}

/**
 * The output schema of a tool with its required members only. All tools are listed in one answer, which would be
 * three times as long with complete schemas; the descriptions of tools have the rest.
 */
export function outputSchemaOf(operation: Operation): OutputSchema {
  const { output } = operation
  // A tool that must be confirmed first answers in another form.
  if (isDestructive(operation)) return { type: 'object' }
  const members = output instanceof z.ZodObject ? Object.entries(output.shape as z.ZodRawShape) : []
  const required = members.filter(([, member]) => !isOptional(member)).map(([name]) => name)
  return { type: 'object', ...(required.length > 0 && { required }) }
}

function isOptional(member: z.core.$ZodType): boolean {
  return z.safeParse(member, undefined).success
}
