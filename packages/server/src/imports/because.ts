import type { Issue } from '@octavo/contract/errors'
import type { Because } from '@octavo/contract/operations/imports'
import { type Reason, type ReasonParams, sayReason } from '@octavo/contract/reasons'
import type { RuleParams } from '@octavo/contract/rules'
import type { Services } from '../context.ts'
import type { OctavoError } from '../errors.ts'
import { timeText } from '../time-text.ts'
import type { ImportRow } from './store.ts'

/** Why something did not go in: in words, and by names where it has them. */
export interface Why {
  readonly reason: string
  readonly because: readonly Because[]
}

export function why<Name extends Reason>(reason: Name, params: ReasonParams<Name>): Why {
  return { reason: sayReason(reason, params), because: [{ reason, params: params as RuleParams }] }
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

/** characters of the names of one reason; a text tells of whatever has more */
const most = 4000

/** As it is kept; null where there is nothing to keep. */
export function stored(because: readonly Because[]): string | null {
  const text = JSON.stringify(because)
  return because.length === 0 || text.length > most ? null : text.toWellFormed()
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
