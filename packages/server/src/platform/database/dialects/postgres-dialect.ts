import { anyCase } from '../case-classes.ts'
import { inGroups } from '../concatenated.ts'
import type { Dialect, LockMode } from '../database.ts'
import { textParameter } from '../text-parameter.ts'
import { hasCode } from './postgres-connections.ts'

const columnTypes = {
  // Byte order, as in the embedded engine, so that lists sort the same on both.
  TEXT: 'TEXT COLLATE "C"',
  REAL: 'DOUBLE PRECISION',
  INTEGER: 'BIGINT',
  // json keeps the text as given; jsonb would reorder its keys.
  JSON: 'JSON',
} as const

const locks: Record<LockMode, string> = {
  update: ' FOR NO KEY UPDATE',
  keep: ' FOR KEY SHARE',
  remove: ' FOR UPDATE',
  skip: ' FOR UPDATE SKIP LOCKED',
  skipUpdate: ' FOR NO KEY UPDATE SKIP LOCKED',
}

/** bytes of a table, without its long values, from which building an index takes more than a moment */
const largeTable = 8 * 1024 * 1024

/** The SQL of PostgreSQL, where the engines differ. */
export const dialect: Dialect = {
  columnType: (type) => columnTypes[type],

  toJson(encoding, column) {
    switch (encoding) {
      case 'text':
      case 'number':
        return `to_json(${column})::text`
      case 'integer':
      case 'json':
        return `${column}::text`
      case 'boolean':
        return `CASE ${column} WHEN 1 THEN 'true' ELSE 'false' END`
    }
  },

  textMember: (json, name) => `(${json}::json ->> '${name}')`,
  jsonMember: (json, name) => `(${json}::json -> '${name}')::text`,
  storedMember(encoding, json, name) {
    const text = `(${json}::json ->> '${name}')`
    switch (encoding) {
      case 'text':
        return `${text} COLLATE "C"`
      case 'number':
        return `${text}::double precision`
      case 'integer':
        return `${text}::bigint`
      case 'boolean':
        return `CASE ${text} WHEN 'true' THEN 1 WHEN 'false' THEN 0 END`
    }
  },
  // ASCII needs no encoding. Otherwise each letter `l` is encoded by itself: one of ASCII stays, of others the bytes
  // become `%` and two digits each.
  urlEncoded: (text) =>
    `CASE WHEN octet_length(${text}) = length(${text}) THEN ${text} ELSE (SELECT string_agg(CASE WHEN octet_length(l) = 1 THEN l ELSE regexp_replace(upper(encode(convert_to(l, 'UTF8'), 'hex')), '(..)', '%\\1', 'g') END, '' ORDER BY n) FROM regexp_split_to_table(${text}, '') WITH ORDINALITY AS letters(l, n)) END`,
  // The commas are set by `concat_ws`: removing one from the whole text would read each of its characters.
  jsonObject: (members) => {
    const texts = members.map(
      ({ name, value, json }) => `CASE WHEN ${value} IS NOT NULL THEN '"${name}":' || ${json} END`,
    )
    return `concat('{', ${withCommas(texts)}, '}')`
  },
  elements: (json, alias) =>
    `json_array_elements_text((${json})::json) WITH ORDINALITY AS ${alias}(value, key)`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  containsInAnyCase: (text) => `${text} ~ ${textParameter}`,
  // `***=` does not allow classes, so regular expression syntax is escaped instead.
  anyCasePattern: (part) =>
    anyCase(part, (character) => (/[\\^$.|?*+()[\]{}]/.test(character) ? `\\${character}` : character)),

  bytesParameter: 'CAST(? AS BYTEA)',
  // The reader takes the bytes of a text as they come; as BYTEA they would be twice as many.
  asBytes: (text) => text,
  hex: (text) => `upper(encode(convert_to(${text}, 'UTF8'), 'hex'))`,
  bytesOf: (json) => `octet_length(${json})`,
  // Returns the start, each row and the end as rows of their own, whose bytes the reader joins: an aggregate would copy
  // the page several times. Without OFFSET the planner would inline the expression and build the JSON twice.
  answerWithRows({ page, row, most, start, end, lists }) {
    const { table, sort, limit } = page
    const ofPage = `(SELECT *, row_number() OVER (ORDER BY ${sort('')}) AS n FROM page ORDER BY ${sort('')} LIMIT ${limit}) p JOIN ${table} c ON c.id = p.r`
    const rows = `SELECT p.n AS n, ${row.json} AS json FROM ${ofPage} ORDER BY ${sort('p.')} OFFSET 0`
    // NULL for a row that is too long, which makes the whole answer null (`Reader.bytes`).
    const json = most === null ? 'm.json' : `CASE WHEN octet_length(m.json) <= ${most} THEN m.json END`
    const listed = lists.map(
      (column) => `(SELECT string_agg(${column}, ',' ORDER BY ${sort('p.')}) FROM ${ofPage})`,
    )
    const afterRows = `format('${end.template}${listed.map(() => ';%s').join('')}', ${[...end.values, ...listed].join(', ')})`
    return `SELECT '${start}' AS a, '' AS b UNION ALL (SELECT CASE WHEN m.n = 1 THEN '' ELSE ',' END, ${json} FROM (${rows}) m) UNION ALL SELECT ${afterRows}, ''`
  },
  joinRows: (text, sort) => `string_agg(${text}, ',' ORDER BY ${sort})`,
  // OFFSET keeps the planner from turning this into a plain join.
  lookUp: (table, as, condition) =>
    `CROSS JOIN LATERAL (SELECT * FROM ${table} ${as} WHERE ${condition} OFFSET 0) ${as}`,
  orderedJoin: 'JOIN',
  inOrder: (sort) => ` ORDER BY ${sort}`,
  plansByStatistics: true,
  // Ids are assigned before the commit. All transactions older than the oldest running one have ended, so no more of
  // their rows can appear.
  commitOrder: {
    columns: ['transaction_id', 'id'],
    settled: 'transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint',
  },
  rowKey: 'id',
  connectionNumber: 'pg_backend_pid()',
  openConnectionNumbers: 'SELECT pid FROM pg_stat_activity',
  lock: (mode) => locks[mode],
  retype: (table, column, type) => [
    `ALTER TABLE ${table} ALTER COLUMN ${column} TYPE ${columnTypes[type]} USING ${column}::${columnTypes[type]}`,
  ],

  // Creating an index locks the table even if the index exists, so that is looked up first.
  async whenToIndex(db, { name, table }) {
    const [row] = await db.rows<{ is_valid: boolean | null; is_large: boolean }>(
      `SELECT (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(?)) AS is_valid, pg_relation_size(to_regclass(?)) > ${largeTable} AS is_large`,
      [`"${name}"`, table],
    )
    if (row?.is_valid === true) return 'never'
    // An index that is not valid is one whose building did not end.
    return row?.is_valid === false || row?.is_large === true ? 'later' : 'now'
  },

  uniqueViolation(error) {
    if (!hasCode(error, /^23505$/)) return null
    return { index: error.constraint ?? null, column: null }
  },

  isSchemaMismatch: (error) => hasCode(error, /^(42P01|42703)$/),
}

/** The texts that are not NULL, with commas between. */
function withCommas(texts: readonly string[]): string {
  return inGroups(texts, (group) => `nullif(concat_ws(',', ${group.join(', ')}), '')`)
}
