import type { Operation } from '@octavo/contract/define'
import { isDestructive } from '@octavo/contract/destructive'
import { z } from 'zod'

interface OutputSchema {
  readonly type: 'object'
  readonly required?: readonly string[]
}

/**
 * The output schema of a tool, which only names the required members. All tools are listed in one answer, which would
 * be three times as long with complete schemas; the descriptions of the tools say what else there is.
 */
export function outputSchemaOf(operation: Operation): OutputSchema {
  const { output } = operation
  // The first answer of a tool that must be confirmed has another form, so no member is required.
  if (isDestructive(operation)) return { type: 'object' }
  const members = output instanceof z.ZodObject ? Object.entries(output.shape as z.ZodRawShape) : []
  const required = members.filter(([, member]) => !isOptional(member)).map(([name]) => name)
  return { type: 'object', ...(required.length > 0 && { required }) }
}

function isOptional(member: z.core.$ZodType): boolean {
  return z.safeParse(member, undefined).success
}
