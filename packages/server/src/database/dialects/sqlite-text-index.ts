import type { Clause, DocumentFilter, Ranked, TextIndex, Words } from '../text-index.ts'

/** FTS5. Words hold letters, digits and marks only, so that in quotes they are never the engine's syntax. */
export const textIndex: TextIndex = {
  async put(tx, id, { title, text, starts }) {
    const columns = [title, text, starts].map((words) => words.join(' '))
    await tx.run('INSERT OR REPLACE INTO search_index (rowid, title, text, starts) VALUES (?, ?, ?, ?)', [
      id,
      ...columns,
    ])
  },

  async remove(tx, id) {
    await tx.run('DELETE FROM search_index WHERE rowid = ?', [id])
  },

  async removeCollection(tx, collectionId) {
    await tx.run(
      'DELETE FROM search_index WHERE rowid IN (SELECT id FROM search_documents WHERE collection_id = ?)',
      [collectionId],
    )
  },

  async removeStrays(tx) {
    await tx.run('DELETE FROM search_index WHERE rowid NOT IN (SELECT id FROM search_documents)', [])
  },

  async count(reader, clauses, limit) {
    const [row] = await reader.rows<{ n: number }>(
      'SELECT count(*) AS n FROM (SELECT rowid FROM search_index WHERE search_index MATCH ? LIMIT ?)',
      [expression(clauses), limit],
    )
    return row?.n ?? 0
  },

  async ranked(reader, { clauses, ranking, filter, limit, behind }) {
    const isPartial = ranking.length < clauses.length
    const { join, condition, parameters } = filtering(filter, 'i.rowid')
    // The plus keeps the engine from asking the index anew for each of the rows.
    const others = isPartial
      ? ' AND +i.rowid IN (SELECT rowid FROM search_index WHERE search_index MATCH ?)'
      : ''
    const found = `SELECT i.rowid AS id, -i.rank AS score FROM search_index i${join} WHERE i.search_index MATCH ?${others}${condition}`
    const from = behind === undefined ? '' : ' WHERE score < ? OR (score = ? AND id < ?)'
    return reader.rows<Ranked>(
      `SELECT id, score FROM (${found})${from} ORDER BY score DESC, id DESC LIMIT ?`,
      [
        expression(ranking),
        ...(isPartial ? [expression(clauses)] : []),
        ...parameters,
        ...(behind === undefined ? [] : [behind.score, behind.score, behind.id]),
        limit,
      ],
    )
  },

  async newest(reader, { clauses, filter, limit, behind }) {
    const { join, condition, parameters } = filtering(filter, 'i.rowid')
    const from = behind === undefined ? '' : ' AND i.rowid < ?'
    const rows = await reader.rows<{ id: number }>(
      `SELECT i.rowid AS id FROM search_index i${join} WHERE i.search_index MATCH ?${from}${condition} ORDER BY i.rowid DESC LIMIT ?`,
      [expression(clauses), ...(behind === undefined ? [] : [behind]), ...parameters, limit],
    )
    return rows.map(({ id }) => id)
  },
}

function expression(clauses: readonly Clause[]): string {
  return clauses.map(({ alternatives }) => `(${alternatives.map(phrase).join(' OR ')})`).join(' AND ')
}

function phrase({ words, isPrefix }: Words): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
}

function filtering(
  { collectionIds, locale }: DocumentFilter,
  id: string,
): { join: string; condition: string; parameters: string[] } {
  if (collectionIds === undefined && locale === undefined) return { join: '', condition: '', parameters: [] }
  const inCollections = ` AND d.collection_id IN (${collectionIds?.map(() => '?').join(', ')})`
  return {
    // The index comes first, in its order; the documents are only asked about.
    join: ` CROSS JOIN search_documents d ON d.id = ${id}`,
    condition: `${collectionIds === undefined ? '' : inCollections}${locale === undefined ? '' : ' AND d.locale = ?'}`,
    parameters: [...(collectionIds ?? []), ...(locale === undefined ? [] : [locale])],
  }
}
