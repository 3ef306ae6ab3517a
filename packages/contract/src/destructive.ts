import type { Operation } from './define.ts'

/** Whether an operation takes something away: callers can be limited to do so only when it was confirmed. */
export function isDestructive({ takes, mcp }: Pick<Operation, 'takes' | 'mcp'>): boolean {
  return takes === 'canDelete' || mcp?.destructive === true
}

/** Whether a call does: some operations do it with some inputs alone. */
export function isDestructiveCall(
  operation: Pick<Operation, 'takes' | 'mcp' | 'destructiveWhere'>,
  input: unknown,
): boolean {
  const { destructiveWhere: where } = operation
  if (where === undefined) return isDestructive(operation)
  const given = Object(input) as Readonly<Record<string, unknown>>
  return Object.entries(where).some(([key, values]) => values.some((value) => value === given[key]))
}
