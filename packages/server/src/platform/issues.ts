import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import { type AnyRule, broken, type RuleParams, rules } from '@octavo/contract/rules'
import type { z } from 'zod'
import { invalidAt } from './errors.ts'

type NamedRule = Pick<Issue, 'rule' | 'params'>

/**
 * Converts the issues that a schema has found in the input `raw` to our form. Each unknown key gets its own issue; on
 * the top level, the issue suggests the nearest of the `known` names.
 */
export function issuesOf(error: z.ZodError, known: readonly string[], raw: unknown): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const path = issue.path.map(String).join('.')
    if (issue.code !== 'unrecognized_keys') return [issueOf(issue, path, isMissing(raw, issue))]
    const suggestible = path === '' ? known : []
    return unknownNames(issue.keys, { at: path, known: suggestible }, (hinted) =>
      broken('unknown', { hint: hinted }),
    )
  })
}

/** Throws VALIDATION_ERROR for a query with very many parameters: each unknown one would be reported. */
export function boundParameters(query: object): void {
  const count = Object.keys(query).length
  if (count > limits.parameters)
    throw invalidAt('', `the address has ${count} parameters: at most ${limits.parameters} are allowed`)
}

/** An issue for each unknown name. Only the first few get a suggestion, because the search for one is slow. */
export function unknownNames(
  names: readonly string[],
  { at, known }: { at: string; known: readonly string[] },
  issue: (hint: string) => Omit<Issue, 'path'>,
): Issue[] {
  return names.map((name, index) => ({
    path: at === '' ? name : `${at}.${name}`,
    ...issue(index < limits.hints ? hint(name, known) : ''),
  }))
}

/** Whether the value that an issue calls invalid is missing in the input. */
function isMissing(raw: unknown, { code, path }: z.core.$ZodIssue): boolean {
  if (!code.startsWith('invalid_')) return false
  return path.reduce<unknown>((value, key) => (value as Values | null | undefined)?.[key], raw) === undefined
}

type Values = Readonly<Record<PropertyKey, unknown>>

/**
 * Converts an issue of a schema to our form, with its rule from the table if there is one, so that clients can
 * translate it. With `isAbsent`, the value is missing, which the schema reports as invalid.
 */
export function issueOf(issue: z.core.$ZodIssue, path: string, isAbsent = false): Issue {
  if (isAbsent) return { path, ...broken('required') }
  const rule = ruleOf(issue)
  return { path, message: messageOf(issue, rule), ...rule }
}

/** messages of the library itself, which are in terms of its types; a check can have any other message */
const ofLibrary =
  /^(?:Invalid (?:input|option): expected |Too (?:small|big): expected |Invalid string: must match pattern |Unrecognized keys?: |Invalid (?:email address|URL|input)$)/

/** The message of a check, or else that of the rule. */
function messageOf(issue: z.core.$ZodIssue, { rule, params = {} }: NamedRule): string {
  if (!ofLibrary.test(issue.message)) return issue.message
  const own = rule === undefined ? messageWithoutRule(issue) : schemaMessages[rule]?.(params)
  return own ?? issue.message
}

/** The message of an issue that no rule has; undefined for an issue that only schemas of plugins can have. */
function messageWithoutRule(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'number' ? `must be greater than ${issue.minimum}` : undefined
    case 'too_big':
      return issue.origin === 'number' ? `must be less than ${issue.maximum}` : undefined
    case 'unrecognized_keys':
      return `must not have ${issue.keys
        .slice(0, limits.hints)
        .map((key) => JSON.stringify(key))
        .join(', ')}`
    case 'invalid_union':
      return 'has none of the possible forms'
    default:
      return undefined
  }
}

/**
 * The messages for what a schema refuses without a message of ours. Unlike those in the contract's table, they do not
 * name the length or number that the value has, because an issue of the library does not have it.
 */
const schemaMessages: Readonly<Partial<Record<AnyRule, (params: RuleParams) => string>>> = {
  required: rules.required,
  choice: rules.choice,
  pattern: rules.pattern,
  type: ({ expected = '' }) => `must be ${typeNames[expected] ?? `of type ${expected}`}`,
  tooShort: ({ least }) => `must have at least ${least} characters`,
  tooLong: ({ most }) => `must have at most ${most} ${most === 1 ? 'character' : 'characters'}`,
  tooFew: ({ least }) => `must have at least ${least} ${least === 1 ? 'entry' : 'entries'}`,
  tooMany: ({ most }) => `must have at most ${most} ${most === 1 ? 'entry' : 'entries'}`,
  tooSmall: ({ least }) => `must be at least ${least}`,
  tooLarge: ({ most }) => `must be at most ${most}`,
  email: rules.mailAddress,
  url: () => 'must be a web address, such as https://example.com',
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
}

function ruleOf(issue: z.core.$ZodIssue): NamedRule {
  switch (issue.code) {
    case 'custom':
      return ruleOfCheck(issue.params)
    case 'invalid_type':
      return named('type', { expected: issue.expected })
    case 'invalid_value':
      return named('choice', { allowed: issue.values.map((value) => JSON.stringify(value)).join(', ') })
    case 'invalid_format':
      return isNamedFormat(issue.format) ? named(issue.format) : patternRule(issue)
    case 'too_small':
      return issue.inclusive === false ? {} : boundRule(issue.origin, { least: Number(issue.minimum) })
    case 'too_big':
      return issue.inclusive === false ? {} : boundRule(issue.origin, { most: Number(issue.maximum) })
    default:
      return {}
  }
}

function isNamedFormat(format: string): format is 'email' | 'url' {
  return format === 'email' || format === 'url'
}

/** The rule of a pattern, unless its check has a message of its own, which says more. */
function patternRule({ message, pattern }: z.core.$ZodIssueInvalidStringFormat): NamedRule {
  if (pattern === undefined || message !== `Invalid string: must match pattern ${pattern}`) return {}
  return named('pattern', { pattern: pattern.replace(/^\/(.*)\/[a-z]*$/s, '$1') })
}

/** the rules for a value below its minimum and above its maximum, by what is limited */
const boundRules = {
  string: ['tooShort', 'tooLong'],
  array: ['tooFew', 'tooMany'],
  number: ['tooSmall', 'tooLarge'],
  int: ['tooSmall', 'tooLarge'],
} as const satisfies Record<string, readonly [AnyRule, AnyRule]>

/** The rule for a value beyond a minimum or a maximum; none if the rules do not have what is limited. */
function boundRule(origin: string, params: { least: number } | { most: number }): NamedRule {
  if (!Object.hasOwn(boundRules, origin)) return {}
  const [below, above] = boundRules[origin as keyof typeof boundRules]
  // A minimum of one character means that the value is required.
  if ('least' in params)
    return params.least === 1 && origin === 'string' ? named('required') : named(below, params)
  return named(above, params)
}

/** The rule and parameters that a check of the contract adds; checks of plugins may add anything. */
function ruleOfCheck({ rule, params }: Readonly<Record<string, unknown>> = {}): NamedRule {
  const isOurs = typeof rule === 'string' && Object.hasOwn(rules, rule)
  return isOurs ? named(rule as AnyRule, params as RuleParams) : {}
}

function named(rule: AnyRule, params: RuleParams = {}): NamedRule {
  return { rule, params }
}
