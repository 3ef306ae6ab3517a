import { z } from 'zod'
import { limits } from '../limits.ts'

type Issues = z.core.$ZodRawIssue[]

/**
 * Checks the elements of a list one by one and stops after a number of issues; the array schema of Zod would report a
 * million issues for a million invalid elements. Elements are not changed.
 */
function checkElements(elements: readonly unknown[], element: z.ZodType, issues: Issues): void {
  for (const [index, value] of elements.entries()) {
    if (issues.length >= limits.issues) return
    for (const issue of element.safeParse(value).error?.issues ?? [])
      issues.push({ ...issue, path: [index, ...issue.path], input: value } as Issues[number])
  }
}

/** A list of elements that a schema checks and does not change; elements of a list that is too long are not checked. */
export function checkedList<Element>(
  element: z.ZodType<Element>,
  most?: number,
): z.ZodArray<z.ZodType<Element>> {
  const list = z.array(z.unknown() as z.ZodType<Element>)
  const bounded = most === undefined ? list : list.max(most)
  return bounded.check(({ value, issues }) => {
    if (most === undefined || value.length <= most) checkElements(value, element, issues)
  })
}
