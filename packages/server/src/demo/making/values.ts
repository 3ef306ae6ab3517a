import { type Data, Media, Ref } from '../plan/planned-item.ts'
import type { MediaItem } from './site.ts'

/** Puts what was made in the place of what stands for it in the plan. */
export class Values {
  readonly #idOf: (key: string) => Promise<string>
  readonly #media: ReadonlyMap<string, MediaItem>

  constructor(idOf: (key: string) => Promise<string>, media: ReadonlyMap<string, MediaItem>) {
    this.#idOf = idOf
    this.#media = media
  }

  async resolve(data: Data): Promise<Record<string, unknown>> {
    const entries = Object.entries(data).map(
      async ([field, value]) => [field, await this.#resolved(value)] as const,
    )
    return Object.fromEntries(await Promise.all(entries))
  }

  #resolved(value: unknown): unknown {
    if (value instanceof Ref) return this.#idOf(value.key)
    if (value instanceof Media) return this.#attached(value.key)
    if (!Array.isArray(value)) return value
    return Promise.all(value.map((entry: unknown) => (entry instanceof Ref ? this.#idOf(entry.key) : entry)))
  }

  /** The value of an image or a file field, as the form of an item makes it of a media item. */
  #attached(key: string): Record<string, unknown> {
    const item = this.#media.get(key)
    if (item === undefined) throw new Error(`The plan of the demo has no file ${key}.`)
    const { id, url, alt, width, height, filename, mimeType, size } = item
    return width === null ? { id, url, filename, mimeType, size } : { id, url, alt, width, height }
  }
}
