import { limits } from '@octavo/contract/limits'
import { remark } from './messages.ts'
import type { Note } from './prepare.ts'

interface References {
  /** slug of the field */
  readonly field: string
  /** the ids of different items; at least one */
  readonly ids: readonly string[]
  readonly isList: boolean
}

/** The value of a reference field. Adds a note if there are more references than the field can have. */
export function referenceValue({ field, ids, isList }: References, notes: Note[]): unknown {
  const most = isList ? limits.references : 1
  const count = ids.length - most
  if (count > 0) notes.push(remark('referencesLeftOut', { field, count, most }))
  return isList ? ids.slice(0, most) : ids[0]
}
