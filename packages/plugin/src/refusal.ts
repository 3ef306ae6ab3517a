import type { Issue } from '@octavo/contract/errors'

/** A global symbol, because a plugin may have its own copy of this package. */
const brand = Symbol.for('octavo.plugin.refusal')

/**
 * Thrown or returned by a before-hook to refuse a change; the caller gets the message. `path` says where
 * in the input the reason is, such as `data.title`.
 */
export class Refusal extends Error {
  readonly [brand] = true
  readonly issues: readonly Issue[]

  constructor(message: string, { path = '' }: { path?: string } = {}) {
    super(message)
    this.name = 'Refusal'
    this.issues = [{ path, message }]
  }
}

/** Whether a value is a refusal, also of another copy of this package. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && brand in value
}
