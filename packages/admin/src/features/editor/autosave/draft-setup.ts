import { OctavoApiError } from '@octavo/client/session-client'
import { beginDraft } from './machine.ts'
import type { DraftState, FieldFacts, Item, Values } from './state.ts'
import { slugKey } from './state.ts'
import type { Answer, Transport } from './saver.ts'

/** Drafts and a fake service for the tests of this folder. */

export function fieldOf(key: string, required = false): FieldFacts {
  return { key, label: key, type: 'string', required, accepts: (value) => typeof value === 'string' }
}

export const fields = ['a', 'b', 'c'].map((key) => fieldOf(key))

/** A stored item with these values; a draft unless `changes` say otherwise. */
export function itemOf(data: Values, changes: Partial<Item> = {}): Item {
  const at = '2026-01-31T09:00:00.000Z'
  return {
    id: '01JZZZZZZZZZZZZZZZZZZZZZZZ',
    type: 'posts',
    slug: 'one',
    status: 'draft',
    data,
    authorId: null,
    createdAt: at,
    updatedAt: at,
    publishedAt: null,
    scheduledAt: null,
    locale: 'en',
    translationOf: null,
    translationGroup: '',
    ...changes,
  }
}

/** The draft of a stored item that was just opened. */
export function draftOf(data: Values = {}, changes: Partial<Item> = {}): DraftState {
  return beginDraft({ fields, saved: { item: itemOf(data, changes), rev: '1' } })
}

/** The draft of a new item. */
export function newDraft(facts: readonly FieldFacts[] = fields): DraftState {
  return beginDraft({ fields: facts })
}

/** What goes wrong with a call: `lostBefore` and `lostAfter` lose the connection before and after it is carried out. */
export type Mishap = 'none' | 'lostBefore' | 'lostAfter' | 'busy' | 'signedOut' | 'broken'

/** A fake service with one item, which accepts a save only with the newest version; tests control its responses. */
export class FakeService implements Transport {
  data: Record<string, unknown>
  version: number
  /** calls without a response yet */
  readonly waiting: ((mishap: Mishap) => void)[] = []
  /** the saves that it has stored, in order */
  readonly stored: Values[] = []
  /** how many items it has created */
  created = 0
  /** the largest number of calls that waited at the same time */
  mostAtOnce = 0
  status: Item['status'] = 'draft'

  /** `data`: null if the item does not exist yet */
  constructor(data: Values | null) {
    this.data = { ...data }
    this.version = data === null ? 0 : 1
  }

  create(values: Values): Promise<Answer> {
    return this.#call(() => {
      this.created++
      return this.#store(values)
    })
  }

  update(_id: string, values: Values, rev: string): Promise<Answer> {
    return this.#call(() => {
      if (rev !== String(this.version))
        throw failure(409, 'CONFLICT', { reason: 'itemChanged', _rev: String(this.version) })
      return this.#store(values)
    })
  }

  read(_id: string, known: string | null): Promise<Answer | null> {
    return this.#call(() => (known === String(this.version) ? null : this.answer()))
  }

  find(): Promise<Answer | null> {
    return this.#call(() => (this.version === 0 ? null : this.answer()))
  }

  /** Changes a value as another person. */
  change(key: string, value: unknown): void {
    this.data[key] = value
    this.version++
  }

  answer(): Answer {
    return { item: itemOf({ ...this.data }, { status: this.status }), _rev: String(this.version) }
  }

  #store(values: Values): Answer {
    this.stored.push(values)
    const { [slugKey]: _slug, ...data } = values
    Object.assign(this.data, data)
    this.version++
    return this.answer()
  }

  /** A call that waits until the test lets it succeed or fail. */
  #call<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const answer = (mishap: Mishap): void => {
        const index = this.waiting.indexOf(answer)
        if (index !== -1) this.waiting.splice(index, 1)
        try {
          resolve(withMishap(mishap, work))
        } catch (error) {
          reject(error as Error)
        }
      }
      this.waiting.push(answer)
      this.mostAtOnce = Math.max(this.mostAtOnce, this.waiting.length)
    })
  }
}

function withMishap<Result>(mishap: Mishap, work: () => Result): Result {
  if (mishap === 'lostBefore') throw new TypeError('no answer')
  if (mishap === 'busy') throw failure(429, 'RATE_LIMITED')
  if (mishap === 'broken') throw failure(500, 'INTERNAL_ERROR')
  if (mishap === 'signedOut') throw failure(401, 'UNAUTHORIZED')
  const result = work()
  if (mishap === 'lostAfter') throw new TypeError('no answer')
  return result
}

export function failure(
  status: number,
  code: OctavoApiError['code'],
  details: Record<string, unknown> = {},
  message = 'no',
): OctavoApiError {
  return new OctavoApiError(message, { status, code, details })
}
