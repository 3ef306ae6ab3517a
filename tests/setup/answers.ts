import { expect } from 'vitest'
import type { Answer } from './service.ts'
import type { Any } from './json.ts'

/** The data of an answer that succeeded; fails with the whole body when it did not. */
export function dataOf({ status, body, text }: Answer, expected = 200): Any {
  expect(status, text).toBe(expected)
  expect(Object.keys(body)).toEqual(['success', 'data'])
  expect(body.success).toBe(true)
  return body.data
}

/** How an answer ended, in one line: `200`, or `409 CONFLICT`. */
export function outcome({ status, body }: Answer): string {
  return body?.error === undefined ? String(status) : `${status} ${body.error.code}`
}

/** Asserts a failure in the error envelope, and that its message contains all of `mentions`. */
export function expectFailure(answer: Answer, expected: string, ...mentions: readonly string[]): void {
  expect(outcome(answer), answer.text).toBe(expected)
  expect(answer.body).toEqual({
    success: false,
    error: { code: expect.any(String), message: expect.any(String), details: expect.any(Object) },
  })
  for (const mention of mentions) expect(answer.body.error.message).toContain(mention)
}

/** Where an answer says that the input was wrong, in the order it says it. */
export function issuePaths({ body }: Answer): string[] {
  const issues = (body?.error?.details?.issues ?? []) as { path: string }[]
  return issues.map(({ path }) => path)
}
