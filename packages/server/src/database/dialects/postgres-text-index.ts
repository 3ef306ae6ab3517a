import type { Clause, DocumentFilter, DocumentWords, Ranked, TextIndex, Words } from '../text-index.ts'
import { textBorder } from '../text-index.ts'

/** the highest position that the engine tells apart, and how many of a word it keeps */
const mostPositions = 16_383
const positionsOfWord = 255

/**
 * tsvector with GIN. Its positions end early and are kept for ranking only; phrases are looked for in the sequence of
 * all words. Words hold letters, digits and marks only, so that they are never the engine's syntax.
 */
export const textIndex: TextIndex = {
  async put(tx, id, words) {
    await tx.run(
      `INSERT INTO search_index (id, words, sequence) VALUES (?, ?::tsvector, ?)
       ON CONFLICT (id) DO UPDATE SET words = excluded.words, sequence = excluded.sequence`,
      [id, vector(words), ` ${[...words.title, textBorder, ...words.text].join(' ')} `],
    )
  },

  async remove(tx, id) {
    await tx.run('DELETE FROM search_index WHERE id = ?', [id])
  },

  async removeCollection(tx, collectionId) {
    await tx.run(
      'DELETE FROM search_index WHERE id IN (SELECT id FROM search_documents WHERE collection_id = ?)',
      [collectionId],
    )
  },

  // A foreign key sees to it that there are none.
  removeStrays: async () => undefined,

  async count(reader, clauses, limit) {
    const { condition, parameters } = matching(clauses)
    const [row] = await reader.rows<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM search_index i WHERE ${condition} LIMIT ?) AS found`,
      [...parameters, limit],
    )
    return row?.n ?? 0
  },

  async ranked(reader, { clauses, ranking, filter, limit, behind }) {
    const { condition, parameters } = matching(clauses)
    const among = filtering(filter)
    const found = `SELECT i.id, ts_rank(i.words, ?::tsquery, 1)::float8 AS score FROM search_index i${among.join} WHERE ${condition}${among.condition}`
    const from = behind === undefined ? '' : ' WHERE score < ?::float8 OR (score = ?::float8 AND id < ?)'
    return reader.rows<Ranked>(
      `SELECT id, score FROM (${found}) AS found${from} ORDER BY score DESC, id DESC LIMIT ?`,
      [
        expression(ranking),
        ...parameters,
        ...among.parameters,
        ...(behind === undefined ? [] : [behind.score, behind.score, behind.id]),
        limit,
      ],
    )
  },

  async newest(reader, { clauses, filter, limit, behind }) {
    const { condition, parameters } = matching(clauses)
    const among = filtering(filter)
    const from = behind === undefined ? '' : ' AND i.id < ?'
    const rows = await reader.rows<{ id: number }>(
      `SELECT i.id FROM search_index i${among.join} WHERE ${condition}${from}${among.condition} ORDER BY i.id DESC LIMIT ?`,
      [...parameters, ...(behind === undefined ? [] : [behind]), ...among.parameters, limit],
    )
    return rows.map(({ id }) => id)
  },
}

/** The text form of a tsvector; the title weighs most. */
function vector({ title, text, starts }: DocumentWords): string {
  const places = new Map<string, string[]>()
  let position = 0
  const add = (word: string, weight: string): void => {
    if (word === textBorder) return
    position = Math.min(position + 1, mostPositions)
    const known = places.get(word)
    if (known === undefined) places.set(word, [`${position}${weight}`])
    else if (known.length < positionsOfWord && position < mostPositions) known.push(`${position}${weight}`)
  }
  for (const word of title) add(word, 'A')
  for (const word of text) add(word, '')
  for (const word of starts) add(word, '')
  return [...places].map(([word, positions]) => `'${word}':${positions.join(',')}`).join(' ')
}

function matching(clauses: readonly Clause[]): { condition: string; parameters: string[] } {
  const phrases = clauses.flatMap(({ alternatives: [first, ...others] }) =>
    first !== undefined && others.length === 0 && first.words.length > 1 ? [first] : [],
  )
  return {
    condition: ['i.words @@ ?::tsquery', ...phrases.map(() => 'i.sequence LIKE ?')].join(' AND '),
    parameters: [
      expression(clauses),
      ...phrases.map(({ words, isPrefix }) => `% ${words.join(' ')}${isPrefix ? '%' : ' %'}`),
    ],
  }
}

function expression(clauses: readonly Clause[]): string {
  return clauses.map(({ alternatives }) => `(${alternatives.map(conjunction).join(' | ')})`).join(' & ')
}

function conjunction({ words, isPrefix }: Words): string {
  return `(${words.map((word, index) => `'${word}'${isPrefix && index === words.length - 1 ? ':*' : ''}`).join(' & ')})`
}

function filtering({ collectionIds, locale }: DocumentFilter): {
  join: string
  condition: string
  parameters: string[]
} {
  if (collectionIds === undefined && locale === undefined) return { join: '', condition: '', parameters: [] }
  const inCollections = ` AND d.collection_id IN (${collectionIds?.map(() => '?').join(', ')})`
  return {
    join: ' JOIN search_documents d ON d.id = i.id',
    condition: `${collectionIds === undefined ? '' : inCollections}${locale === undefined ? '' : ' AND d.locale = ?'}`,
    parameters: [...(collectionIds ?? []), ...(locale === undefined ? [] : [locale])],
  }
}
