import { MalformedSource } from './malformed.ts'

export type Row = Readonly<Record<string, unknown>>

/** The tables of an export of Ghost. */
export interface GhostData {
  readonly version: string
  /** rows that are objects; none for a table that is not there */
  rows(table: string): readonly Row[]
}

/** Reads an export of Ghost; throws MalformedSource for other JSON and for one that is cut short. */
export function readGhostData(text: string): GhostData {
  const whole = parsed(text)
  const [first] = Array.isArray(whole['db']) ? (whole['db'] as unknown[]) : [whole]
  const { meta, data } = objectOf(first)
  const tables = objectOf(data)
  if (!Array.isArray(tables['posts'])) throw new MalformedSource('ghostOther')
  return {
    version: String(objectOf(meta)['version'] ?? '').slice(0, 20),
    rows: (table) => (Array.isArray(tables[table]) ? (tables[table] as unknown[]).map(objectOf) : []),
  }
}

function parsed(text: string): Row {
  try {
    return objectOf(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    throw new MalformedSource('ghostCut', (error as Error).message)
  }
}

function objectOf(value: unknown): Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : {}
}

/** The text of a column; empty without one. */
export function textOf(row: Row | undefined, column: string): string {
  const value = row?.[column]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
