import type { ReadContext, WriteContext } from '../../core/context.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'

/** Stored words after a given one, in order. */
export async function wordsAfter({ db }: ReadContext, after: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ word: string }>(
    `SELECT word FROM search_words WHERE word > ${textParameter} ORDER BY word LIMIT ${limit}`,
    [after],
  )
  return rows.map(({ word }) => word)
}

export async function deleteWords({ db }: WriteContext, words: readonly string[]): Promise<void> {
  for (const batch of batchesOf(words))
    await db.run(`DELETE FROM search_words WHERE word IN (${marksFor(batch)})`, batch)
}

/** The version of the stored words, which increases when some are removed. `lock` is a locking clause. */
export async function readWordsVersion({ db }: Pick<ReadContext, 'db'>, lock: string): Promise<number> {
  const [row] = await db.rows<{ value: number }>(
    `SELECT value FROM counters WHERE name = 'search_words'${lock}`,
    [],
  )
  return row?.value ?? 0
}

/** Call when stored words were removed. */
export async function raiseWordsVersion({ db }: WriteContext): Promise<void> {
  await db.run(`UPDATE counters SET value = value + 1 WHERE name = 'search_words'`, [])
}
