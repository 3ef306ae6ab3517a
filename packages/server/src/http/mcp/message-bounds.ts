import { limits } from '@octavo/contract/limits'
import { errorReply } from './replies.ts'
import { rpcCodes } from './rpc-error.ts'

export const tooManyValues = `The message is too large: it has at most ${limits.mcpMessageValues.toLocaleString('en')} values beside those in the arguments of its tool.`

export const refusedSize = errorReply(413, rpcCodes.transport, tooManyValues)

/**
 * Whether a message has too many values outside the arguments of its tool. The SDK validates each value several times,
 * which would block the process.
 */
export function isTooLarge(message: unknown): boolean {
  const { params } = Object(message) as { params?: unknown }
  const { arguments: args } = Object(params) as { arguments?: unknown }
  let valuesLeft = limits.mcpMessageValues
  const fits = (value: unknown): boolean => {
    if (--valuesLeft < 0) return false
    if (typeof value !== 'object' || value === null) return true
    const members: unknown[] = Object.values(value)
    // Values in an argument are bounded with the input of the operation, so only the number of arguments counts here.
    if (value === args && members.length <= valuesLeft) return true
    return members.every(fits)
  }
  return !fits(message)
}
