import { isLinkKey } from '@octavo/contract/url'
import { jsonText } from '../../core/model/data.ts'
import { filePath, isMediaReference, type MediaReference } from '../../core/model/media-marks.ts'
import { findMediaValues, type MediaValues } from './media-values-store.ts'
import type { Members } from './record-values.ts'
import { StoredReferences, type StoringContext } from './stored-references.ts'

/** an id (ULID) as the value of a member `id` */
const ids = /"id":"([0-7][0-9A-HJKMNP-TV-Z]{25})"/g

/**
 * Rich text as it is stored: its references to media lack what answers add from the record. References that mean the
 * same as stored ones stay as they are stored, so what an answer contained can be sent back without a change. `stored`
 * reads the value that is replaced; it gives null without one.
 */
export async function storedRichText<Value>(
  context: StoringContext,
  value: Value,
  stored: () => Promise<unknown>,
): Promise<Value> {
  if (typeof value !== 'object' || value === null) return value
  const text = jsonText(value)
  const named = [...new Set([...text.matchAll(ids)].map(([, id]) => id ?? ''))]
  const records = await findMediaValues(context, named)
  if (records.size === 0 && !text.includes(filePath)) return value
  return new RichTextStoring(context, records, await stored()).within(value) as Value
}

/** Converts the references and addresses in a value to their stored form. */
class RichTextStoring {
  readonly #context: StoringContext
  readonly #records: ReadonlyMap<string, MediaValues>
  /** the references in the stored value, by the id of their record */
  readonly #stored = new Map<string, MediaReference[]>()
  /**
   * Finds the stored reference that a given one means. There is one object for all references to a record, because each
   * takes the next stored one.
   */
  readonly #matchers = new Map<string, StoredReferences>()
  /** stored addresses of files of this service, by their paths */
  readonly #addresses = new Map<string, string>()

  constructor(context: StoringContext, records: ReadonlyMap<string, MediaValues>, stored: unknown) {
    this.#context = context
    this.#records = records
    this.#addStored(stored)
  }

  #addStored(value: unknown): void {
    if (typeof value === 'string') this.#addAddress(value)
    if (typeof value !== 'object' || value === null) return
    for (const part of Object.values(value)) this.#addStored(part)
    if (!isMediaReference(value) || !this.#records.has(value.id)) return
    const same = this.#stored.get(value.id)
    if (same === undefined) this.#stored.set(value.id, [value])
    else same.push(value)
  }

  #addAddress(text: string): void {
    const path = this.#context.services.mediaCache.pathIn(text)
    if (path !== null) this.#addresses.set(path, text)
  }

  /** The stored form of a value; `isAddress`: its texts are addresses, by the key that they are under. */
  within(value: unknown, isAddress = false): unknown {
    if (typeof value === 'string') return isAddress ? this.#address(value) : value
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((part) => this.within(part, isAddress))
    const entries = Object.entries(value)
    const own = Object.fromEntries(entries.map(([key, part]) => [key, this.within(part, isLinkKey(key))]))
    const record = isMediaReference(own) ? this.#records.get(own.id) : undefined
    return record === undefined ? own : this.#reference(own as MediaReference, record)
  }

  /** The stored form of an address. If it is stored with another base, it stays so: answers show the current base. */
  #address(text: string): string {
    const path = this.#context.services.mediaCache.pathIn(text)
    return path === null ? text : (this.#addresses.get(path) ?? text)
  }

  #reference(given: MediaReference, record: MediaValues): Members {
    let matcher = this.#matchers.get(given.id)
    if (matcher === undefined) {
      matcher = new StoredReferences(this.#context, {
        record,
        holds: 'any',
        references: this.#stored.get(given.id) ?? [],
      })
      this.#matchers.set(given.id, matcher)
    }
    return matcher.formOf(given)
  }
}
