import { anyCase } from '../case-classes.ts'
import { concatenated } from '../concatenated.ts'
import { type Dialect, type JsonMember, tooLong } from '../database.ts'
import { textParameter } from '../text-parameter.ts'

/** Whole numbers up to 2^53 are written without a fraction, as JavaScript does. */
function realToJson(column: string): string {
  return `CASE WHEN abs(${column}) < 9007199254740992 AND ${column} = CAST(${column} AS INTEGER) THEN CAST(CAST(${column} AS INTEGER) AS TEXT) ELSE json_quote(${column}) END`
}

/**
 * The most members of an object whose SQL has two forms: a faster one for objects that have the first member, and one
 * for all others (`jsonObject`). It limits the length of the SQL.
 */
const mostMembersInTwoForms = 50

/** Each member begins with a comma, because any may be missing. */
function optionalMembers(members: readonly JsonMember[]): string[] {
  return members.flatMap(({ name, value, json }) => [
    `CASE WHEN ${value} IS NOT NULL THEN ',"${name}":' END`,
    `CASE WHEN ${value} IS NOT NULL THEN ${json} END`,
  ])
}

/**
 * An object any of whose members may be missing. Removing the first comma copies all values, a tenth of a list's time.
 */
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
  // ASCII needs no encoding. Otherwise row n of `letters` has the n-th letter `l`, and in `t` the encoded text before
  // it. The last row has no letter, so its `t` is the result.
  urlEncoded(text) {
    const byte = (start: number): string => `'%' || substr(hex(l), ${start}, 2)`
    const bytes = `${byte(1)} || ${byte(3)} || CASE WHEN octet_length(l) > 2 THEN ${byte(5)} ELSE '' END || CASE WHEN octet_length(l) > 3 THEN ${byte(7)} ELSE '' END`
    const letters = `letters(n, l, t) AS (SELECT 0, '', '' UNION ALL SELECT n + 1, substr(${text}, n + 1, 1), t || CASE octet_length(l) WHEN 0 THEN '' WHEN 1 THEN l ELSE ${bytes} END FROM letters WHERE n = 0 OR l <> '')`
    return `CASE WHEN octet_length(${text}) = length(${text}) THEN ${text} ELSE (WITH RECURSIVE ${letters} SELECT t FROM letters ORDER BY n DESC LIMIT 1) END`
  },
  jsonObject: (members) => {
    const [first, ...others] = members
    if (first === undefined) return `'{}'`
    if (members.length > mostMembersInTwoForms) return ofOptionalMembers(members)
    const withoutFirst = others.length === 0 ? `'{}'` : ofOptionalMembers(others)
    const withFirst = concatenated([`'{"${first.name}":'`, first.json, ...optionalMembers(others), `'}'`])
    return `CASE WHEN ${first.value} IS NULL THEN ${withoutFirst} ELSE ${withFirst} END`
  },
  elements: (json, alias) => `json_each(${json}) ${alias}`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  containsInAnyCase: (text) => `${text} GLOB ${textParameter}`,
  anyCasePattern: (part) =>
    `*${anyCase(part, (character) => (/[*?[]/.test(character) ? `[${character}]` : character))}*`,

  bytesParameter: '?',
  asBytes: (text) => `CAST(${text} AS BLOB)`,
  hex: (text) => `hex(${text})`,
  bytesOf: (_json, stored) => stored,
  // `row.stored` reads only the lengths in the row header, so computing it twice costs almost nothing.
  answerWithRows({ page, row, most, start, end, lists }) {
    const { table, limit } = page
    // Columns: `n` the bytes of a row, `j` its JSON, `l0` and so on its values for `lists`.
    const listed = lists.map((column, index) => `, ${column} AS l${index}`).join('')
    const json = most === null ? row.json : `CASE WHEN ${row.stored} > ${most} THEN NULL ELSE ${row.json} END`
    const size = most === null ? '' : `${row.stored} AS n, `
    const rows = `SELECT ${size}${json} AS j${listed} FROM (SELECT * FROM page LIMIT ${limit}) p CROSS JOIN ${table} c ON c.rowid = p.r`
    const joined = lists.map((_, index) => `, group_concat(i.l${index}, ',') AS l${index}`).join('')
    const allJson = `group_concat(j, ',')`
    const body = most === null ? allJson : `CASE WHEN max(n) > ${most} THEN '${tooLong}' ELSE ${allJson} END`
    const joinedRows = `SELECT ${body} AS j${joined} FROM (${rows}) i`
    const template = `${start}%s${end.template}${lists.map(() => ';%s').join('')}`
    const values = ['b.j', ...end.values, ...lists.map((_, index) => `b.l${index}`)]
    return `SELECT CAST(format('${template}', ${values.join(', ')}) AS BLOB) AS answer FROM (${joinedRows}) b`
  },
  // A materialized page is read in the order in which it was built, and a cross join keeps the order of its left side.
  // Sorting again would cost as much as finding the page.
  joinRows: (text) => `group_concat(${text}, ',')`,
  lookUp: (table, as, condition) => `CROSS JOIN ${table} ${as} ON ${condition}`,
  orderedJoin: 'CROSS JOIN',
  inOrder: () => '',
  plansByStatistics: false,
  // One connection writes, so ids have the order of the commits, and every row is settled.
  commitOrder: { columns: ['id'], settled: 'id > 0' },
  rowKey: 'rowid',
  connectionNumber: '0',
  openConnectionNumbers: null,
  lock: () => '',

  // SQLite cannot change the type of a column. The name has a space, which no field slug has.
  retype: (table, column, type) => [
    `ALTER TABLE ${table} ADD COLUMN "octavo retyped" ${type}`,
    `UPDATE ${table} SET "octavo retyped" = ${column}`,
    `ALTER TABLE ${table} DROP COLUMN ${column}`,
    `ALTER TABLE ${table} RENAME COLUMN "octavo retyped" TO ${column}`,
  ],

  // SQLite allows one writer at a time, so an index cannot be built while others write.
  whenToIndex: () => Promise.resolve('now'),

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
