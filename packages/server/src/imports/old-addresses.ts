import { remark, type Remarked } from './messages.ts'
import { shownAddress } from './origins.ts'
import type { ExportItem } from './wxr/records.ts'

/** limits of old addresses of one item, and of characters in one */
const maxAddresses = 100
const maxLength = 2000

/** An address that an item had before. */
export interface OldAddress {
  /** null for an old slug that cannot be put into the address of the item */
  readonly address: string | null
  /** what the export has: the old slug, or the old address */
  readonly name: string
}

/** The old addresses to report; further ones are counted in a note of the item. */
export function oldAddressesOf(item: ExportItem): OldAddress[] {
  return allOldAddresses(item).slice(0, maxAddresses)
}

/** A note on how many old addresses of an item are not reported. */
export function oldAddressNotes(item: ExportItem): Remarked[] {
  const more = allOldAddresses(item).length - maxAddresses
  return more > 0 ? [remark('detailsLost', { names: `${more} × old address` })] : []
}

/** The old addresses that follow from old slugs, then those that the export states, each once. */
function allOldAddresses(item: ExportItem): OldAddress[] {
  const { meta, name, link, oldAddresses = [] } = item
  const slugs = meta.flatMap(([key, value]) => (key === '_wp_old_slug' && value !== '' ? [value] : []))
  const bySlug = [...new Set(slugs)]
    .filter((slug) => slug !== name)
    .map((slug) => ({ address: addressWithSlug(item, slug), name: slug }))
  const named = [...new Set(oldAddresses)]
    .filter((address) => address !== link)
    .map((address) => ({
      address: shownAddress(address).slice(0, maxLength),
      name: address.slice(0, maxLength),
    }))
  return [...bySlug, ...named]
}

/** The address of an item with an old slug in place of its slug; null if the address does not have its slug. */
function addressWithSlug({ link, name }: ExportItem, slug: string): string | null {
  const url = name === '' ? null : URL.parse(link)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const parts = url.pathname.split('/')
  const at = parts.findLastIndex((part) => part !== '')
  // The slug and the address can be percent-encoded in different case, or only one of them can be encoded.
  if (parts[at]?.toLowerCase() !== name.toLowerCase() && parts[at] !== encodeURIComponent(name)) return null
  url.pathname = parts.with(at, slug.replace(/[/?#]/g, encodeURIComponent)).join('/')
  return url.href.slice(0, maxLength)
}
