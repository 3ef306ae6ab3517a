import type { WriteContext } from '../../core/context.ts'
import { accessCounterSql } from '../../platform/database/access-version.ts'
import { raiseCounter } from '../../platform/database/rows.ts'

/**
 * Signals to every process that rights or credentials have changed, so that the change takes effect with the next
 * request of the person. Call it after every removal of rights; additions need no signal.
 */
export async function bumpAccessVersion({ db }: WriteContext): Promise<void> {
  await raiseCounter(db, 'access')
}

/**
 * Serializes transactions that change who is an admin, because two concurrent ones could remove the last two admins.
 */
export async function serializeAdminChanges({ db, services }: WriteContext): Promise<void> {
  // The one row that all of them lock first.
  await db.rows(accessCounterSql + services.database.dialect.lock('update'), [])
}
