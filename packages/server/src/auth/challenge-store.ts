import type { WriteContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { insertRow } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'

export type ChallengeRow = Tables['challenges']

export async function insertChallenge({ db }: WriteContext, row: ChallengeRow): Promise<void> {
  await insertRow(db, 'challenges', row)
}

/**
 * Takes a challenge out of the database, in a transaction of its own: it is gone whatever becomes of the answer to
 * it, and of two answers at once one gets it.
 */
export async function takeChallengeRow(
  database: Database,
  { kind, hash, now }: { kind: string; hash: string; now: string },
): Promise<ChallengeRow | undefined> {
  const [row] = await database.transaction('write', (tx) =>
    tx.rows<ChallengeRow>(
      'DELETE FROM challenges WHERE hash = ? AND kind = ? AND expires_at > ? RETURNING *',
      [hash, kind, now],
    ),
  )
  return row
}
