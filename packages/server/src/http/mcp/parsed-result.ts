import { Encoded } from '../../platform/encoded.ts'
import type { Arguments } from './arguments.ts'

/** The values of a result, parsed where the database built their JSON. */
export function parsedResult(result: unknown): Arguments {
  return (result instanceof Encoded ? JSON.parse(result.data.toString()) : result) as Arguments
}
