import type { Issue as ServiceIssue } from '@octavo/contract/errors'
import { OctavoApiError } from './client.ts'
import { issueText } from './service-text.ts'

/** One thing that is wrong with what was sent; the path is like `data.title`, the message in the language of the person. */
export type Issue = Readonly<Pick<ServiceIssue, 'path' | 'message'>>

/** Whether a call was answered with a failure; `statuses`: with one of these, by the service itself. */
export function isFailure(error: unknown, ...statuses: readonly number[]): error is OctavoApiError {
  if (!(error instanceof OctavoApiError)) return false
  return statuses.length === 0 || (!isForeign(error) && statuses.includes(error.status))
}

/** The service gave no answer: the network is away, or the service is. */
export function isSilence(error: unknown): boolean {
  return error instanceof TypeError
}

/** The response is not from the service, but from a proxy or from a network that requires a sign-in. */
export function isForeign(error: unknown): boolean {
  return error instanceof OctavoApiError && error.code === 'UNEXPECTED_ANSWER'
}

/** Whether the same call can succeed later without a change by a person. */
export function isPassing(error: unknown): boolean {
  return (
    isSilence(error) ||
    (isFailure(error) && (error.status === 429 || error.status >= 500 || isForeign(error)))
  )
}

/** What is wrong with which part of the input; empty where the failure is another one. */
export function issuesOf(error: unknown): readonly Issue[] {
  if (!isFailure(error)) return []
  const { issues } = error.details
  if (!Array.isArray(issues)) return []
  return (issues as ServiceIssue[]).map((issue) => ({ path: issue.path, message: issueText(issue) }))
}

/** The same failure, mapped to the form's parts of the input. */
export function withIssues(failure: OctavoApiError, issues: readonly Issue[]): OctavoApiError {
  const { message, code, status, requestId, retryAfter } = failure
  return new OctavoApiError(message, { code, status, requestId, retryAfter, details: { issues } })
}

/** Messages by path; of several about one path the first. */
export function issuesByPath(error: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    issuesOf(error)
      .toReversed()
      .map(({ path, message }) => [path, message]),
  )
}
