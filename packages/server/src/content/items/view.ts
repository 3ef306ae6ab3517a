import { isAllowed } from '@octavo/contract/access'
import type { Caller } from '../../core/caller.ts'

/** `latest`: pending drafts replace the live values. `live`: what visitors see, published items only. */
export type View = 'latest' | 'live'

export function mayReadDrafts(caller: Caller): boolean {
  return isAllowed(caller, 'content.readDrafts')
}

/** The view for a caller: always the live one for callers who may not read drafts. */
export function viewFor(caller: Caller, asked: View | undefined): View {
  return mayReadDrafts(caller) ? (asked ?? 'latest') : 'live'
}
