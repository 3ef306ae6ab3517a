import { isFailure, issuesOf, withIssues } from '../../api/failures.ts'
import type { Collection } from '../../session/session.tsx'
import { fieldOf } from '../../session/collection-lookup.ts'

/** A copy of a failure whose issues name the fields of an item by their labels; other errors are returned unchanged. */
export function withFieldLabels(error: unknown, collection: Collection): unknown {
  const issues = issuesOf(error)
  if (!isFailure(error) || issues.length === 0) return error
  return withIssues(
    error,
    issues.map(({ path, message }) => ({ path: labelOf(path, collection), message })),
  )
}

/** `data.team[0].name` becomes `Team[0].name`. A path outside of `data`, or of an unknown field, stays. */
function labelOf(path: string, collection: Collection): string {
  const [, slug = '', within = ''] = /^data\.([a-z0-9_]+)(.*)$/.exec(path) ?? []
  const field = fieldOf(collection, slug)
  return field === undefined ? path : `${field.label}${within}`
}
