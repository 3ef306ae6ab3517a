import { isDeepStrictEqual } from 'node:util'
import type { Crop } from '@octavo/contract/crop'
import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import { isLinkKey } from '@octavo/contract/url'
import type { Services, WriteContext } from '../../core/context.ts'
import { jsonText } from '../../core/model/data.ts'
import { filePath, isMediaReference, type MediaReference, recordKeys } from '../../core/model/media-marks.ts'
import { cropIn, cropNamed } from './crops.ts'
import type { FileAddresses } from './file-addresses.ts'
import { keyIn } from './file-version.ts'
import { findMediaValues, type MediaValues } from './media-values-store.ts'
import { formerOf, isSizeOf, type Members, membersOf, shownAs, shownMembers } from './record-values.ts'

type Storage = Pick<WriteContext, 'db' | 'now'> & {
  readonly services: Pick<Services, 'fileAddresses' | 'mediaCache'>
}

/** milliseconds for which former values of a record are accepted as current ones from a client that read them */
const recentTime = 24 * 3_600_000

/** an id (ULID) as the value of a member `id` */
const ids = /"id":"([0-7][0-9A-HJKMNP-TV-Z]{25})"/g

/**
 * Rich text as it is stored: its references to media lack what answers add from the record. References that mean the
 * same as stored ones stay as they are stored, so what an answer contained can be sent back without a change. `stored`
 * reads the value that is replaced; it gives null without one.
 */
export async function storedRichText<Value>(
  context: Storage,
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

class RichTextStoring {
  readonly #context: Storage
  readonly #records: ReadonlyMap<string, MediaValues>
  readonly #stored = new Map<string, MediaReference[]>()
  /** one for all references to a record, because it gives each of them the next stored one */
  readonly #storedById = new Map<string, StoredReferences>()
  /** stored addresses of files of this service, by their paths */
  readonly #addresses = new Map<string, string>()

  constructor(context: Storage, records: ReadonlyMap<string, MediaValues>, stored: unknown) {
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
    let stored = this.#storedById.get(given.id)
    if (stored === undefined) {
      stored = new StoredReferences(this.#context, {
        record,
        holds: 'any',
        references: this.#stored.get(given.id) ?? [],
      })
      this.#storedById.set(given.id, stored)
    }
    return stored.formOf(given)
  }
}

interface Sources {
  readonly record: MediaValues
  readonly holds: HoldsMedia
  /** stored references to the same record, one of which may equal the given one */
  readonly references: readonly Members[]
}

/** Stored references to one record, found by what answers show for them. */
export class StoredReferences {
  readonly #sources: Sources
  readonly #addresses: FileAddresses
  /** the record with former values that a client may have read recently */
  readonly #former: readonly MediaValues[]
  /** the stored references by what answers show for them now */
  #current: ReferencesByMeaning | null = null
  /** the stored references by what answers showed for them recently */
  #recent: ReferencesByMeaning | null = null

  constructor({ services, now }: Storage, sources: Sources) {
    this.#sources = sources
    this.#addresses = services.fileAddresses
    const { record } = sources
    const recently = new Date(Date.parse(now) - recentTime).toISOString()
    this.#former = formerOf(record)
      .filter(({ until }) => until >= recently)
      .map((values) => ({ ...record, ...values }))
  }

  /**
   * The form in which a given reference is stored: if a stored one has the same meaning, the members of that one. Else
   * `complete`, without what answers add from the record. Fields store some values of the record, so for them
   * `complete` is the given reference with these values; `given` stays as the client sent it, because its meaning is
   * compared with what the client has read.
   */
  formOf(given: Members, complete = given): Members {
    const { record, holds } = this.#sources
    const addresses = this.#addresses
    // An object with the address of another file is no reference to this record.
    if (shownMembers(recordPart(given), record, { addresses, holds }) === null) return given
    const plain = withoutRecordValues(complete, record, {
      addresses,
      holds,
      answeredCrop: cropInAddress(given['url']),
    })
    const same = this.#find(recordPart(given), recordPart(plain), given['_key'])
    return same === undefined ? plain : { ...withoutKeys(given, recordKeys), ...recordPart(same) }
  }

