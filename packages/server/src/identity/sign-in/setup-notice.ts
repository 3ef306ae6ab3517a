import type { Services } from '../../core/context.ts'
import { timeText } from '../../platform/time-text.ts'
import { findExistingUsers } from '../users/users.ts'
import { makeLink } from './links.ts'

/**
 * A notice for the operator of a service without an admin: a link with a new code to create the first one. Null if
 * there is an admin. Codes of earlier starts and other processes stay valid.
 */
export async function setupNotice(services: Services): Promise<string | null> {
  const { database, clock } = services
  if ((await findExistingUsers({ db: database.reader })).admin) return null
  const now = timeText(clock())
  const { url } = await database.transaction('write', (db) =>
    makeLink({ db, now, services }, 'setup', { userId: null }),
  )
  return `There is no admin yet. Create the first one here: ${url}`
}
