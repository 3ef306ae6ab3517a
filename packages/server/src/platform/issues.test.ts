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

/** The message that people get of a value that a schema refuses. */
function messageOf(schema: z.ZodType, value: unknown, isAbsent = false): string {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (issue === undefined) throw new Error('The value is valid.')
  return issueOf(issue, 'name', isAbsent).message
}

describe('the messages of the issues of schemas', () => {
  it.each([
    [z.string(), 7, 'must be a text'],
    [z.number(), '7', 'must be a number'],
    [z.number(), Infinity, 'must be a number'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.strictObject({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), 'x', 'must be an object'],
    [z.null(), 1, 'must be null'],
    [z.bigint(), 1, 'must be of type bigint'],
    [z.enum(['a', 'b']), 'c', 'must be one of "a", "b"'],
    [z.literal('a'), 'c', 'must be one of "a"'],
    [z.string().min(3), 'ab', 'must have at least 3 characters'],
    [z.string().min(1), '', 'is required'],
    [z.string().max(2), 'abc', 'must have at most 2 characters'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.int().max(5), 6, 'must be at most 5'],
    [z.array(z.string()).min(1), [], 'must have at least 1 entry'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 entries'],
    [z.string().regex(/^a$/), 'c', 'must match the pattern ^a$'],
    [z.string().regex(/^a$/, 'must be a'), 'c', 'must be a'],
    [z.string('must be a name'), 7, 'must be a name'],
    [z.email(), 'ana', 'must be an e-mail address, such as ana@example.com'],
    [z.url(), 'ana', 'must be a web address, such as https://example.com'],
    [z.string().max(1), 'ab', 'must have at most 1 character'],
    [z.number().positive(), 0, 'must be greater than 0'],
    [z.number().lt(5), 5, 'must be less than 5'],
    [z.union([z.string(), z.number()]), true, 'has none of the possible forms'],
    [z.strictObject({}), { a: 1, b: 2 }, 'must not have "a", "b"'],
    [z.tuple([z.string()]), 'a', 'must be a list'],
    [z.date(), 'x', 'must be a date'],
  ])('case %#', (schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message)
  })

  it.each([
    [z.number('Invalid amount'), 'x'],
    [z.enum(['a', 'b'], 'Invalid kind: a or b'), 'c'],
    [z.string().min(3, 'Invalid name: too short'), 'ab'],
    [z.email('Invalid e-mail'), 'ana'],
    [z.number().positive('Too small: nobody sells that'), 0],
    [z.union([z.string(), z.number()], 'Invalid value'), true],
    [z.string().refine(() => false, 'Invalid word'), 'a'],
  ])('of checks stay as they are: case %#', (schema, value) => {
    const [issue] = schema.safeParse(value).error?.issues ?? []
    expect(messageOf(schema, value)).toBe(issue?.message)
  })

  it('a value that is absent is required', () => {
    expect(messageOf(z.string(), undefined, true)).toBe('is required')
    expect(messageOf(z.string('must be a name'), undefined, true)).toBe('is required')
  })
})

describe('the rules of the issues of schemas', () => {
  it.each([
    [z.string().min(3), 'ab', 'tooShort', { least: 3 }],
    [z.string().min(1), '', 'required', {}],
    [z.string().max(2), 'abc', 'tooLong', { most: 2 }],
    [z.number().min(1), 0, 'tooSmall', { least: 1 }],
    [z.int().max(5), 6, 'tooLarge', { most: 5 }],
    [z.number().positive(), 0, undefined, undefined],
    [z.array(z.string()).max(1), ['a', 'b'], 'tooMany', { most: 1 }],
    [z.string().regex(/^a\/b$/i), 'c', 'pattern', { pattern: '^a\\/b$' }],
    [z.string().regex(/^a$/, 'must be a'), 'c', undefined, undefined],
    [z.email(), 'ana', 'email', {}],
  ])('case %#', (schema, value, rule, params) => {
    expect(ruleOf(schema, value)).toEqual({ rule, params })
  })
})
