import type { Issue as ServiceIssue } from '@octavo/contract/errors'
import { OctavoApiError } from './client.ts'
import { issueText } from './service-text.ts'

/** An issue with the input; the path is like `data.title`, the message in the person's language. */
export type Issue = Readonly<Pick<ServiceIssue, 'path' | 'message'>>

/**
 * Whether the error is a response with a failure, of the service or of a proxy in its place (`isForeign`). With
 * `statuses`: whether it is a response of the service with one of these.
 */
export function isFailure(error: unknown, ...statuses: readonly number[]): error is OctavoApiError {
  if (!(error instanceof OctavoApiError)) return false
  return statuses.length === 0 || (!isForeign(error) && statuses.includes(error.status))
}

/** Whether there was no response: the network or the service is not reachable. */
export function isSilence(error: unknown): boolean {
  return error instanceof TypeError
}

/** Whether the response is not from the service, but from a proxy or a network with a sign-in page. */
export function isForeign(error: unknown): boolean {
  return error instanceof OctavoApiError && error.code === 'UNEXPECTED_ANSWER'
}

/** Whether a retry of the same call can succeed without a change by the person. */
export function isPassing(error: unknown): boolean {
  return (
    isSilence(error) ||
    (isFailure(error) && (error.status === 429 || error.status >= 500 || isForeign(error)))
  )
}

/** The issues with the input; empty for other failures. */
export function issuesOf(error: unknown): readonly Issue[] {
  if (!isFailure(error)) return []
  const { issues } = error.details
  if (!Array.isArray(issues)) return []
  return (issues as ServiceIssue[]).map((issue) => ({ path: issue.path, message: issueText(issue) }))
}

/** A copy of a failure with other issues, for example with paths that name the fields of a form. */
export function withIssues(failure: OctavoApiError, issues: readonly Issue[]): OctavoApiError {
  const { message, code, status, requestId, retryAfter } = failure
  return new OctavoApiError(message, { code, status, requestId, retryAfter, details: { issues } })
}

/** Messages by path; the first one if there are several. */
export function issuesByPath(error: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    issuesOf(error)
      .toReversed()
      .map(({ path, message }) => [path, message]),
  )
}
