import type { Reason } from '@octavo/contract/reasons'
import type { Remark } from '@octavo/contract/remarks'
import type { AnyRule } from '@octavo/contract/rules'
import type { UndoObstacle } from '@octavo/contract/undo-obstacles'

/**
 * The translations of the service's messages: by the names of rules (about inputs), reasons (of failed calls) and
 * remarks (of imports), and by codes for failures without a name. A text can have another form for a count of one;
 * the count of a rule is its limit.
 */
export interface ServiceTexts {
  readonly rules: Counted<AnyRule>
  readonly reasons: Counted<Reason>
  readonly remarks: Counted<Remark>
  readonly undoObstacles: Readonly<Record<UndoObstacle, string>>
  readonly codes: Readonly<Record<string, string>>
}

type Counted<Name extends string> = Readonly<Record<Name, string> & Partial<Record<`${Name}_one`, string>>>
