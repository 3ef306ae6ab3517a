import { limits } from '@octavo/contract/limits'
import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import type { FocalPoint } from '@octavo/contract/fields/media-values'
import { filePath, ownKeys } from '../../core/model/media-marks.ts'
import { isDecodable } from './images.ts'
import type { MediaValues } from './media-values-store.ts'

/** A bit for each value that an object has of its own. */
export const ownFlags: ReadonlyMap<string, number> = new Map(ownKeys.map((key, index) => [key, 1 << index]))

/** The address of the file of a media item. */
export function urlOf(baseUrl: string, { storage_key }: Pick<MediaValues, 'storage_key'>): string {
  return `${baseUrl}${filePath}${storage_key}`
}

export function focalPointOf({ focal_point }: Pick<MediaValues, 'focal_point'>): FocalPoint | null {
  return focal_point === null ? null : (JSON.parse(focal_point) as FocalPoint)
}

/** The widths of variants that everybody may request: none for what no variants are made of. */
export function variantsOf({
  is_read,
  mime_type,
  width,
}: Pick<MediaValues, 'is_read' | 'mime_type' | 'width'>): number[] {
  if (is_read === 0 || width === null || !isDecodable(mime_type)) return []
  return limits.imageSides.filter((side) => side <= width)
}

/** The members that complete an object that refers to one media item, as JSON. */
export class Completion {
  /** changes whenever any of the members does */
  readonly tag: number
  readonly #image: Readonly<Record<string, unknown>>
  readonly #file: Readonly<Record<string, unknown>>
  readonly #kind: 'image' | 'file'
  readonly #made: Record<'image' | 'file', Buffer[]> = { image: [], file: [] }

  constructor(baseUrl: string, values: MediaValues) {
    const { id, filename, mime_type: mimeType, size, width, height, alt, placeholder } = values
    const url = urlOf(baseUrl, values)
    const variants = variantsOf(values)
    this.#kind = mimeType.startsWith('image/') ? 'image' : 'file'
    this.#file = { id, url, filename, mimeType, size }
    this.#image = {
      id,
      url,
      width,
      height,
      placeholder: placeholder === '' ? null : placeholder,
      variants: variants.length === 0 ? null : variants,
      focalPoint: focalPointOf(values),
      alt,
    }
    this.tag = hashOf(JSON.stringify([this.#image, this.#file]))
  }

  /** The id and the members that follow it, without those that the object has of its own. */
  members(holds: HoldsMedia, flags: number): Buffer {
    const kind = holds === 'any' ? this.#kind : holds
    return (this.#made[kind][flags] ??= this.#make(kind, flags))
  }

  #make(kind: 'image' | 'file', flags: number): Buffer {
    const entries = Object.entries(kind === 'image' ? this.#image : this.#file)
    const shown = entries.filter(([key, value]) => value !== null && ((ownFlags.get(key) ?? 0) & flags) === 0)
    return Buffer.from(JSON.stringify(Object.fromEntries(shown)).slice(1, -1))
  }
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
