import type { WriteContext } from '../context.ts'
import { accessVersionSql } from '../database/access-version.ts'
import { raiseCounter } from '../database/rows.ts'

/**
 * Tells every process that someone's rights or way in have changed, so that it holds from their next request on. To be
 * called by all that takes rights away: what is new is found without.
 */
export async function bumpAccessVersion({ db }: WriteContext): Promise<void> {
  await raiseCounter(db, 'access')
}

/** Lets one transaction at a time decide who may administer the service: two could take each other's right away. */
export async function decideAlone({ db, services }: WriteContext): Promise<void> {
  await db.rows(accessVersionSql + services.database.dialect.lock('update'), [])
}
