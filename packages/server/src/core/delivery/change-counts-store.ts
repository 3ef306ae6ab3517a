import type { ReadContext, Services } from '../context.ts'
import { mediaCounterSql } from '../../platform/database/access-version.ts'
import { exactBatchesOf, marksFor } from '../../platform/database/batches.ts'
import type { Transaction } from '../../platform/database/database.ts'

/**
 * A kind of objects whose changes are counted: live or all items of a collection by locale, terms by taxonomy, all
 * media, or names of people.
 */
export interface Counted {
  readonly scope: string
  /** a locale, or the name of a taxonomy; empty for none */
  readonly part: string
}

/** A scope with the parts whose counts make its version; null: all parts. */
export interface CountedScope {
  readonly scope: string
  readonly parts: readonly string[] | null
}

/**
 * A count rises by a random number up to this, so that after a restore it does not take a value again that stood for
 * another state.
 */
const largestStep = 2 ** 20

/**
 * Raises counts. Each connection to the database has rows of its own (`lane`: the number of the connection), so writers
 * do not wait for each other; a sum of rows rises with each commit.
 */
export async function raiseCounts(
  { db, services }: { readonly db: Transaction; readonly services: Pick<Services, 'database'> },
  counted: readonly Counted[],
): Promise<void> {
  const { connectionNumber: lane } = services.database.dialect
  for (const batch of exactBatchesOf(counted))
    await db.runLater(
      raisingSql(batch.length, lane),
      batch.flatMap(({ scope, part }) => [scope, part, 1 + Math.floor(Math.random() * largestStep)]),
    )
}

/** The SQL texts are built once, because every write uses one. */
const raisingTexts = new Map<string, string>()

function raisingSql(length: number, lane: string): string {
  const key = `${length} ${lane}`
  const known = raisingTexts.get(key)
  if (known !== undefined) return known
  const text = `INSERT INTO change_counts (scope, part, lane, value) VALUES ${marksFor({ length }, `(?, ?, ${lane}, ?)`)}
       ON CONFLICT (scope, part, lane) DO UPDATE SET value = change_counts.value + excluded.value`
  raisingTexts.set(key, text)
  return text
}

/** A text that identifies a kind of objects. */
export function keyOf({ scope, part }: Counted): string {
  return `${scope} ${part}`
}

/** The counts of some scopes, read at one time. */
export class Counts {
  /**
   * the counter of all changes of media at that time, which the cache of media follows (`followNewer`); besides,
   * changes of media are counted in the scope `media`
   */
  readonly media: number
  /** scope → part → count */
  readonly #scopes = new Map<string, Map<string, string>>()

  /**
   * Reads the text that `readingSql` makes: the counter of media, then `,scope:part:count` for each count. No scope or
   * part has a comma or a colon.
   */
  constructor(text: string) {
    const [media, ...counts] = text.split(',')
    this.media = Number(media)
    for (const one of counts) {
      const [scope = '', part = '', count = ''] = one.split(':')
      const parts = this.#scopes.get(scope)
      if (parts === undefined) this.#scopes.set(scope, new Map([[part, count]]))
      else parts.set(part, count)
    }
  }

  /** The version of a scope, or of parts of it: a text that differs after each change. */
  of({ scope, parts }: CountedScope): string {
    const counts = this.#scopes.get(scope)
    // Nothing has changed in the scope since counts exist.
    if (counts === undefined) return ''
    // The part '' counts changes that name no part, which concern all of them.
    const chosen = parts === null ? [...counts.keys()] : [...parts, '']
    return chosen.map((part) => `${part}:${counts.get(part) ?? ''}`).join(' ')
  }
}

/** Reads the counts of all parts of some scopes. */
export async function readCounts(
  { db }: Pick<ReadContext, 'db'>,
  scopes: readonly string[],
): Promise<Counts> {
  const text = await db.quickBytes(readingSql(scopes.length), scopes)
  return new Counts(text?.toString() ?? '')
}

/** The SQL texts by the number of scopes, built once, because every list uses one. */
const readingTexts = new Map<number, string>()

function readingSql(length: number): string {
  const known = readingTexts.get(length)
  if (known !== undefined) return known
  const text = `SELECT concat(CAST(coalesce((${mediaCounterSql}), 0) AS TEXT), (${countsSql(length)})) AS n`
  readingTexts.set(length, text)
  return text
}

/**
 * SQL for one number for so many scopes, which are its parameters: it differs after each change in them, because counts
 * only grow.
 */
export function sumOfCountsSql(length: number): string {
  return length === 0
    ? 'SELECT 0'
    : `SELECT sum(value) FROM change_counts WHERE scope IN (${marksFor({ length })})`
}

/** SQL for a text with the counts of so many scopes, which are its parameters; it differs after each change in them. */
function countsSql(length: number): string {
  if (length === 0) return `SELECT ''`
  const sums = `SELECT scope, part, sum(value) AS n FROM change_counts WHERE scope IN (${marksFor({ length })}) GROUP BY scope, part`
  return `SELECT string_agg(',' || s.scope || ':' || s.part || ':' || CAST(s.n AS TEXT), '' ORDER BY s.scope, s.part) FROM (${sums}) s`
}

/**
 * Merges the rows of closed connections into those with the lane 0, which no connection has. A database with one
 * connection for writes has nothing to merge: `openConnectionNumbers` is null, and its own lane is 0.
 */
export async function foldCounts({ database }: Pick<Services, 'database'>): Promise<void> {
  const { openConnectionNumbers: openLanes } = database.dialect
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
