import { type Reason, type ReasonParams, reasons, sayReason } from '@octavo/contract/reasons'
import type { RuleParams } from '@octavo/contract/rules'
import type { BackupState } from '@octavo/contract/operations/backup'
import type { Tables } from '../../../platform/database/tables.ts'

type Cause = NonNullable<BackupState['schedule']>['because']

/** The reason why a scheduled backup failed, as a text and by name. */
export interface Fault {
  readonly message: string
  /** the name of the reason, for translations; null if it has none */
  readonly because: Cause
}

/** A fault by the name of its reason, with the message for people. */
export function faultOf<Name extends Reason>(reason: Name, params: ReasonParams<Name>): Fault {
  return { message: sayReason(reason, params), because: { reason, params: params as RuleParams } }
}

/** The columns that record a fault. */
export function faultColumns(fault: Fault | null): [failure: string | null, because: string | null] {
  if (fault === null) return [null, null]
  return [fault.message, fault.because === null ? null : JSON.stringify(fault.because)]
}

/**
 * The stored reason; null unless it belongs to the text in `failure`. Processes of other versions can have stored a
 * text without a reason, or with a reason that this version does not know.
 */
export function becauseOf({
  failure,
  because,
}: Pick<Tables['backup_schedule'], 'failure' | 'because'>): Cause {
  if (because === null) return null
  const named = JSON.parse(because) as Fault['because'] & { readonly reason: Reason }
  const isKnown = Object.hasOwn(reasons, named.reason)
  return isKnown && sayReason(named.reason, named.params as never) === failure ? named : null
}