  /**
   * The stored reference with the meaning of a given one, as a client has it (`given`) or as it would be stored
   * (`plain`): first one with the same key, else the next one in order; by what answers show now before what they
   * showed recently.
   */
  #find(given: Members, plain: Members, key: unknown): Members | undefined {
    const { references, record } = this.#sources
    if (references.length === 0) return undefined
    this.#current ??= new ReferencesByMeaning(references, (stored) => [this.#shown(stored, record)])
    const [givenMeaning, plainMeaning] = [meaningOf(given), this.#shown(plain, record)]
    const sameKey = this.#current.withKey(givenMeaning, key) ?? this.#current.withKey(plainMeaning, key)
    if (sameKey !== undefined) return sameKey
    this.#recent ??= new ReferencesByMeaning(references, (stored) =>
      this.#former.map((values) => this.#shown(stored, values)),
    )
    return (
      this.#recent.withKey(givenMeaning, key) ??
      this.#current.next(givenMeaning) ??
      this.#current.next(plainMeaning) ??
      this.#recent.next(givenMeaning)
    )
  }

  #shown(reference: Members, as: MediaValues): string {
    const { holds } = this.#sources
    return meaningOf(shownMembers(recordPart(reference), as, { addresses: this.#addresses, holds }))
  }
}

/** Stored references by the canonical text of their meaning (`meaningOf`). */
class ReferencesByMeaning {
  readonly #byMeaning = new Map<string, { readonly references: Members[]; nextIndex: number }>()
  readonly #byKey = new Map<string, Members>()

  constructor(references: readonly Members[], meaningsOf: (reference: Members) => readonly string[]) {
    for (const reference of references)
      for (const meaning of new Set(meaningsOf(reference))) this.#add(meaning, reference)
  }

  #add(meaning: string, reference: Members): void {
    const same = this.#byMeaning.get(meaning)
    if (same === undefined) this.#byMeaning.set(meaning, { references: [reference], nextIndex: 0 })
    else same.references.push(reference)
    this.#byKey.set(placeOf(meaning, reference['_key']), reference)
  }

  withKey(meaning: string, key: unknown): Members | undefined {
    return key === undefined ? undefined : this.#byKey.get(placeOf(meaning, key))
  }

  /** Matched in order, because clients send references back in the order in which they read them. */
  next(meaning: string): Members | undefined {
    const same = this.#byMeaning.get(meaning)
    if (same === undefined) return undefined
    const { references, nextIndex } = same
    same.nextIndex = Math.min(nextIndex + 1, references.length - 1)
    return references[nextIndex]
  }
}

function placeOf(meaning: string, key: unknown): string {
  return `${JSON.stringify(key)} ${meaning}`
}

/** The members of a reference that the record has too, including the type. */
function recordPart(reference: Members): Members {
  const { id, _type } = reference
  const members = recordKeys.flatMap((key) =>
    reference[key] === undefined ? [] : [[key, reference[key]] as const],
  )
  const isTyped = _type === 'image' || _type === 'file'
  return { ...(isTyped && { _type }), id, ...Object.fromEntries(members) }
}

/**
 * Members that a client may omit: those that were added later, and those that only describe the address of the file.
 */
const optionalKeys: ReadonlySet<string> = new Set(['url', 'placeholder', 'variants'])
const meantKeys = ['_type', 'id', ...recordKeys.filter((key) => !optionalKeys.has(key))]

/** A canonical text, equal for references with the same meaning; empty for an object that is no reference. */
function meaningOf(members: Members | null): string {
  if (members === null) return ''
  return JSON.stringify(
    meantKeys.flatMap((key) => (members[key] === undefined ? [] : [key, sorted(members[key])])),
  )
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function withoutKeys(members: Members, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([key]) => !keys.includes(key)))
}

interface Shown {
  readonly addresses: FileAddresses
  /** the kind of value that the reference is in: of an image or file field, or `any` for rich text */
  readonly holds: HoldsMedia
  /** the crop in the address that the client sends: that of the answer which it has read; null without one */
  readonly answeredCrop: Crop | null
}

/**
 * Removes the text, the focal point, the placeholder and the variants of an image if answers add the same. If a
 * reference in rich text has a crop, or a focal point that differs from that of the record, the size of the picture is
 * stored with it, which says for which picture they were chosen.
 */
function withoutRecordValues(
  given: Members,
  record: MediaValues,
  { addresses, holds, answeredCrop }: Shown,
): Members {
  const kind = holds === 'any' ? shownAs(given['_type'], record) : holds
  const crop = kind === 'image' ? cropIn(given['crop']) : null
  // A client that has removed or changed a crop still sends the values of the part that it has read. So the members are
  // compared with those of both parts: that of the crop now, and that of the crop in the address.
  const recordMembers = [...new Set([crop, answeredCrop])].map((one) =>
    membersOf(addresses, record, kind, one),
  )
  // In a field, and of a part of a picture, the placeholder and the variants are computed for each answer. So those
  // that a client sends are dropped, whatever they are. In rich text without a crop, other values than those of the
  // record stay.
  const isOfFieldOrPart = holds !== 'any' || crop !== null || answeredCrop !== null
  const computed = isOfFieldOrPart ? ['placeholder', 'variants'] : []
  const isRecordValue = (key: string): boolean =>
    computed.includes(key) || recordMembers.some((members) => isDeepStrictEqual(given[key], members[key]))
  const shown = kind === 'image' ? ['alt', 'focalPoint', 'placeholder', 'variants'] : []
  const kept = withoutKeys(given, shown.filter(isRecordValue))
  if (crop !== null) kept['crop'] = crop
  // What follows concerns the size of a picture in rich text alone. `isOwn`: the reference has a crop or a focal point
  // of its own. `isSize`: it has no size, or that of the picture or of what one of the crops shows of it, now or
  // before. Any other size is that at which the picture is shown, and stays.
  const isOwn = crop !== null || kept['focalPoint'] !== undefined
  if (kind === 'file' || holds !== 'any' || (!isOwn && answeredCrop === null)) return kept
  const isSize = [crop, answeredCrop].some((one) => isSizeOf({ ...kept, crop: one }, record))
  if (!isSize) return kept
  const { width: _, height: __, ...rest } = kept
  const { width, height } = record
  return isOwn && width !== null && height !== null ? { ...rest, width, height } : rest
}

/** The crop in an address of a part of a picture. */
function cropInAddress(url: unknown): Crop | null {
  const at = typeof url === 'string' ? url.lastIndexOf(filePath) : -1
  if (at === -1) return null
  const { crop } = keyIn((url as string).slice(at + filePath.length))
  return crop && cropNamed(crop.name)
}
