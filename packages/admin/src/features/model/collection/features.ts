import type { Feature } from '@octavo/contract/operations/schema'

/** The features of a collection, in the order of the form. */
export const features = [
  'drafts',
  'revisions',
  'scheduling',
  'search',
  'preview',
] as const satisfies readonly Feature[]
