import { controlShape } from '@octavo/contract/control-inputs'
import { controlNames, controlsOf } from '@octavo/contract/controls'
import type { Operation } from '@octavo/contract/define'
import type { Issue } from '@octavo/contract/errors'
import { z } from 'zod'
import { issuesOf } from '../platform/issues.ts'

/** The controls of a call; see `@octavo/contract/controls`. */
export interface GivenControls {
  readonly dryRun?: boolean | undefined
  /** id of a change-set */
  readonly changeSet?: string | undefined
}

interface SplitInput {
  /** the input of the operation */
  readonly input: unknown
  readonly controls: GivenControls
  readonly issues: readonly Issue[]
}

const none: GivenControls = {}

/** An input that has no controls. */
export function withoutControls(input: unknown): SplitInput {
  return { input, controls: none, issues: [] }
}

/** Separates the controls from an input. A control that the operation does not take gives an issue. */
export function splitControls(operation: Operation, given: unknown): SplitInput {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return withoutControls(given)
  const names = controlNames.filter((name) => Object.hasOwn(given, name))
  if (names.length === 0) return withoutControls(given)
  // The object has no prototype, like the input that interfaces make, so that `__proto__` stays an ordinary key.
  const input: Record<string, unknown> = { __proto__: null, ...given }
  const rawControls: Record<string, unknown> = {}
  for (const name of names) {
    rawControls[name] = input[name]
    delete input[name]
  }
  const taken = controlsOf(operation)
  const refused = names.filter((name) => !taken.includes(name))
  if (refused.length > 0) return { input, controls: none, issues: refused.map((path) => notTaken(path)) }
  const { success, data, error } = z.strictObject(controlShape(operation)).safeParse(rawControls)
  return success
    ? { input, controls: data as GivenControls, issues: [] }
    : { input, controls: none, issues: issuesOf(error, taken, rawControls) }
}

const reasons = {
  dryRun: 'there is no dry run of this operation',
  changeSet: 'this operation is not one of those that change or show content by change-sets',
} as const

function notTaken(path: keyof typeof reasons): Issue {
  return { path, message: reasons[path] }
}
