import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issueOf } from './issues.ts'

/** The rule that a schema reports for a value. */
function ruleOf(schema: z.ZodType, value: unknown) {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (issue === undefined) throw new Error('The value is valid.')
  const { rule, params } = issueOf(issue, 'name')
  return { rule, params }
}

describe('the rules of the issues of schemas', () => {
  it.each([
    [z.string().min(3), 'ab', 'tooShort', { least: 3 }],
    [z.string().min(1), '', 'required', {}],
    [z.string().max(2), 'abc', 'tooLong', { most: 2 }],
    [z.number().min(1), 0, 'tooSmall', { least: 1 }],
    [z.int().max(5), 6, 'tooLarge', { most: 5 }],
    [z.array(z.string()).max(1), ['a', 'b'], 'tooMany', { most: 1 }],
    [z.string().regex(/^a\/b$/i), 'c', 'pattern', { pattern: '^a\\/b$' }],
    [z.string().regex(/^a$/, 'must be a'), 'c', undefined, undefined],
    [z.email(), 'ana', 'email', {}],
  ])('case %#', (schema, value, rule, params) => {
    expect(ruleOf(schema, value)).toEqual({ rule, params })
  })
})
