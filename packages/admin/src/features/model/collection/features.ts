import type { Feature } from '@octavo/contract/operations/schema'

/** What a collection can do, in the order in which it is explained. */
export const features = [
  'drafts',
  'revisions',
  'scheduling',
  'search',
  'preview',
] as const satisfies readonly Feature[]
