import type { Operation } from './define.ts'

/** Whether calls of an operation can be destructive. Some callers must confirm destructive calls. */
export function isDestructive({ tokenRight, mcp }: Pick<Operation, 'tokenRight' | 'mcp'>): boolean {
  return tokenRight === 'canDelete' || mcp?.destructive === true
}

/**
 * Whether a call is destructive. For an operation with `destructiveWhere` (key of the input → destructive values) this
 * depends on the input.
 */
export function isDestructiveCall(
  operation: Pick<Operation, 'tokenRight' | 'mcp' | 'destructiveWhere'>,
  input: unknown,
): boolean {
  const { destructiveWhere } = operation
  if (destructiveWhere === undefined) return isDestructive(operation)
  const given = Object(input) as Readonly<Record<string, unknown>>
  return Object.entries(destructiveWhere).some(([key, values]) =>
    values.some((value) => value === given[key]),
  )
}
