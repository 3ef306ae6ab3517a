import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import type { Services, WriteContext } from '../../core/context.ts'
import { recordKeys } from '../../core/model/media-marks.ts'
import type { FileAddresses } from './file-addresses.ts'
import type { MediaValues } from './media-values-store.ts'
import { formerOf, type Members, shownMembers } from './record-values.ts'
import { cropInAddress, withoutKeys, withoutRecordValues } from './without-record-values.ts'

export type StoringContext = Pick<WriteContext, 'db' | 'now'> & {
  readonly services: Pick<Services, 'fileAddresses' | 'mediaCache'>
}

/** milliseconds for which former values of a record are accepted as current ones from a client that read them */
const recentTime = 24 * 3_600_000

interface Sources {
  readonly record: MediaValues
  /** the kind of value that the references are in: of an image or file field, or `any` for rich text */
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

  constructor({ services, now }: StoringContext, sources: Sources) {
    this.#sources = sources
    this.#addresses = services.fileAddresses
    const { record } = sources
    const recently = new Date(Date.parse(now) - recentTime).toISOString()
    this.#former = formerOf(record)
      .filter(({ until }) => until >= recently)
      .map((values) => ({ ...record, ...values }))
  }

  /**
   * The form in which a given reference is stored. If a stored reference has the same meaning, its members are kept.
   * Else the form is `complete` without what answers add from the record. Fields store some values of the record, so
   * for them `complete` is the given reference with these values added. `given` is what the client sent, because its
   * meaning is compared with what the client has read.
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
   * The stored reference that means what the given one means, as a client has it (`given`) or as it would be stored
   * (`plain`). One with the same key is preferred to the next one in order, and a meaning that answers show now to one
   * that they showed recently.
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
    this.#byKey.set(keyOf(meaning, reference['_key']), reference)
  }

  withKey(meaning: string, key: unknown): Members | undefined {
    return key === undefined ? undefined : this.#byKey.get(keyOf(meaning, key))
  }

  /**
   * The next reference with a meaning; the last one for all further calls. Clients send references back in the order in
   * which they read them.
   */
  next(meaning: string): Members | undefined {
    const same = this.#byMeaning.get(meaning)
    if (same === undefined) return undefined
    const { references, nextIndex } = same
    same.nextIndex = Math.min(nextIndex + 1, references.length - 1)
    return references[nextIndex]
  }
}

function keyOf(meaning: string, key: unknown): string {
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
 * Members that do not count for the meaning, because clients may omit them: answers did not always have the placeholder
 * and the variants, and the address follows from the id.
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

/** The members of a focal point or a crop in a fixed order, because clients may send them in another one. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
}
