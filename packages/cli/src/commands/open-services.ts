import { readConfig } from '@octavo/server/config'
import type { Services } from '@octavo/server/core/context'
import { createLog } from '@octavo/server/platform/log'

/** Opens the services of the configured installation, runs the work, and always closes them. */
export async function withServices<Result>(
  work: (services: Services) => Promise<Result>,
  { isLowMemory = false } = {},
): Promise<Result> {
  const config = readConfig(process.env)
  // Loaded lazily, because the server is most of the start time: commands that fail, or that call another site, do not
  // need it.
  const { closeServices, openServices } = await import('@octavo/server/app')
  const services = await openServices({ config, log: createLog('warn'), isLowMemory })
  try {
    return await work(services)
  } finally {
    await closeServices(services)
  }
}
