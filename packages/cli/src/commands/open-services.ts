import { readConfig } from '@octavo/server/config'
import type { Services } from '@octavo/server/core/context'
import { createLog } from '@octavo/server/platform/log'

/** Opens what the settings name, does the work, and closes it again whatever happened. */
export async function withServices<Result>(
  work: (services: Services) => Promise<Result>,
  { isLowMemory = false } = {},
): Promise<Result> {
  const config = readConfig(process.env)
  // Loaded here: the service is most of what a start takes, and commands that fail or ask another site need none of it.
  const { closeServices, openServices } = await import('@octavo/server/app')
  const services = await openServices({ config, log: createLog('warn'), isLowMemory })
  try {
    return await work(services)
  } finally {
    await closeServices(services)
  }
}
