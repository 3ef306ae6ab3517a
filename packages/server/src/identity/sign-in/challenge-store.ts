import type { WriteContext } from '../../core/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { insertRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type ChallengeRow = Tables['challenges']

export async function insertChallenge({ db }: WriteContext, row: ChallengeRow): Promise<void> {
  await insertRow(db, 'challenges', row)
}

/**
 * Deletes and returns a challenge in a separate transaction, so that it is used up even if the response fails, and only
 * one of two concurrent responses gets it.
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
