import type { AnyRule } from '@octavo/contract/rules'

/**
 * What the service says of an input, in another language than its own: by the names of the rules, and by codes of
 * failures, behind which the detail stands that tells one meaning from another.
 */
export interface ServiceTexts {
  readonly rules: Readonly<Record<AnyRule, string>>
  readonly codes: Readonly<Record<string, string>>
}
