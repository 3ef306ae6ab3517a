import { OctavoApiError } from '@octavo/client/session-client'
import type { Issue } from '@octavo/contract/errors'
import { issueText, messageOf } from '../../../api/service-text.ts'
import type { Outcome } from './events.ts'
import { type RefusedPlace, slugKey, termsKey, type Trouble } from './state.ts'

/** Classifies a failed call. Without a response, the call may have been carried out. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof OctavoApiError)) return passing({ isUnsure: true, trouble: { kind: 'silent' } })
  const { status, code, details, retryAfter } = error
  const message = messageOf(error)
  const isForeign = code === 'UNEXPECTED_ANSWER'
  // A proxy can refuse a large request as well. Its response has no message for people.
  if (status === 413) return { kind: 'halt', halt: 'tooLarge', message: isForeign ? '' : message }
  if (status === 429) return passing({ isUnsure: false, trouble: { kind: 'tooMany' }, retryAfter })
  // A 401, 403 or 404 of a proxy says nothing about the item.
  if (isForeign) return passing({ isUnsure: true, trouble: { kind: 'foreign', status }, retryAfter })
  if (status === 401) return { kind: 'halt', halt: 'signedOut', message }
  if (status >= 500) return passing({ isUnsure: true, trouble: { kind: 'broken', status }, retryAfter })
  if (status === 403) return { kind: 'halt', halt: 'forbidden', message }
  if (status === 404) return { kind: 'halt', halt: 'gone', message }
  if (code === 'DUPLICATE_SLUG' || code === 'RESERVED_SLUG')
    return { kind: 'refused', byKey: { [slugKey]: message }, message }
  if (status === 412 || details['reason'] === 'itemChanged') return { kind: 'outdated' }
  if (code === 'CONFLICT' && typeof details['field'] === 'string')
    return { kind: 'refused', byKey: { [details['field']]: message }, message }
  // Another conflict may have another cause than the version (`isRefusal` in failing.ts).
  if (status === 409) return { kind: 'outdated', message }
  return { kind: 'refused', ...issuesByKey(details), message }
}

interface PassingFailure {
  /** whether the call may have been carried out */
  readonly isUnsure: boolean
  readonly trouble: Trouble
  /** seconds */
  readonly retryAfter?: number | null
}

/** A failure after which a retry can succeed. */
function passing({ isUnsure, trouble, retryAfter = null }: PassingFailure): Outcome {
  return { kind: 'passing', isUnsure, trouble, retryAfter }
}

/**
 * The key of a draft that an issue is about, from the first two parts of its path, such as `data` and `title`;
 * undefined for other parts of the request.
 */
function keyOf(member: string, name: string | undefined): string | undefined {
  if (member === 'slug') return slugKey
  if (member === 'terms' && name !== undefined) return termsKey(name)
  return member === 'data' ? name : undefined
}

interface IssuesByKey {
  /** the first issue of each key, with its path if it is within the value */
  readonly byKey: Record<string, string>
  /** all issues of each key, with an empty path for those of the whole value */
  readonly places: Record<string, RefusedPlace[]>
}

/** The issues of a refusal by the keys of a draft. Issues about other parts of the request are left out. */
function issuesByKey({ issues }: Readonly<Record<string, unknown>>): IssuesByKey {
  const byKey: IssuesByKey['byKey'] = {}
  const places: IssuesByKey['places'] = {}
  for (const issue of Array.isArray(issues) ? (issues as Issue[]) : []) {
    // The entries of structured fields are named as in `data.faq[2].question`.
    const [member = '', name, ...further] = issue.path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')
    const message = issueText(issue)
    const key = keyOf(member, name)
    if (key === undefined) continue
    const path = further.join('.')
    byKey[key] ??= path === '' ? message : `${path}: ${message}`
    ;(places[key] ??= []).push({ path, message })
  }
  return { byKey, places }
}
