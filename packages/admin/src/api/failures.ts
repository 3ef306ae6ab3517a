import { OctavoApiError } from './client.ts'

/** One thing that is wrong with what was sent; the path is like `data.title`. */
export interface Issue {
  readonly path: string
  readonly message: string
}

export function isFailure(error: unknown, ...statuses: readonly number[]): error is OctavoApiError {
  return error instanceof OctavoApiError && (statuses.length === 0 || statuses.includes(error.status))
}

/** The service gave no answer: the network is away, or the service is. */
export function isSilence(error: unknown): boolean {
  return error instanceof TypeError
}

/** Whether the same call can succeed later without a change by a person. */
export function isPassing(error: unknown): boolean {
  return isSilence(error) || (isFailure(error) && (error.status === 429 || error.status >= 500))
}

/** What is wrong with which part of the input; empty where the failure is another one. */
export function issuesOf(error: unknown): readonly Issue[] {
  if (!isFailure(error)) return []
  const { issues } = error.details
  return Array.isArray(issues) ? (issues as Issue[]) : []
}

/** The same failure, told of other parts of the input: of those that the form has. */
export function withIssues(failure: OctavoApiError, issues: readonly Issue[]): OctavoApiError {
  const { message, code, status, requestId } = failure
  return new OctavoApiError(message, { code, status, requestId, details: { issues } })
}

/** Messages by path; of several about one path the first. */
export function issuesByPath(error: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    issuesOf(error)
      .toReversed()
      .map(({ path, message }) => [path, message]),
  )
}
