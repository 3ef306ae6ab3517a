import { dateFormats, type DateFormat, type PatternPiece } from '@octavo/contract/url-pattern'
import type { ReadContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { liveItemNamed } from './store.ts'

/** The item that visitors see at a path of the site; undefined without one. */
export async function liveItemAt(
  context: ReadContext,
  path: string,
): Promise<{ collection: CollectionModel; id: string } | undefined> {
  for (const collection of context.schema.collections.values()) {
    if (collection.address === null) continue
    const { slug, id } =
      shapeOf(collection.address.pieces, context.services.config.locales).exec(path)?.groups ?? {}
    const value = slug ?? id
    if (value === undefined) continue
    const column = slug === undefined ? 'id' : 'slug'
    const found = await liveItemNamed(context, collection, { column, value, path })
    if (found !== undefined) return { collection, id: found }
  }
  return undefined
}

/** The form of the paths of a pattern, without a slash at the end, with a group for the slug or the id. */
function shapeOf(pieces: readonly PatternPiece[], locales: readonly string[]): RegExp {
  const named = new Set<string>()
  const parts = pieces.map((piece) => {
    if (typeof piece === 'string') return piece.replaceAll('.', '\\.')
    const { name, format } = piece
    if (format !== null) return `\\d{${dateFormats[format as DateFormat].length}}`
    if (name === 'locale') return `(?:${locales.join('|')})`
    const shape = name === 'id' ? '[0-9A-Z]{26}' : '[^/]+'
    if (named.has(name)) return `\\k<${name}>`
    named.add(name)
    return `(?<${name}>${shape})`
  })
  return new RegExp(`^${parts.join('').replace(/\/$/, '')}$`, 'u')
}
