import type { Operation } from '@octavo/contract/define'
import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'

/**
 * The issue if an input is too large, else null. Checked before any schema, because a schema reports every wrong
 * element of a list, however long the list is. `contentKeys` are the keys of content, such as the data of an item, to
 * which other limits apply.
 */
export function boundsIssue(
  input: unknown,
  { contentKeys = [] }: Pick<Operation, 'contentKeys'>,
): Issue | null {
  const budget: SizeBudget = { values: limits.inputValues, text: limits.inputText }
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  if (!isObject) return issueOfPart('', input, budget)
  for (const path of Object.keys(input)) {
    if (contentKeys.includes(path)) continue
    const issue = issueOfPart(path, (input as Record<string, unknown>)[path], budget)
    if (issue !== null) return issue
  }
  return null
}

/** Subtracts a part of the input from the budget; returns the issue if nothing is left of it. */
function issueOfPart(path: string, value: unknown, budget: SizeBudget): Issue | null {
  subtract(value, budget, 0)
  budget.text -= path.length
  if (budget.values < 0)
    return { path, message: `is too large: an input has at most ${limits.inputValues} values here` }
  if (budget.text < 0)
    return { path, message: `is too long: an input has at most ${limits.inputText} characters here` }
  return null
}

interface SizeBudget {
  values: number
  text: number
}

/**
 * Subtracts the size of a value from the remaining budget and stops when it is used up. Values deeper than the limit
 * are not counted, because `findUnsafe` refuses them.
 */
function subtract(value: unknown, budget: SizeBudget, depth: number): void {
  budget.values--
  if (typeof value === 'string') budget.text -= value.length
  if (typeof value !== 'object' || value === null || depth > limits.depth) return
  for (const key of Object.keys(value)) {
    if (budget.values < 0 || budget.text < 0) return
    if (!Array.isArray(value)) budget.text -= key.length
    subtract((value as Record<string, unknown>)[key], budget, depth + 1)
  }
}
