import type { Reader } from '../access.ts'
import {
  type Clause,
  type DocumentFilter,
  type Ranked,
  type TextIndex,
  type Words,
  filterConditions,
  type IndexName,
  searchTables,
  type SearchTables,
} from '../text-index.ts'

export const textIndexes: Readonly<Record<IndexName, TextIndex>> = {
  live: textIndexOf(searchTables.live),
  draft: textIndexOf(searchTables.draft),
}

/** pages that are written at once when segments are merged: some milliseconds of work */
const mergedPages = 200

/**
 * The number of segments of one level from which the engine merges them (its setting `usermerge`, 2 to 16): the fewer
 * segments remain, the less a search must look into.
 */
const leastMerged = 2

/** FTS5. Words contain only letters, digits and marks, so in quotes they cannot be query syntax. */
function textIndexOf({ documents, index }: SearchTables): TextIndex {
  return {
    async put(tx, id, { title, text, starts }) {
      const columns = [title, text, starts].map((words) => words.join(' '))
      await tx.run(`INSERT OR REPLACE INTO ${index} (rowid, title, text, starts) VALUES (?, ?, ?, ?)`, [
        id,
        ...columns,
      ])
    },

    async remove(tx, id) {
      await tx.run(`DELETE FROM ${index} WHERE rowid = ?`, [id])
    },

    async removeCollection(tx, collectionId) {
      await tx.run(
        `DELETE FROM ${index} WHERE rowid IN (SELECT id FROM ${documents} WHERE collection_id = ?)`,
        [collectionId],
      )
    },

    async removeStrays(tx) {
      await tx.run(`DELETE FROM ${index} WHERE rowid NOT IN (SELECT id FROM ${documents})`, [])
    },

    // Each commit writes a segment, and a search looks into every one.
    async tidy(tx) {
      const [setting] = await tx.rows<{ v: number }>(
        `SELECT v FROM ${index}_config WHERE k = 'usermerge'`,
        [],
      )
      // FTS5 takes settings and commands as inserted rows. The setting is stored, and each write of it makes all
      // connections read the settings again.
      if (setting?.v !== leastMerged)
        await tx.run(`INSERT INTO ${index} (${index}, rank) VALUES ('usermerge', ${leastMerged})`, [])
      const before = await changesSoFar(tx)
      await tx.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${mergedPages})`, [])
      // The engine counts one change even when there was nothing to merge.
      return (await changesSoFar(tx)) - before > 1
    },

    async count(reader, clauses, limit) {
      const [row] = await reader.rows<{ n: number }>(
        `SELECT count(*) AS n FROM (SELECT rowid FROM ${index} WHERE ${index} MATCH ? LIMIT ?)`,
        [matchExpression(clauses), limit],
      )
      return row?.n ?? 0
    },

    async has(reader, clauses) {
      const sql = `SELECT rowid FROM ${index} WHERE ${index} MATCH ? LIMIT 1`
      return (await reader.rows(sql, [matchExpression(clauses)])).length > 0
    },

    async ranked(reader, { clauses, ranking, filter, limit, after }) {
      // `ranking` has some of the clauses or all; the rank counts only those that are in the first MATCH.
      const isPartial = ranking.length < clauses.length
      const { join, condition, parameters } = documentCondition(documents, filter)
      // The unary plus prevents the engine from querying the index once per row.
      const others = isPartial ? ` AND +i.rowid IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ?)` : ''
      // The engine's rank is lower for better matches.
      const found = `SELECT i.rowid AS id, -i.rank AS score FROM ${index} i${join} WHERE i.${index} MATCH ?${others}${condition}`
      const from = after === undefined ? '' : ' WHERE score < ? OR (score = ? AND id < ?)'
      return reader.rows<Ranked>(
        `SELECT id, score FROM (${found})${from} ORDER BY score DESC, id DESC LIMIT ?`,
        [
          matchExpression(ranking),
          ...(isPartial ? [matchExpression(clauses)] : []),
          ...parameters,
          ...(after === undefined ? [] : [after.score, after.score, after.id]),
          limit,
        ],
      )
    },

    async newest(reader, { clauses, filter, limit, after }) {
      const { join, condition, parameters } = documentCondition(documents, filter)
      const from = after === undefined ? '' : ' AND i.rowid < ?'
      const rows = await reader.rows<{ id: number }>(
        `SELECT i.rowid AS id FROM ${index} i${join} WHERE i.${index} MATCH ?${from}${condition} ORDER BY i.rowid DESC LIMIT ?`,
        [matchExpression(clauses), ...(after === undefined ? [] : [after]), ...parameters, limit],
      )
      return rows.map(({ id }) => id)
    },
  }
}

async function changesSoFar(tx: Reader): Promise<number> {
  const [row] = await tx.rows<{ n: number }>('SELECT total_changes() AS n', [])
  return row?.n ?? 0
}

/** Clauses in the query language of the engine: `("red wine" OR "claret" *) AND …`, where `*` marks a prefix. */
function matchExpression(clauses: readonly Clause[]): string {
  return clauses.map(({ alternatives }) => `(${alternatives.map(phrase).join(' OR ')})`).join(' AND ')
}

function phrase({ words, isPrefix }: Words): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
}

/** The SQL that restricts matches `i` to the documents of a filter. */
function documentCondition(
  documents: string,
  filter: DocumentFilter,
): { join: string; condition: string; parameters: string[] } {
  const { condition, parameters } = filterConditions(filter)
  if (condition === '') return { join: '', condition, parameters }
  // The index is read first, in its order; documents are only looked up.
  const join = ` CROSS JOIN ${documents} d ON d.id = i.rowid`
  return { join, condition: ` AND ${condition}`, parameters }
}
