import { type Data, isFileRef, isRef, mapValues } from '../content/values.ts'
import type { MediaItem } from './site.ts'

/** Replaces references in the values of an item by the ids and the files of the site. */
export class Values {
  readonly #idOf: (key: string) => Promise<string>
  readonly #media: ReadonlyMap<string, MediaItem>

  constructor(idOf: (key: string) => Promise<string>, media: ReadonlyMap<string, MediaItem>) {
    this.#idOf = idOf
    this.#media = media
  }

  async resolve(data: Data): Promise<Record<string, unknown>> {
    const ids = new Map<string, string>()
    for (const key of refsIn(data)) ids.set(key, await this.#idOf(key))
    return mapValues({ ...data }, (value) => {
      if (isRef(value)) return ids.get(value.ref)
      if (isFileRef(value)) return this.#attached(value)
      // Not replaced: `mapValues` continues with the values within this one.
      return undefined
    }) as Record<string, unknown>
  }

  /** The value of an image or a file field, or a block that shows a picture, as the admin makes it of a media item. */
  #attached({ file, ...rest }: Data & { readonly file: string }): Record<string, unknown> {
    const item = this.#media.get(file)
    if (item === undefined) throw new Error(`files.json of the demo does not list ${file}.`)
    const { id, url, alt, width, height, filename, mimeType, size } = item
    // Only images have a width.
    return width === null
      ? { ...rest, id, url, filename, mimeType, size }
      : { ...rest, id, url, alt, width, height }
  }
}

function refsIn(data: Data): Set<string> {
  const keys = new Set<string>()
  mapValues(data, (value) => {
    if (isRef(value)) keys.add(value.ref)
    return undefined
  })
  return keys
}
