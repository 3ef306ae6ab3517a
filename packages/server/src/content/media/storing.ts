import { isDeepStrictEqual } from 'node:util'
import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import { isLinkKey } from '@octavo/contract/url'
import type { Services, WriteContext } from '../../core/context.ts'
import { jsonText } from '../../core/model/data.ts'
import { filePath, isMediaReference, type MediaReference, recordKeys } from '../../core/model/media-marks.ts'
import { findMediaValues, type MediaValues } from './media-values-store.ts'
import { formerOf, type Members, membersOf, shownAs, shownMembers } from './record-values.ts'

type Storage = Pick<WriteContext, 'db' | 'now'> & {
  readonly services: Pick<Services, 'config' | 'knownMedia'>
}

/** milliseconds for which values that a record had before count as read by a client that sends them back */
const readWithin = 24 * 3_600_000

const ids = /"id":"([0-7][0-9A-HJKMNP-TV-Z]{25})"/g

/**
 * Rich text as it is stored: its references to media lack what answers add from the record. References that mean the same
 * as stored ones stay as they are stored, so what an answer contained can be sent back without a change.
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
  return new Storing(context, records, await stored()).within(value) as Value
}

class Storing {
  readonly #context: Storage
  readonly #records: ReadonlyMap<string, MediaValues>
  readonly #stored = new Map<string, MediaReference[]>()
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
    const path = this.#context.services.knownMedia.pathIn(text)
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

  /** An address that is stored with another base stays so: answers show it with the current one. */
  #address(text: string): string {
    const path = this.#context.services.knownMedia.pathIn(text)
    return path === null ? text : (this.#addresses.get(path) ?? text)
  }

  #reference(given: MediaReference, record: MediaValues): Members {
    const candidates = this.#stored.get(given.id) ?? []
    const sameKey = candidates.filter(({ _key }) => _key !== undefined && _key === given['_key'])
    return storedReference(this.#context, given, {
      record,
      holds: 'any',
      candidates: [...sameKey, ...candidates],
    })
  }
}

interface Sources {
  readonly record: MediaValues
  readonly holds: HoldsMedia
  /** stored references to the same record, of which one may be that which is given */
  readonly candidates: readonly Members[]
  /** what is stored of it otherwise; by default what is given */
  readonly complete?: Members
}

/** A reference as it is stored. */
export function storedReference(
  { services, now }: Storage,
  given: Members,
  { record, holds, candidates, complete = given }: Sources,
): Members {
  const { baseUrl } = services.config
  const shown = (reference: Members, as = record): Members | null =>
    shownMembers(recordPart(reference), as, { baseUrl, holds })
  if (shown(given) === null) return given
  const plain = withoutShown(complete, record, { baseUrl, holds })
  const recently = new Date(Date.parse(now) - readWithin).toISOString()
  const former = formerOf(record).filter(({ until }) => until >= recently)
  const same = candidates.find(
    (stored) =>
      isSame(shown(stored), recordPart(given)) ||
      isSame(shown(stored), shown(plain)) ||
      former.some((values) => isSame(shown(stored, { ...record, ...values }), recordPart(given))),
  )
  return same === undefined ? plain : { ...withoutKeys(given, recordKeys), ...recordPart(same) }
}

/** What a reference says that the record says too, the type included. */
function recordPart(reference: Members): Members {
  const { id, _type } = reference
  const members = recordKeys.flatMap((key) =>
    reference[key] === undefined ? [] : [[key, reference[key]] as const],
  )
  const isTyped = _type === 'image' || _type === 'file'
  return { ...(isTyped && { _type }), id, ...Object.fromEntries(members) }
}

/** Clients may lack what was made meanwhile, and what tells only how the file is reached. */
const volatile = ['url', 'placeholder', 'variants'] as const

function isSame(one: Members | null, other: Members | null): boolean {
  if (one === null || other === null) return false
  return isDeepStrictEqual(withoutKeys(one, volatile), withoutKeys(other, volatile))
}

function withoutKeys(members: Members, keys: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([key]) => !keys.includes(key)))
}

/** A reference without the text and the focal point of the record, and without what only answers have. */
function withoutShown(
  given: Members,
  record: MediaValues,
  { baseUrl, holds }: { baseUrl: string; holds: HoldsMedia },
): Members {
  const kind = holds === 'any' ? shownAs(given['_type'], record) : holds
  const members = membersOf(baseUrl, record, kind)
  const isShown = (key: string): boolean =>
    (holds !== 'any' && (key === 'placeholder' || key === 'variants')) ||
    isDeepStrictEqual(given[key], members[key])
  const dropped = ['alt', 'focalPoint', 'placeholder', 'variants'].filter(
    (key) => key in members && isShown(key),
  )
  return withoutKeys(given, dropped)
}
