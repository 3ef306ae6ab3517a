import { openServices } from '@octavo/server/app'
import { readConfig } from '@octavo/server/config'
import type { Services } from '@octavo/server/context'
import { createLog } from '@octavo/server/log'

/** Opens what the settings name, does the work, and closes it again whatever happened. */
export async function withServices<Result>(
  work: (services: Services) => Promise<Result>,
  { isSparing = false } = {},
): Promise<Result> {
  const config = readConfig(process.env)
  const services = await openServices({ config, log: createLog('warn'), isSparing })
  try {
    return await work(services)
  } finally {
    await services.database.close()
  }
}
