import type { Issue } from '@octavo/contract/errors'
import { hint } from '@octavo/contract/nearest'
import { type AnyRule, broken, type RuleParams, rules } from '@octavo/contract/rules'
import type { z } from 'zod'

type Told = Pick<Issue, 'rule' | 'params'>

/** The issues of a schema in our form; unknown keys come one by one, each with the name that was meant. */
export function issuesOf(error: z.ZodError, known: readonly string[], raw: unknown): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const path = issue.path.map(String).join('.')
    if (issue.code !== 'unrecognized_keys') return [issueOf(issue, path, isMissing(raw, issue))]
    const names = path === '' ? known : []
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      ...broken('unknown', { hint: hint(key, names) }),
    }))
  })
}

/** A schema tells of what is not there as of something of a wrong type. */
function isMissing(raw: unknown, { code, path }: z.core.$ZodIssue): boolean {
  if (!code.startsWith('invalid_')) return false
  return path.reduce<unknown>((value, key) => (value as Values | null | undefined)?.[key], raw) === undefined
}

type Values = Readonly<Record<PropertyKey, unknown>>

/** A problem that a schema found, in our form: with its rule where it is one of the table, so that others can say it in their language. */
export function issueOf(issue: z.core.$ZodIssue, path: string, isAbsent = false): Issue {
  return { path, message: issue.message, ...(isAbsent ? told('required') : ruleOf(issue)) }
}

function ruleOf(issue: z.core.$ZodIssue): Told {
  switch (issue.code) {
    case 'custom':
      return ruleOfCheck(issue.params)
    case 'invalid_type':
      return told('type', { expected: issue.expected })
    case 'invalid_value':
      return told('choice', { allowed: issue.values.map((value) => JSON.stringify(value)).join(', ') })
    case 'invalid_format':
      return isNamedFormat(issue.format) ? told(issue.format) : {}
    case 'too_small':
      return boundRule(issue.origin, { least: Number(issue.minimum) })
    case 'too_big':
      return boundRule(issue.origin, { most: Number(issue.maximum) })
    default:
      return {}
  }
}

function isNamedFormat(format: string): format is 'email' | 'url' {
  return format === 'email' || format === 'url'
}

const boundRules = {
  string: ['tooShort', 'tooLong'],
  array: ['tooFew', 'tooMany'],
  number: ['tooSmall', 'tooLarge'],
  int: ['tooSmall', 'tooLarge'],
} as const satisfies Record<string, readonly [AnyRule, AnyRule]>

function boundRule(origin: string, params: { least: number } | { most: number }): Told {
  if (!Object.hasOwn(boundRules, origin)) return {}
  const [below, above] = boundRules[origin as keyof typeof boundRules]
  // A text of at least one character is one that must be there.
  if ('least' in params)
    return params.least === 1 && origin === 'string' ? told('required') : told(below, params)
  return told(above, params)
}

/** What a check of the contract carries along; those of plugins may carry anything. */
function ruleOfCheck({ rule, params }: Readonly<Record<string, unknown>> = {}): Told {
  const isOurs = typeof rule === 'string' && Object.hasOwn(rules, rule)
  return isOurs ? told(rule as AnyRule, params as RuleParams) : {}
}

function told(rule: AnyRule, params: RuleParams = {}): Told {
  return { rule, params }
}
