import { compressed, expanded } from '../../platform/compressed-text.ts'
import { compressedText } from '../compression.ts'
import type { WriteContext } from '../context.ts'
import type { Data } from './data.ts'

/**
 * The columns of a revision that hold its values. Only revisions that are no pending draft are compressed: SQL reads
 * drafts.
 */
export interface StoredData {
  /** JSON; the outline of what is compressed */
  readonly data: string
  readonly compressed: Uint8Array | null
}

/** The values of a revision in their compressed form. */
export interface CompressedData {
  /**
   * The number of bytes and the names of the fields with a value, written as in JSON: `5120 "title":"body":`. So SQL
   * finds the revisions with a field in one way, whether they are compressed or not. The outline is no JSON, so that
   * nothing takes it for values.
   */
  readonly outline: string
  readonly compressed: Uint8Array
}

/** Values as JSON, with the names of the fields in it. */
export interface NamedData {
  readonly text: string
  readonly names: readonly string[]
}

/** The JSON of values that was read, with the names in it. */
export function withNames(text: string, data: Readonly<Data>): NamedData {
  return { text, names: Object.keys(data).filter((name) => (data[name] ?? null) !== null) }
}

const knownCompressed = new WeakMap<NamedData, CompressedData | null>()

/**
 * Compresses the values of a revision; null where they are stored as they are. The same object is compressed once: a
 * draft and the revision that its publication makes have the same values.
 */
export function compressedData(
  context: Pick<WriteContext, 'services' | 'now'>,
  data: NamedData,
): CompressedData | null {
  const known = knownCompressed.get(data)
  if (known !== undefined) return known
  const made = withOutline(data, compressedText(context, data.text))
  knownCompressed.set(data, made)
  return made
}

/** Compresses the new values of a revision that was stored compressed. */
export function recompressedData(data: NamedData): CompressedData | null {
  return withOutline(data, compressed(data.text))
}

function withOutline({ text, names }: NamedData, bytes: Buffer | null): CompressedData | null {
  if (bytes === null) return null
  const members = names.map((name) => `"${name}":`).join('')
  return { outline: `${Buffer.byteLength(text)} ${members}`, compressed: bytes }
}

/** A row that was read, with its values as JSON. */
export function withData<Row extends StoredData>({
  compressed: bytes,
  ...row
}: Row): Omit<Row, 'compressed'> {
  return bytes === null ? row : { ...row, data: expanded(bytes) }
}

/** The columns from which `dataLength` takes the bytes of the values, without reading long values. */
export const lengthColumns =
  'CASE WHEN compressed IS NULL THEN octet_length(data) END AS n, CASE WHEN compressed IS NOT NULL THEN data END AS outline'

export interface DataLength {
  readonly n: number | null
  readonly outline: string | null
}

/** The bytes of the values as JSON, from the columns of `lengthColumns`. */
export function dataLength({ n, outline }: DataLength): number {
  return outline === null ? Number(n) : Number.parseInt(outline, 10)
}
