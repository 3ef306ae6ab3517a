import type { Issue } from '@octavo/contract/errors'
import type { Because } from '@octavo/contract/operations/imports'
import { type Reason, type ReasonParams, sayReason } from '@octavo/contract/reasons'
import { type Remark, type RemarkParams, sayRemark } from '@octavo/contract/remarks'
import type { RuleParams } from '@octavo/contract/rules'
import type { Services } from '../context.ts'
import type { OctavoError } from '../errors.ts'
import { timeText } from '../time-text.ts'
import type { ImportRow } from './store.ts'

/** What is to be said of something, such as why it did not go in: in words, and by names where it has them. */
export interface Why {
  readonly reason: string
  readonly because: readonly Because[]
}

export function why<Name extends Reason>(reason: Name, params: ReasonParams<Name>): Why {
  return { reason: sayReason(reason, params), because: [{ reason, params: params as RuleParams }] }
}

/** The same of one remark. */
export interface Remarked extends Why {
  readonly because: readonly [Because & { readonly remark: Remark }]
}

/** What is to be said of something that went in, or was left out. `because` names what its `fault` is. */
export function remark<Name extends Remark>(
  name: Name,
  params: RemarkParams<Name>,
  because: readonly Because[] = [],
): Remarked {
  const named = { remark: name, params: params as RuleParams }
  return {
    reason: sayRemark(name, params),
    because: [because.length === 0 ? named : { ...named, because: [...because] }],
  }
}

/** Several remarks as one. */
export function together(remarks: readonly Why[]): Why {
  return {
    reason: remarks.map(({ reason }) => reason).join(' '),
    because: remarks.flatMap(({ because }) => because),
  }
}

/** What a failure says of itself; without names unless all of it has them. */
export function whyOf({ message, details = {} }: OctavoError): Why {
  const { reason, params = {}, issues = [] } = details as Details
  if (reason !== undefined) return { reason: message, because: [{ reason, params }] }
  const rules = issues.flatMap(({ path, rule, params: named = {} }) =>
    rule === undefined ? [] : [{ path, rule, params: named }],
  )
  return { reason: message, because: rules.length === issues.length ? rules : [] }
}

/** characters of what is said of one piece, and of all its names; a text alone tells of whatever has more */
export const mostSaid = 2000
const mostNames = 4 * mostSaid

/** As it is kept; null where there is nothing to keep. */
export function stored(because: readonly Because[]): string | null {
  const text = JSON.stringify(because, (_, value: unknown) =>
    typeof value === 'string' ? value.slice(0, mostSaid).toWellFormed() : value,
  )
  return because.length === 0 || text.length > mostNames ? null : text
}

/** As it was kept. */
export function becauseOf({ because }: { readonly because: string | null }): Because[] {
  return because === null ? [] : (JSON.parse(because) as Because[])
}

/** An import that has ended so. */
export function failed({ clock }: Pick<Services, 'clock'>, { reason, because }: Why): Partial<ImportRow> {
  return { state: 'failed', error: reason, because: stored(because), finished_at: timeText(clock()) }
}

interface Details {
  readonly reason?: string
  readonly params?: RuleParams
  readonly issues?: readonly Issue[]
}
