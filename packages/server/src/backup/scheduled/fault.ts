import { type Reason, type ReasonParams, sayReason } from '@octavo/contract/reasons'
import type { RuleParams } from '@octavo/contract/rules'
import type { BackupState } from '@octavo/contract/operations/backup'

type Because = NonNullable<BackupState['schedule']>['because']

/** What is wrong with a scheduled backup. */
export interface Fault {
  readonly message: string
  /** the same by the name of its reason, for translations; null where it has none */
  readonly because: Because
}

export function faultOf<Name extends Reason>(reason: Name, params: ReasonParams<Name>): Fault {
  return { message: sayReason(reason, params), because: { reason, params: params as RuleParams } }
}

/** The columns that record a fault. */
export function faultColumns(fault: Fault | null): [failure: string | null, because: string | null] {
  if (fault === null) return [null, null]
  return [fault.message, fault.because === null ? null : JSON.stringify(fault.because)]
}

export function becauseOf({ because }: { readonly because: string | null }): Because {
  return because === null ? null : (JSON.parse(because) as Because)
}
