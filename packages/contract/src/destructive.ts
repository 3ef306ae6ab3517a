import type { Operation } from './define.ts'

/** Whether an operation is destructive. Some callers must confirm destructive calls. */
export function isDestructive({ takes, mcp }: Pick<Operation, 'takes' | 'mcp'>): boolean {
  return takes === 'canDelete' || mcp?.destructive === true
}

/** Whether a call is destructive, which can depend on its input. */
export function isDestructiveCall(
  operation: Pick<Operation, 'takes' | 'mcp' | 'destructiveWhere'>,
  input: unknown,
): boolean {
  const { destructiveWhere: where } = operation
  if (where === undefined) return isDestructive(operation)
  const given = Object(input) as Readonly<Record<string, unknown>>
  return Object.entries(where).some(([key, values]) => values.some((value) => value === given[key]))
}
