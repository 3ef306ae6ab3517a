import { hint } from '@octavo/contract/nearest'
import { invalid } from '../../platform/errors.ts'
import type { CollectionModel, Schema } from './model.ts'

/** The collections of these slugs, by slug; VALIDATION_ERROR names those that do not exist. */
export function knownCollections(
  { schema }: { readonly schema: Schema },
  slugs: readonly string[],
): CollectionModel[] {
  const known = [...schema.collections.keys()]
  const issues = slugs.flatMap((slug, index) =>
    schema.collections.has(slug)
      ? []
      : [{ path: `collections.${index}`, message: `there is no collection "${slug}"${hint(slug, known)}` }],
  )
  if (issues.length > 0) throw invalid(issues)
  return [...schema.collections.values()].filter(({ slug }) => slugs.includes(slug))
}
