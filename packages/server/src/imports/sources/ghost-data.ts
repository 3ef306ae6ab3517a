import { TooMuch } from '../wxr/too-much.ts'
import type { ByteSource } from './byte-source.ts'
import { BrokenJson, findRows, type JsonRow } from './json-rows.ts'
import { MalformedSource } from './malformed.ts'

export type Row = Readonly<Record<string, unknown>>

/** The tables of an export of Ghost. Posts are read one by one, because they can be larger than memory. */
export interface GhostData {
  readonly version: string
  /** the rows of a small table; none for a table that is not there */
  rows(table: string): readonly Row[]
  posts(): AsyncGenerator<Row>
  /** the tables that are not read, with their numbers of rows */
  readonly leftOut: ReadonlyMap<string, number>
}

/** the tables that are read into memory; of the others only `posts` is read, row by row */
const smallTables = new Set(['settings', 'users', 'tags', 'posts_tags', 'posts_authors', 'posts_meta'])

/** the beginnings of the names of tables that only the program needs; their rows are not reported as left out */
const internalTables =
  /^(?:roles|permissions|sessions|migrations|actions|api_keys|brute|invites|tokens|jobs|outbox|milestones|recommendations_|mobiledoc_revisions|post_revisions|posts_products|settings|email_design|custom_theme|integrations|webhooks|stripe_|members_|suppressions)/

/** limits in bytes: of the version and all rows of small tables together, and of one row */
const maxSmall = 64 * 1024 * 1024
const maxRow = 64 * 1024 * 1024

/** the path of the version (in `meta`), or of a row of a table; most exports have both in a list `db` */
const rowPath = /^(?:db\/\*\/)?(?:(meta)|data\/([a-z0-9_]+)\/\*)$/

/** Reads an export of Ghost; throws MalformedSource for other JSON and for one that is cut short. */
export async function readGhostData(source: ByteSource): Promise<GhostData> {
  const tables = new Map<string, Row[]>()
  const posts: JsonRow[] = []
  const leftOut = new Map<string, number>()
  let meta: Row = {}
  let bytes = 0
  for await (const row of rowsIn(source)) {
    const [, metaName, table = ''] = rowPath.exec(row.path) ?? []
    const isKeptInMemory = smallTables.has(table) || metaName !== undefined
    if (isKeptInMemory) bytes += row.end - row.start
    if (bytes > maxSmall) throw new TooMuch('exportMegabytes', maxSmall / 1024 ** 2)
    if (table === 'posts') posts.push(row)
    else if (metaName !== undefined) meta = await parsedRow(source, row)
    else if (smallTables.has(table)) rowsOfTable(tables, table).push(await parsedRow(source, row))
    else if (!internalTables.test(table)) leftOut.set(table, (leftOut.get(table) ?? 0) + 1)
  }
  if (posts.length === 0 && tables.size === 0) throw new MalformedSource('ghostOther')
  return {
    version: String(meta['version'] ?? '').slice(0, 20),
    rows: (table) => tables.get(table) ?? [],
    posts: async function* () {
      for (const post of posts) yield await parsedRow(source, post)
    },
    leftOut,
  }
}

/** The rows of all tables and the version, in the order of the file. */
async function* rowsIn(source: ByteSource): AsyncGenerator<JsonRow> {
  try {
    yield* findRows(source, (path) => rowPath.test(path))
  } catch (error) {
    throw error instanceof BrokenJson ? new MalformedSource('ghostCut', error.message) : error
  }
}

/** The rows of a table that were read so far, to which more are added. */
function rowsOfTable(tables: Map<string, Row[]>, table: string): Row[] {
  const rows = tables.get(table) ?? []
  tables.set(table, rows)
  return rows
}

/** The row at a position of the file. */
async function parsedRow(source: ByteSource, { start, end }: JsonRow): Promise<Row> {
  if (end - start > maxRow) throw new TooMuch('exportMegabytes', maxRow / 1024 ** 2)
  try {
    return JSON.parse((await source.read(start, end - start)).toString()) as Row
  } catch (error) {
    throw error instanceof SyntaxError ? new MalformedSource('ghostCut', error.message) : error
  }
}

/** Whether a tag is internal: its name begins with `#`, themes do not show it, and it has no page. */
export function isInternalTag(tag: Row): boolean {
  return textOf(tag, 'visibility') === 'internal' || textOf(tag, 'name').startsWith('#')
}

/** The text of a column; empty without one. */
export function textOf(row: Row | undefined, column: string): string {
  const value = row?.[column]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
