import type { Operation } from '@octavo/contract/define'
import type { Services } from '@octavo/server/core/context'
import { OctavoError } from '@octavo/server/platform/errors'
import { CommandError } from '../command-error.ts'

interface OperatorCall {
  readonly operation: Operation
  readonly input: Readonly<Record<string, unknown>>
  /** key of the input → the option that it came from, where the names differ */
  readonly options?: Readonly<Record<string, string>>
}

/** Calls an operation as the operator; problems of the input name the command-line options. */
export async function call(
  services: Services,
  { operation, input, options = {} }: OperatorCall,
): Promise<unknown> {
  const [{ invoke }, { serviceCaller }] = await Promise.all([
    import('@octavo/server/core/invoke'),
    import('@octavo/server/core/caller'),
  ])
  try {
    return await invoke(services, { operation, caller: serviceCaller('cli'), input })
  } catch (error) {
    throw error instanceof OctavoError ? byOptions(error, options) : error
  }
}

function byOptions(error: OctavoError, options: Readonly<Record<string, string>>): Error {
  const issues = error.details?.['issues']
  if (error.code !== 'VALIDATION_ERROR' || !Array.isArray(issues)) return error
  const problems = (issues as { path: string; message: string }[]).map(({ path, message }) => {
    const [key = ''] = path.split('.')
    return `${options[key] ?? `--${key}`}: ${message}`
  })
  return new CommandError(`${problems.join('; ')}.`, { cause: error })
}
