import type { Services } from '../context.ts'
import { timeText } from '../time-text.ts'
import { whoIsThere } from '../users/people.ts'
import { makeLink } from './links.ts'

/**
 * What to tell the operator of a service that has no admin yet: a link with a new code, which whoever makes the first
 * admin needs. Null when there is one. Codes of earlier starts and of other processes work as well.
 */
export async function setupNotice(services: Services): Promise<string | null> {
  const { database, clock } = services
  if ((await whoIsThere({ db: database.reader })).admin) return null
  const now = timeText(clock())
  const { url } = await database.transaction('write', (db) =>
    makeLink({ db, now, services }, 'setup', { userId: null }),
  )
  return `There is no admin yet. Make the first one here: ${url}`
}
