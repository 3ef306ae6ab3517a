import { limits } from '@octavo/contract/limits'
import type { Caller } from '../../core/caller.ts'
import type { ReadContext } from '../../core/context.ts'
import { Encoded } from '../../platform/encoded.ts'
import { cachePeriod } from './list-tag.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly listCache: ListCache
  }
}

/** bytes of memory that an answer takes besides its content, about */
const overhead = 5000

/** An answer that takes more than this share of the room is not kept: it would displace too many others. */
const largestShare = 1 / 16

/**
 * Keeps answers to lists by their ETags. An ETag covers the request, what the caller may see, and the counts of all
 * changes that the answer depends on, which each request reads anew: so the same ETag means the same answer, unless a
 * process of the previous release has changed something without counting it. Therefore answers are also dropped every
 * ten seconds. When there is no more room, all of them are dropped.
 */
export class ListCache {
  readonly #room: number
  #lists = new Map<string, Encoded>()
  /** the `cachePeriod` of the kept answers: when it ends, they are dropped */
  #period = ''
  #bytes = 0
  /**
   * ETag without names → ids of the people whose names the list shows. The ETag of a list with authors is made in two
   * steps: `listTag` makes one without names, and `tagWithNames` adds them. With these ids that can be done before the
   * page is read (`expectedTag`).
   */
  #authors = new Map<string, readonly string[]>()
  #authorCount = 0

  /** `room`: approximate bytes of memory */
  constructor(room: number) {
    this.#room = room
  }

  /** approximate bytes of memory that are in use */
  get bytes(): number {
    return this.#bytes
  }

  /** The answer with this ETag, if it is kept for this caller. */
  get({ caller }: Pick<ReadContext, 'caller'>, tag: string): Encoded | undefined {
    this.#followPeriod()
    return isOfPreview(caller) ? undefined : this.#lists.get(keyOf(caller, tag))
  }

  /** Keeps an answer with its ETag. Returns it with its content in one piece. */
  keep({ caller }: Pick<ReadContext, 'caller'>, tag: string, answer: Encoded): Encoded {
    const whole = new Encoded(answer.enveloped, answer.rev, answer)
    whole.included = answer.included
    whole.delivery = answer.delivery
    this.#followPeriod()
    const bytes = overhead + whole.enveloped.length
    if (isOfPreview(caller) || bytes > this.#room * largestShare) return whole
    if (this.#bytes + bytes > this.#room) this.#dropAnswers()
    const key = keyOf(caller, tag)
    if (!this.#lists.has(key)) this.#bytes += bytes
    this.#lists.set(key, whole)
    return whole
  }

  /** The ids of the people whose names a list shows, if they are kept. `tag` is its ETag without names. */
  authorsOf({ caller }: Pick<ReadContext, 'caller'>, tag: string): readonly string[] | undefined {
    return isOfPreview(caller) ? undefined : this.#authors.get(tag)
  }

  /** Keeps the ids of the people whose names a list shows. When too many are kept, all of them are dropped. */
  keepAuthors({ caller }: Pick<ReadContext, 'caller'>, tag: string, ids: readonly string[]): void {
    if (isOfPreview(caller)) return
    const before = this.#authors.get(tag)
    if (before !== undefined) this.#authorCount -= 1 + before.length
    this.#authorCount += 1 + ids.length
    if (this.#authorCount > limits.cachedAuthors) {
      this.#authors = new Map()
      this.#authorCount = 1 + ids.length
    }
    this.#authors.set(tag, ids)
  }

  #followPeriod(): void {
    const period = cachePeriod()
    if (period === this.#period) return
    this.#period = period
    this.#dropAnswers()
  }

  /** Drops all that is kept. */
  empty(): void {
    this.#dropAnswers()
    this.#authors = new Map()
    this.#authorCount = 0
  }

  /** The ids of authors stay: they are only used to make ETags, and each read of a page replaces those of its list. */
  #dropAnswers(): void {
    this.#lists = new Map()
    this.#bytes = 0
  }
}

/**
 * Whether a preview link is used. It shows the draft of an item, or the content with a change-set applied: the counts
 * of live items, of which the ETags are made, do not cover these changes.
 */
function isOfPreview({ preview, previewedSet }: Caller): boolean {
  return preview !== undefined || previewedSet !== undefined
}

/**
 * The key of an answer. Its ETag already depends on what the caller may see. The caller is in the key as well, so that
 * even a mistake in the ETag cannot show the content of one caller to another. All visitors are one caller.
 */
function keyOf({ userId, tokenId, sessionId }: Caller, tag: string): string {
  return `${tag} ${tokenId ?? sessionId ?? ''} ${userId ?? ''}`
}
