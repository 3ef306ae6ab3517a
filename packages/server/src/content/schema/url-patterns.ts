import { urlPatternFault } from '@octavo/contract/url-pattern'
import type { Collection } from '@octavo/contract/operations/schema'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { invalid } from '../../platform/errors.ts'
import { schemaError } from './rules.ts'

/** Refuses an invalid pattern of addresses, or one with names that items do not have. */
export function refuseUnfitPattern(
  { urlPattern }: Pick<Collection, 'urlPattern'>,
  fields: readonly FieldModel[],
): void {
  if (urlPattern === undefined) return
  const dates = fields.filter(({ type }) => type.comparedAs === 'time').map(({ slug }) => slug)
  const fault = urlPatternFault(urlPattern, dates)
  if (fault !== null) throw invalid([{ path: 'urlPattern', ...fault }])
}

/** Refuses to delete a field, or to change its type, while the URL pattern of the collection uses its date. */
export function refuseLostDate(
  { address, slug: collection, definition }: CollectionModel,
  { slug }: FieldModel,
): void {
  const isNamed = address?.pieces.some((piece) => typeof piece !== 'string' && piece.name === slug)
  if (isNamed === true)
    throw schemaError('inUrlPattern', { field: slug, collection, pattern: definition.urlPattern ?? '' })
}
