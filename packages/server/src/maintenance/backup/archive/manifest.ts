import { z } from 'zod'
import type { ValueKind } from '../../../platform/database/copies/copy.ts'
import { ArchiveError } from './archive-error.ts'
import { damaged } from './tar-header.ts'

/** The version of the format; increased when older releases cannot read new archives. */
export const formatNumber = 1

/** names of the entries that an archive has once; the others are `database/…` for rows and `files/…` for files */
export const entryNames = { manifest: 'octavo-backup.json', summary: 'summary.json', hash: 'sha256' } as const

/** a column of a table, with the kind of its values (`ValueKind`) */
const column = z.strictObject({
  name: z.string(),
  kind: z.enum(['text', 'integer', 'real', 'boolean', 'json', 'bytes']),
  isRequired: z.boolean(),
  isKey: z.boolean(),
  default: z.string().nullable(),
})

const table = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
  columns: z.array(column),
  // `on` becomes part of an SQL statement of a restore; without semicolons it cannot become a second one.
  indexes: z.array(
    z.strictObject({ name: z.string(), isUnique: z.boolean(), on: z.string().regex(/^[^;]*$/) }),
  ),
  // The last number that the table's sequence has given; null if it continues after the highest number in use.
  lastNumber: z.string().regex(/^\d+$/).nullable(),
})

const manifest = z.strictObject({
  format: z.literal(formatNumber),
  version: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(table),
})

const summary = z.strictObject({
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  fileBytes: z.int(),
  missingFiles: z.array(z.string()),
})

/** The first entry of an archive: what is in it. */
export type Manifest = z.infer<typeof manifest>

/** The last entry but one: the numbers of rows and files. */
export type Summary = z.infer<typeof summary>

/** The error of a file of another kind. */
export function noBackup(): ArchiveError {
  return new ArchiveError('The file is no archive that octavo backup has written.')
}

/** The manifest of an archive. Throws an ArchiveError if it is damaged, or of a newer version. */
export function parseManifest(bytes: Buffer): Manifest {
  const value = parseJson(bytes)
  const { format } = parsedBy(z.looseObject({ format: z.int() }), value)
  if (format > formatNumber)
    throw new ArchiveError(
      `The archive has the format ${format}, and this version reads ${formatNumber}: use a newer version of Octavo.`,
    )
  return parsedBy(manifest, value)
}

/** The summary at the end of an archive. Throws an ArchiveError if it is damaged. */
export function parseSummary(bytes: Buffer): Summary {
  return parsedBy(summary, parseJson(bytes))
}

/** Reads rows from lines, each a JSON array; throws if one does not fit the columns. */
export function parseRows(bytes: Buffer, columns: readonly { kind: ValueKind }[]): (string | null)[][] {
  const lines = bytes.toString().split('\n')
  // Each line has a line end, so nothing follows the last one.
  if (lines.pop() !== '') throw damaged()
  return lines.map((line) => {
    const row = parseJson(Buffer.from(line))
    if (
      !Array.isArray(row) ||
      row.length !== columns.length ||
      !row.every((value, index) => isValue(value, columns[index]?.kind))
    )
      throw damaged()
    return row
  })
}

/** Whether a value has the text form of its kind, as `ValueKind` describes it. */
function isValue(value: unknown, kind: ValueKind | undefined): value is string | null {
  if (value === null) return true
  if (typeof value !== 'string') return false
  switch (kind) {
    case 'integer':
    case 'boolean':
      // A number with fewer than 19 characters always fits into 64 bits.
      return /^-?\d{1,19}$/.test(value) && (value.length < 19 || isInt64(BigInt(value)))
    case 'real':
      return value.trim() !== '' && Number.isFinite(Number(value))
    case 'json':
      return isJson(value)
    default:
      return true
  }
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The value if it matches a schema; throws the error of a damaged archive otherwise. */
function parsedBy<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const { success, data } = schema.safeParse(value)
  if (!success) throw damaged()
  return data
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw damaged()
  }
}
