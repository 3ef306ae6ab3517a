import type { Reason } from '@octavo/contract/reasons'
import type { AnyRule } from '@octavo/contract/rules'

/**
 * What the service says of an input and of a call that fails, in another language than its own: by the names of rules
 * and of reasons, and by codes for failures that have neither. A text may have another form for a count of one.
 */
export interface ServiceTexts {
  readonly rules: Readonly<Record<AnyRule, string>>
  readonly reasons: Readonly<Record<Reason, string> & Partial<Record<`${Reason}_one`, string>>>
  readonly codes: Readonly<Record<string, string>>
}
