import type { Operation } from './define.ts'

/** Whether an operation takes something away: callers can be limited to do so only when it was confirmed. */
export function isDestructive({ takes, mcp }: Pick<Operation, 'takes' | 'mcp'>): boolean {
  return takes === 'canDelete' || mcp?.destructive === true
}
