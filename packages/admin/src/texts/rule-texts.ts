import type { Reason } from '@octavo/contract/reasons'
import type { Remark } from '@octavo/contract/remarks'
import type { AnyRule } from '@octavo/contract/rules'
import type { UndoObstacle } from '@octavo/contract/undo-obstacles'

/**
 * What the service says of an input, of a call that fails and of an import, in another language than its own: by the
 * names of rules, of reasons and of remarks, and by codes for failures that have no name. A text may have another form
 * for a count of one.
 */
export interface ServiceTexts {
  readonly rules: Readonly<Record<AnyRule, string>>
  readonly reasons: Counted<Reason>
  readonly remarks: Counted<Remark>
  readonly undoObstacles: Readonly<Record<UndoObstacle, string>>
  readonly codes: Readonly<Record<string, string>>
}

type Counted<Name extends string> = Readonly<Record<Name, string> & Partial<Record<`${Name}_one`, string>>>
