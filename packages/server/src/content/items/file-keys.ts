import type { MediaItem } from '@octavo/contract/operations/media'
import type { FieldModel } from '../../core/model/model.ts'

/** What a value takes from the record of its file. An alt text belongs to the value: it overrides that of the file. */
export const derivedKeys: Readonly<Record<string, readonly (keyof MediaItem)[]>> = {
  image: ['url', 'width', 'height'],
  file: ['url', 'filename', 'mimeType', 'size'],
}

/**
 * A value of an image or file field without the keys that are null, as a record has them that lacks a width: what a
 * value takes from the record is not refused for it.
 */
export function withoutUnknowns({ type }: FieldModel, value: unknown): unknown {
  const keys = derivedKeys[type.name] as readonly string[] | undefined
  if (keys === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([key, one]) => one !== null || !keys.includes(key)))
}
