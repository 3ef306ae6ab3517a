import type { MediaItem } from '@octavo/contract/operations/media-shapes'
import type { FieldModel } from '../../core/model/model.ts'

/**
 * The properties that a value takes from the record of its file. An alt text belongs to the value: it overrides
 * that of the file.
 */
export const derivedKeys: Readonly<Record<string, readonly (keyof MediaItem)[]>> = {
  image: ['url', 'width', 'height'],
  file: ['url', 'filename', 'mimeType', 'size'],
}

/** The properties of a value that can be null in a record of the media library. */
const nullable: Readonly<Record<string, readonly (keyof MediaItem)[]>> = {
  image: ['url', 'width', 'height', 'placeholder', 'focalPoint'],
  file: ['url', 'filename', 'mimeType', 'size'],
}

/**
 * Removes null properties from a value of an image or file field. A caller may send a record of the media library
 * as the value, and the width in it may be null, but the schema of values refuses null. Other values are unchanged.
 */
export function withoutNulls({ type }: FieldModel, value: unknown): unknown {
  const keys = nullable[type.name] as readonly string[] | undefined
  if (keys === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([key, one]) => one !== null || !keys.includes(key)))
}
