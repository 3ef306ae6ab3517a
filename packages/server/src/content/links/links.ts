import { limits } from '@octavo/contract/limits'
import type { LinksBy } from '@octavo/contract/fields/field-type'
import type { WriteContext } from '../../core/context.ts'
import { invalidAt } from '../../platform/errors.ts'
import { type Link, type LinkSource, readLinks, writeLinks } from './store.ts'
import { targetsOf } from './targets.ts'

export { findReferrers, type Link, linkKey, readLinks, type Referrer, removeLinks } from './store.ts'
export { plainKey, targetsOf } from './targets.ts'

/** Source types outside of content. They begin with `_`, so they cannot equal the slug of a collection. */
export const sourceTypes = { section: '_section', widget: '_widget', menuItem: '_menu_item' } as const

/** Replaces the links of a source by `after`. `path` is the input path for issues. */
export async function replaceLinks(
  context: WriteContext,
  source: LinkSource,
  { before, after, path }: { before: readonly Link[]; after: readonly Link[]; path: string },
): Promise<void> {
  // A source from before the limit existed can still be changed, but must not gain links.
  if (after.length > limits.links && after.length > before.length) {
    throw invalidAt(path, `refers to ${after.length} items and files; at most ${limits.links} are possible`)
  }
  await writeLinks(context, source, { before, after })
}

/** A value that can contain references. */
export interface Linking {
  readonly field: string
  readonly value: unknown
  readonly linksBy: LinksBy
}

/** Updates the links of a part of the site, which has no drafts. */
export async function linkSitePart(
  context: WriteContext,
  source: LinkSource,
  values: readonly Linking[],
): Promise<void> {
  const before = await readLinks(context, source.id)
  const after = values.flatMap(({ field, value, linksBy }) =>
    targetsOf(value, linksBy).map((target) => ({ field, target, isLive: true, isLatest: true })),
  )
  await replaceLinks(context, source, { before, after, path: 'content' })
}
