import type { ImportOptions } from '@octavo/contract/operations/imports'
import type { Analyzed } from './export-stats.ts'

/** The phases of a run, in their order. */
export type Phase = 'schema' | 'planning' | 'terms' | 'media' | 'items' | 'parents' | 'comments' | 'menus'

/** What a run of an export contains, as far as the time of its phases depends on it. */
interface Work {
  readonly options: Pick<ImportOptions, 'dryRun' | 'includeComments'>
  readonly analyzed: Pick<Analyzed, 'comments'>
  readonly hasMedia: boolean
}

/**
 * The share of each phase in the whole work, in percent, as an estimate. A phase that a run skips has none, so that the
 * percentage does not jump where it would be; the items have what the others leave.
 */
export function sharesOf({ options, analyzed, hasMedia }: Work): Record<Phase, number> {
  const { dryRun, includeComments } = options
  const commentsWhereImported = includeComments ? 20 : 2
  const others = {
    schema: dryRun ? 0 : 1,
    planning: hasMedia ? 5 : 15,
    terms: 2,
    media: hasMedia ? 45 : 0,
    parents: dryRun ? 0 : 1,
    comments: analyzed.comments === 0 ? 0 : commentsWhereImported,
    menus: 1,
  }
  const sum = Object.values(others).reduce((total, share) => total + share, 0)
  return { ...others, items: 100 - sum }
}
