import { type Address, type Block, keyOf, type AttachedFiles, type Part, type Target } from './block.ts'
import { emptyFile } from './media-blocks.ts'

/** an address in HTML, with what precedes it */
export const addressInHtml = /(\s(?:src|href|poster)\s{0,10}=\s{0,10}["']?)([^\s"'<>]+)/gi

/** Replaces an address in blocks by its target. */
export function putTarget({ place }: Address, target: Target): void {
  const { part } = place
  switch (place.kind) {
    case 'link':
      part[place.name] = addressAt(target, place.address)
      // Beside the address, a reference keeps leading to the item when its address changes.
      if (target.kind === 'item' && !place.isAddressOnly)
        part['reference'] = { collection: target.collection, id: target.id }
      return
    case 'file':
      return putFile(part, target)
    case 'poster':
      if (target.kind === 'media') part['poster'] = target.url
      return
    case 'section':
      if (target.kind !== 'item') return
      part['slug'] = target.path
      delete part['sourceId']
      return
    case 'picture':
      return putPicture(part, target)
    case 'html': {
      const { name, address } = place
      const newAddress = pathAt(target, address)
      part[name] = String(part[name]).replace(addressInHtml, (whole, prefix: string, one: string) =>
        one === address ? prefix + newAddress : whole,
      )
    }
  }
}

/** Adds a file to a list of all files that are attached to an item. */
export function addAttachedFile({ media, files, keys }: AttachedFiles, target: Target): void {
  const file: Block = emptyFile(media, keyOf(keys))
  putFile(file, target)
  files.push(file)
}

/** The address of a target, with the fragment of the old address. */
function addressAt(target: Target, old: string): string {
  if (target.kind === 'media') return target.url
  const hash = old.indexOf('#')
  return hash < 0 ? target.path : target.path + old.slice(hash)
}

/** The address of a target within HTML: imported files without the base address, which can change. */
function pathAt(target: Target, given: string): string {
  const address = addressAt(target, given)
  const url = target.kind === 'media' && target.id !== null ? URL.parse(address) : null
  return url === null ? address : url.pathname
}

/**
 * Sets the target of a file or image from HTML. If the file was not imported (its id is null), the block keeps its old
 * address. A text and size that the HTML had take precedence.
 */
function putFile(block: Part, target: Target): void {
  if (target.kind !== 'media') return
  if (target.id !== null) block['id'] = target.id
  block['url'] = target.url
  delete block['sourceId']
  if (block['_type'] !== 'image') return
  if (target.alt !== null && block['alt'] === undefined) block['alt'] = target.alt
  if (target.width === null || target.height === null) return
  block['width'] ??= target.width
  block['height'] ??= target.height
}

/**
 * Sets the target of a picture from Markdown. It has `src` and no size as long as it is external; with a file of
 * the library it has the file's id, address and size, as the editor writes it. Markdown always has an alternative
 * text, which is empty if there is none.
 */
function putPicture(picture: Part, target: Target): void {
  if (target.kind !== 'media' || target.id === null) return
  delete picture['src']
  picture['id'] = target.id
  picture['url'] = target.url
  if (target.alt !== null && (picture['alt'] ?? '') === '') picture['alt'] = target.alt
  if (target.width === null || target.height === null) return
  picture['width'] = target.width
  picture['height'] = target.height
}
