import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Arrived } from '../files/incoming.ts'
import { type Dimensions, dimensionsOf, isDecodable } from './images.ts'
import { mediaTypeOf } from './media-type.ts'

/** What the bytes of a file say of themselves. */
export interface Examined {
  readonly hash: string
  readonly size: number
  readonly mimeType: string
  readonly dimensions: Dimensions | null
}

/** Reads type and dimensions from bytes that have arrived. Throws VALIDATION_ERROR when they are not what is declared. */
export async function examine({ path, size, hash }: Arrived, declared: string): Promise<Examined> {
  const mimeType = await mediaTypeOf(path, declared)
  const dimensions = isDecodable(mimeType) ? await dimensionsOf(path) : null
  return { hash, size, mimeType, dimensions }
}

/** The same for a file that was not received by this service. */
export async function examineFile(path: string, declared: string): Promise<Examined> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const { size } = await stat(path)
  return examine({ path, size, hash: hash.digest('hex') }, declared)
}
