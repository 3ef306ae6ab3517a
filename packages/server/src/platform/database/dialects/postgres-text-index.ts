import {
  type Clause,
  type DocumentFilter,
  type DocumentWords,
  filterConditions,
  type IndexName,
  type Ranked,
  searchTables,
  type SearchTables,
  textBorder,
  type TextIndex,
  type Words,
} from '../text-index.ts'

/** the highest position that the engine distinguishes, and how many positions it keeps per word */
const maxPositions = 16_383
const positionsOfWord = 255

export const textIndexes: Readonly<Record<IndexName, TextIndex>> = {
  live: textIndexOf(searchTables.live),
  draft: textIndexOf(searchTables.draft),
}

/**
 * tsvector with GIN. Its positions are limited and used only for ranking; phrases are matched in the sequence of all
 * words. Words contain only letters, digits and marks, so they cannot be query syntax.
 */
function textIndexOf({ documents, index }: SearchTables): TextIndex {
  return {
    async put(tx, id, words) {
      // The sequence has a space on each side of every word, so that a phrase matches whole words (`matching`).
      await tx.run(
        `INSERT INTO ${index} (id, words, sequence) VALUES (?, ?::tsvector, ?)
         ON CONFLICT (id) DO UPDATE SET words = excluded.words, sequence = excluded.sequence`,
        [id, tsvector(words), ` ${[...words.title, textBorder, ...words.text].join(' ')} `],
      )
    },

    async remove(tx, id) {
      await tx.run(`DELETE FROM ${index} WHERE id = ?`, [id])
    },

    async removeCollection(tx, collectionId) {
      await tx.run(`DELETE FROM ${index} WHERE id IN (SELECT id FROM ${documents} WHERE collection_id = ?)`, [
        collectionId,
      ])
    },

    // A foreign key removes the entries of documents that are deleted.
    removeStrays: async () => undefined,

    // Searches read the whole list of entries that are not in the index itself yet. Autovacuum moves them there, but
    // rarely.
    async tidy(tx) {
      await tx.rows(`SELECT gin_clean_pending_list('${index}_words')`, [])
      // One call moves all of them.
      return false
    },

    async count(reader, clauses, limit) {
      const { condition, parameters } = matching(clauses)
      // A literal, because the server plans for an unknown limit by reading the whole table.
      const [row] = await reader.rows<{ n: number }>(
        `SELECT count(*) AS n FROM (SELECT 1 FROM ${index} i WHERE ${condition} LIMIT ${limit}) AS found`,
        parameters,
      )
      return row?.n ?? 0
    },

    async has(reader, clauses) {
      const { condition, parameters } = matching(clauses)
      // Written as a query for all rows: with LIMIT 1 the server would scan the table, completely if there is no match.
      const rows = await reader.rows(
        `WITH found AS MATERIALIZED (SELECT 1 FROM ${index} i WHERE ${condition}) SELECT 1 FROM found LIMIT 1`,
        parameters,
      )
      return rows.length > 0
    },

    async ranked(reader, { clauses, ranking, filter, limit, after }) {
      const { condition, parameters } = matching(clauses)
      const among = documentCondition(documents, filter)
      // 1 divides the rank by 1 + the logarithm of the length. The score goes into the cursor and is compared with it
      // later, so it is a float8, which JavaScript keeps exactly.
      const found = `SELECT i.id, ts_rank(i.words, ?::tsquery, 1)::float8 AS score FROM ${index} i WHERE ${condition}${among.condition}`
      const from = after === undefined ? '' : ' WHERE score < ?::float8 OR (score = ?::float8 AND id < ?)'
      return reader.rows<Ranked>(
        `SELECT id, score FROM (${found}) AS found${from} ORDER BY score DESC, id DESC LIMIT ?`,
        [
          tsquery(ranking),
          ...parameters,
          ...among.parameters,
          ...(after === undefined ? [] : [after.score, after.score, after.id]),
          limit,
        ],
      )
    },

    async newest(reader, { clauses, filter, limit, after }) {
      const { condition, parameters } = matching(clauses)
      const among = documentCondition(documents, filter)
      const from = after === undefined ? '' : ' AND i.id < ?'
      const rows = await reader.rows<{ id: number }>(
        `SELECT i.id FROM ${index} i WHERE ${condition}${from}${among.condition} ORDER BY i.id DESC LIMIT ?`,
        [...parameters, ...(after === undefined ? [] : [after]), ...among.parameters, limit],
      )
      return rows.map(({ id }) => id)
    },
  }
}

/**
 * The text form of a tsvector, `'word':1A,7 …`: each word with its positions, of which `A` gives the title the highest
 * weight. Prefixes that find a title come last.
 */
function tsvector({ title, text, starts }: DocumentWords): string {
  const places = new Map<string, string[]>()
  let position = 0
  const add = (word: string, weight: string): void => {
    if (word === textBorder) return
    position = Math.min(position + 1, maxPositions)
    const known = places.get(word)
    if (known === undefined) places.set(word, [`${position}${weight}`])
    else if (known.length < positionsOfWord && position < maxPositions) known.push(`${position}${weight}`)
  }
  for (const word of title) add(word, 'A')
  for (const word of text) add(word, '')
  for (const word of starts) add(word, '')
  return [...places].map(([word, positions]) => `'${word}':${positions.join(',')}`).join(' ')
}

/**
 * The condition that an entry matches all clauses. A tsquery ignores the order of words, so a clause that is a phrase
 * must also be found in the sequence of all words. Only a clause without alternatives can be a phrase: alternatives are
 * the corrections of one word.
 */
function matching(clauses: readonly Clause[]): { condition: string; parameters: string[] } {
  const phrases = clauses.flatMap(({ alternatives: [first, ...others] }) =>
    first !== undefined && others.length === 0 && first.words.length > 1 ? [first] : [],
  )
  return {
    condition: ['i.words @@ ?::tsquery', ...phrases.map(() => 'i.sequence LIKE ?')].join(' AND '),
    parameters: [
      tsquery(clauses),
      ...phrases.map(({ words, isPrefix }) => `% ${words.join(' ')}${isPrefix ? '%' : ' %'}`),
    ],
  }
}

/** Clauses in the query language of the engine: `('red' & 'wine') | ('claret':*)`, where `:*` marks a prefix. */
function tsquery(clauses: readonly Clause[]): string {
  return clauses.map(({ alternatives }) => `(${alternatives.map(conjunction).join(' | ')})`).join(' & ')
}

function conjunction({ words, isPrefix }: Words): string {
  return `(${words.map((word, index) => `'${word}'${isPrefix && index === words.length - 1 ? ':*' : ''}`).join(' & ')})`
}

/**
 * The condition that the document of an entry fulfils a filter. With a join, the server would read all documents,
 * because it assumes that words without statistics are frequent.
 */
function documentCondition(
  documents: string,
  filter: DocumentFilter,
): { condition: string; parameters: string[] } {
  const { condition, parameters } = filterConditions(filter)
  if (condition === '') return { condition, parameters }
  return { condition: ` AND (SELECT ${condition} FROM ${documents} d WHERE d.id = i.id)`, parameters }
}
