import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Arrived } from '../../platform/files/incoming.ts'
import { type Dimensions, dimensionsOf, isDecodable } from './images.ts'
import { mediaTypeOf } from './media-type.ts'

/** Properties found in the bytes of a file. */
export interface Examined {
  readonly hash: string
  readonly size: number
  readonly mimeType: string
  readonly dimensions: Dimensions | null
}

/** Finds the type and dimensions of received bytes. Throws VALIDATION_ERROR if they differ from the declared type. */
export async function examine({ path, size, hash }: Arrived, declared: string): Promise<Examined> {
  const mimeType = await mediaTypeOf(path, declared)
  const dimensions = isDecodable(mimeType) ? await dimensionsOf(path) : null
  return { hash, size, mimeType, dimensions }
}

/** Examines a file that did not arrive as an upload through this service, so its hash and size are not known yet. */
export async function examineFile(path: string, declared: string): Promise<Examined> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const { size } = await stat(path)
  return examine({ path, size, hash: hash.digest('hex') }, declared)
}
