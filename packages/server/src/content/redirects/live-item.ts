import { dateFormats, type DateFormat } from '@octavo/contract/url-pattern'
import type { ReadContext } from '../../core/context.ts'
import type { AddressModel } from '../../core/model/address.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { liveItemNamed } from './store.ts'

interface Found {
  readonly collection: CollectionModel
  readonly id: string
}

/** The item that visitors see at a path of the site; undefined without one. */
export function liveItemAt(context: ReadContext, path: string): Promise<Found | undefined> {
  return itemAt(context, path, ({ address }) => (address === null ? [] : [address]))
}

/** The item that had the path under a former URL pattern of its collection. */
export function formerItemAt(context: ReadContext, path: string): Promise<Found | undefined> {
  return itemAt(context, path, ({ formerAddresses }) => formerAddresses)
}

async function itemAt(
  context: ReadContext,
  path: string,
  addressesOf: (collection: CollectionModel) => readonly AddressModel[],
): Promise<Found | undefined> {
  for (const collection of context.schema.collections.values()) {
    for (const address of addressesOf(collection)) {
      const { slug, id } = shapeOf(address, context.services.config.locales).exec(path)?.groups ?? {}
      const value = slug ?? id
      if (value === undefined) continue
      const column = slug === undefined ? 'id' : 'slug'
      const found = await liveItemNamed(context, { collection, address }, { column, value, path })
      if (found !== undefined) return { collection, id: found }
    }
  }
  return undefined
}

/** shapes by pattern alone, because the locales of a process do not change */
const shapes = new WeakMap<AddressModel, RegExp>()

/** A regular expression for the paths of a pattern, without a trailing slash, with a group for the slug or the id. */
function shapeOf(address: AddressModel, locales: readonly string[]): RegExp {
  const known = shapes.get(address)
  if (known !== undefined) return known
  const named = new Set<string>()
  const parts = address.pieces.map((piece) => {
    // Of the characters that a pattern can have, only the full stop means something in a regular expression.
    if (typeof piece === 'string') return piece.replaceAll('.', '\\.')
    const { name, format } = piece
    if (format !== null) return `\\d{${dateFormats[format as DateFormat].length}}`
    if (name === 'locale') return `(?:${locales.join('|')})`
    const shape = name === 'id' ? '[0-9A-Z]{26}' : '[^/]+'
    if (named.has(name)) return `\\k<${name}>`
    named.add(name)
    return `(?<${name}>${shape})`
  })
  const shape = new RegExp(`^${parts.join('').replace(/\/$/, '')}$`, 'u')
  shapes.set(address, shape)
  return shape
}
