import type { ReadContext } from '../../core/context.ts'
import { visibleCondition } from '../../core/model/system-columns.ts'
import { sourceTypes } from '../links/links.ts'

const siteParts = Object.values(sourceTypes)
  .map((type) => `'${type}'`)
  .join(', ')

/**
 * The condition that something live that the caller sees refers to the media item `m`: a published item of a collection
 * with references, or a part of the site.
 */
export function isUsedLive({
  schema: { collections },
  caller,
}: Pick<ReadContext, 'schema' | 'caller'>): string {
  const sources = [...collections.values()].flatMap(({ slug, rows, fields }) =>
    fields.some(({ type }) => type.linksBy !== null)
      ? [
          `(l.source_type = '${slug}' AND EXISTS (SELECT 1 FROM ${rows} c WHERE c.id = l.source AND ${visibleCondition}))`,
        ]
      : [],
  )
  // Visitors without a token see no sections, widgets and menu items.
  const parts = caller.isVisitor === true ? ['1 = 0'] : [`l.source_type IN (${siteParts})`]
  return `EXISTS (
    SELECT 1 FROM links l
     WHERE l.target IN (m.id, m.storage_key) AND l.is_live = 1
       AND (${[...parts, ...sources].join(' OR ')}))`
}
