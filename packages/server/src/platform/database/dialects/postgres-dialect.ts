import { anyCase } from '../case-classes.ts'
import type { Dialect, LockMode } from '../database.ts'
import { plainTextParameter } from '../text-parameter.ts'
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
  urlEncoded: (text) =>
    `CASE WHEN octet_length(${text}) = length(${text}) THEN ${text} ELSE (SELECT string_agg(CASE WHEN octet_length(l) = 1 THEN l ELSE regexp_replace(upper(encode(convert_to(l, 'UTF8'), 'hex')), '(..)', '%\\1', 'g') END, '' ORDER BY n) FROM regexp_split_to_table(${text}, '') WITH ORDINALITY AS letters(l, n)) END`,
  elements: (json, alias) =>
    `json_array_elements_text((${json})::json) WITH ORDINALITY AS ${alias}(value, key)`,
  hasPart: (text, part) => `strpos(${text}, ${part}) > 0`,
  holdsPart: (text) => `${text} ~ ${plainTextParameter}`,
  // `***=` does not allow classes, so regular expression syntax is escaped instead.
  partPattern: (part) =>
    anyCase(part, (character) => (/[\\^$.|?*+()[\]{}]/.test(character) ? `\\${character}` : character)),

  // The driver reads every value as text, so bytes would be decoded twice.
  asBytes: (text) => text,
  hex: (text) => `upper(encode(convert_to(${text}, 'UTF8'), 'hex'))`,
  bytesOf: (json) => `octet_length(${json})`,
  // Without OFFSET the planner would inline the expression three times and build the JSON as often.
  cappedRows: ({ columns, json, from }, most) =>
    `SELECT m.*, octet_length(m.made) AS n, CASE WHEN octet_length(m.made) <= ${most} THEN m.made END AS j FROM (SELECT ${columns}, ${json} AS made FROM ${from} OFFSET 0) m`,
  joinRows: (text, sort) => `string_agg(${text}, ',' ORDER BY ${sort})`,
  orderedJoin: 'JOIN',
  inOrder: (sort) => ` ORDER BY ${sort}`,
  plansByStatistics: true,
  // Ids are given before the commit. All transactions below the oldest running one have ended, so their rows are all there.
  commitOrder: {
    columns: ['transaction_id', 'id'],
    settled: 'transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint',
  },
  rowKey: 'id',
  lane: 'pg_backend_pid()',
  openLanes: 'SELECT pid FROM pg_stat_activity',
  lock: (mode) => locks[mode],
  retype: (table, column, type) => [
    `ALTER TABLE ${table} ALTER COLUMN ${column} TYPE ${columnTypes[type]} USING ${column}::${columnTypes[type]}`,
  ],

  // Creating an index locks the table even where the index is there.
  async timeToIndex(db, { name, table }) {
    const [row] = await db.rows<{ is_valid: boolean | null; is_large: boolean }>(
      `SELECT (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(?)) AS is_valid, pg_relation_size(to_regclass(?)) > ${largeTable} AS is_large`,
      [`"${name}"`, table],
    )
    if (row?.is_valid === true) return 'never'
    return row?.is_valid === false || row?.is_large === true ? 'later' : 'now'
  },

  uniqueViolation(error) {
    if (!hasCode(error, /^23505$/)) return null
    return { index: error.constraint ?? null, column: null }
  },

  isSchemaMismatch: (error) => hasCode(error, /^(42P01|42703)$/),
}
