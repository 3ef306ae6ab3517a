import type { ReadContext, Services } from '../core/context.ts'
import { mediaCounterSql } from '../platform/database/access-version.ts'
import { exactBatchesOf, marksFor } from '../platform/database/batches.ts'
import type { Transaction } from '../platform/database/database.ts'

/**
 * What changes are counted of: live or all items of a collection by locale, terms by taxonomy, all media, or names of
 * people.
 */
export interface Counted {
  readonly scope: string
  /** a locale, or the name of a taxonomy; empty for none */
  readonly part: string
}

/** What the changes are summed up of; without parts, all of the scope. */
export interface CountedScope {
  readonly scope: string
  readonly parts: readonly string[] | null
}

/** A count rises by up to so much, so that one from before a restore does not come back for another state. */
const largestStep = 2 ** 20

/**
 * Raises counts. Each connection to the database has rows of its own, so writers do not wait for each other; a sum of
 * rows rises with each commit.
 */
export async function raiseCounts(
  { db, services }: { readonly db: Transaction; readonly services: Pick<Services, 'database'> },
  counted: readonly Counted[],
): Promise<void> {
  const { lane } = services.database.dialect
  const sorted = counted.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  for (const batch of exactBatchesOf(sorted))
    await db.run(
      `INSERT INTO change_counts (scope, part, lane, value) VALUES ${marksFor(batch, `(?, ?, ${lane}, ?)`)}
       ON CONFLICT (scope, part, lane) DO UPDATE SET value = change_counts.value + excluded.value`,
      batch.flatMap(({ scope, part }) => [scope, part, 1 + Math.floor(Math.random() * largestStep)]),
    )
}

export function keyOf({ scope, part }: Counted): string {
  return `${scope} ${part}`
}

export interface Counts {
  /** another text after each change of one of the scopes */
  readonly sum: string
  /** the counter of media at that time */
  readonly media: number
}

export async function readCounts(
  { db }: Pick<ReadContext, 'db'>,
  scopes: readonly CountedScope[],
): Promise<Counts> {
  const conditions = scopes.map(({ parts }) =>
    parts === null ? 'scope = ?' : `(scope = ? AND part IN (${marksFor([...parts, ''])}))`,
  )
  const counts = await db.bytes(
    `SELECT CAST(coalesce(sum(value), 0) AS TEXT) || ' ' || CAST(coalesce((${mediaCounterSql}), 0) AS TEXT) AS n FROM change_counts WHERE ${conditions.join(' OR ')}`,
    scopes.flatMap(({ scope, parts }) => (parts === null ? [scope] : [scope, ...parts, ''])),
  )
  const [sum = '', media] = (counts?.toString() ?? '').split(' ')
  return { sum, media: Number(media) }
}

/** Adds up the rows of connections that there are no longer. */
export async function foldCounts({ database }: Pick<Services, 'database'>): Promise<void> {
  const { openLanes } = database.dialect
  if (openLanes === null) return
  await database.transaction('maintenance', (tx) =>
    tx.run(
      `WITH closed AS (DELETE FROM change_counts WHERE lane <> 0 AND lane NOT IN (${openLanes}) RETURNING scope, part, value)
       INSERT INTO change_counts (scope, part, lane, value) SELECT scope, part, 0, sum(value) FROM closed GROUP BY scope, part
       ON CONFLICT (scope, part, lane) DO UPDATE SET value = change_counts.value + excluded.value`,
      [],
    ),
  )
}
