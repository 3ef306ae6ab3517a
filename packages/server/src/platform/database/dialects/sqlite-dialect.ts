import { anyCase } from '../case-classes.ts'
import { concatenated } from '../concatenated.ts'
import { type Dialect, type JsonMember, tooLong } from '../database.ts'
import { plainTextParameter } from '../text-parameter.ts'

/** Whole numbers up to 2^53 are written without a fraction, as JavaScript does. */
function realToJson(column: string): string {
  return `CASE WHEN abs(${column}) < 9007199254740992 AND ${column} = CAST(${column} AS INTEGER) THEN CAST(CAST(${column} AS INTEGER) AS TEXT) ELSE json_quote(${column}) END`
}

/**
 * members of an object up to which its SQL has two forms of it: one with the first member, and one for objects without
 * it, from which a comma must be removed
 */
const mostRepeated = 50

/** Each member begins with a comma, because any may be missing. */
function optionalMembers(members: readonly JsonMember[]): string[] {
  return members.flatMap(({ name, value, json }) => [
    `CASE WHEN ${value} IS NOT NULL THEN ',"${name}":' END`,
    `CASE WHEN ${value} IS NOT NULL THEN ${json} END`,
  ])
}

/** Removing the first comma copies all values once more, which takes a tenth of the time of a list. */
function ofOptionalMembers(members: readonly JsonMember[]): string {
  return `concat('{', ltrim(${concatenated(optionalMembers(members))}, ','), '}')`
}

/** The SQL of SQLite, where the engines differ. */
export const dialect: Dialect = {
  columnType: (type) => type,

  toJson(encoding, column) {
    switch (encoding) {
      case 'text':
        return `json_quote(${column})`
      case 'number':
        return realToJson(column)
      case 'integer':
        return column
      case 'boolean':
        return `CASE ${column} WHEN 1 THEN 'true' ELSE 'false' END`
      case 'json':
        // A column declared JSON has numeric affinity, so a bare number in it is stored as a number.
        return `CASE typeof(${column}) WHEN 'text' THEN ${column} ELSE json_quote(${column}) END`
    }
  },

  textMember: (json, name) => `(${json} ->> '$.${name}')`,
  jsonMember: (json, name) => `(${json} -> '$.${name}')`,
  storedMember: (_encoding, json, name) => `(${json} ->> '$.${name}')`,
  // ASCII needs no encoding. Otherwise row n of `letters` has the n-th letter and the encoded text before it; in the
  // last row, which has no letter, that is the whole.
  urlEncoded(text) {
    const byte = (start: number): string => `'%' || substr(hex(l), ${start}, 2)`
    const bytes = `${byte(1)} || ${byte(3)} || CASE WHEN octet_length(l) > 2 THEN ${byte(5)} ELSE '' END || CASE WHEN octet_length(l) > 3 THEN ${byte(7)} ELSE '' END`
    const letters = `letters(n, l, t) AS (SELECT 0, '', '' UNION ALL SELECT n + 1, substr(${text}, n + 1, 1), t || CASE octet_length(l) WHEN 0 THEN '' WHEN 1 THEN l ELSE ${bytes} END FROM letters WHERE n = 0 OR l <> '')`
    return `CASE WHEN octet_length(${text}) = length(${text}) THEN ${text} ELSE (WITH RECURSIVE ${letters} SELECT t FROM letters ORDER BY n DESC LIMIT 1) END`
  },
  jsonObject: (members) => {
    const [first, ...others] = members
    if (first === undefined) return `'{}'`
    if (members.length > mostRepeated) return ofOptionalMembers(members)
    const withoutFirst = others.length === 0 ? `'{}'` : ofOptionalMembers(others)
    const whole = concatenated([`'{"${first.name}":'`, first.json, ...optionalMembers(others), `'}'`])
    return `CASE WHEN ${first.value} IS NULL THEN ${withoutFirst} ELSE ${whole} END`
  },
  elements: (json, alias) => `json_each(${json}) ${alias}`,
  hasPart: (text, part) => `instr(${text}, ${part}) > 0`,
  holdsPart: (text) => `${text} GLOB ${plainTextParameter}`,
  partPattern: (part) =>
    `*${anyCase(part, (character) => (/[*?[]/.test(character) ? `[${character}]` : character))}*`,

  bytesParameter: '?',
  asBytes: (text) => `CAST(${text} AS BLOB)`,
  hex: (text) => `hex(${text})`,
  bytesOf: (_json, stored) => stored,
  // The length of a column is in the row header, so computing it twice costs almost nothing.
  answerWithRows({ page, row, most, start, end, lists }) {
    const { table, limit } = page
    const listed = lists.map((column, index) => `, ${column} AS l${index}`).join('')
    const json = most === null ? row.json : `CASE WHEN ${row.stored} > ${most} THEN NULL ELSE ${row.json} END`
    const size = most === null ? '' : `${row.stored} AS n, `
    const rows = `SELECT ${size}${json} AS j${listed} FROM (SELECT * FROM page LIMIT ${limit}) p CROSS JOIN ${table} c ON c.rowid = p.r`
    const joined = lists.map((_, index) => `, group_concat(i.l${index}, ',') AS l${index}`).join('')
    const all = `group_concat(j, ',')`
    const body = most === null ? all : `CASE WHEN max(n) > ${most} THEN '${tooLong}' ELSE ${all} END`
    const whole = `SELECT ${body} AS j${joined} FROM (${rows}) i`
    const template = `${start}%s${end.template}${lists.map(() => ';%s').join('')}`
    const values = ['b.j', ...end.values, ...lists.map((_, index) => `b.l${index}`)]
    return `SELECT CAST(format('${template}', ${values.join(', ')}) AS BLOB) AS answer FROM (${whole}) b`
  },
  // A materialized page is read in the order in which it was built, and a cross join keeps the order of its left side.
  // Sorting again would cost as much as finding the page.
  joinRows: (text) => `group_concat(${text}, ',')`,
  lookUp: (table, as, condition) => `CROSS JOIN ${table} ${as} ON ${condition}`,
  orderedJoin: 'CROSS JOIN',
  inOrder: () => '',
  plansByStatistics: false,
  // One connection writes, so ids have the order of the commits.
  commitOrder: { columns: ['id'], settled: 'id > 0' },
  rowKey: 'rowid',
  lane: '0',
  openLanes: null,
  lock: () => '',

  // SQLite cannot change the type of a column. The name has a space, which no field slug has.
  retype: (table, column, type) => [
    `ALTER TABLE ${table} ADD COLUMN "octavo retyped" ${type}`,
    `UPDATE ${table} SET "octavo retyped" = ${column}`,
    `ALTER TABLE ${table} DROP COLUMN ${column}`,
    `ALTER TABLE ${table} RENAME COLUMN "octavo retyped" TO ${column}`,
  ],

  // SQLite allows one writer at a time, so an index cannot be built while others write.
  timeToIndex: () => Promise.resolve('now'),

  uniqueViolation(error) {
    if (!hasCode(error, /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/)) return null
    // `UNIQUE constraint failed: index 'name'` for an index of expressions, else `failed: table.column, …`
    const index = /index '([^']+)'/.exec(error.message)?.[1] ?? null
    const column = /failed: [^.]+\.([^,]+)/.exec(error.message)?.[1] ?? null
    return { index, column }
  },

  isSchemaMismatch: (error) =>
    hasCode(error, /^SQLITE_ERROR$/) && /no such (table|column)|has no column/.test(error.message),
}

export function hasCode(error: unknown, code: RegExp): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && code.test(String(error.code))
}
