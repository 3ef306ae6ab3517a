import { createHash } from 'node:crypto'
import type { ExportItem } from './wxr/records.ts'

/** The placeholder address for the site of a source that does not name its site. */
const unknownSite = /^https:\/\/[a-z0-9-]+\.invalid(?=\/|$)/

/** The readable form of an address of the old site: only the path if the site is unknown. */
export function shownAddress(address: string): string {
  return address.replace(unknownSite, '')
}

/**
 * The permanent name of an export item: its guid, and the id that distinguishes copies, as far as it has them. Without
 * both, it is identified by its content.
 */
export function originOf(site: string, item: ExportItem): string {
  if (item.guid !== '' && item.id !== '') return `${item.guid.slice(0, 500)} ${item.id}`
  if (item.guid !== '') return item.guid.slice(0, 500)
  if (item.id !== '') return `${site} ${item.type} ${item.id}`
  const { title, name, dates, content, type } = item
  const digest = createHash('sha256').update(
    JSON.stringify([title, name, dates.local, dates.published, content]),
  )
  return `${site} ${type} ${digest.digest('hex')}`
}

/**
 * The canonical form for comparing addresses of the old site: without scheme, `www.`, fragment and trailing slash, and
 * with valid percent-encoding decoded. Null if it is no http address.
 */
export function addressForm(text: string, base: string): string | null {
  const url = text === '' || text.startsWith('#') ? null : URL.parse(text, base === '' ? undefined : base)
  if (url === null) return null
  const { protocol, host, pathname, search } = url
  if (protocol !== 'http:' && protocol !== 'https:') return null
  const path = unescaped(pathname).replace(/\/+$/, '')
  return `${host.replace(/^www\./, '')}${path}${search}`.slice(0, 1000)
}

/** A path without percent-encoding; unchanged if the encoding is not valid. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * The address of the original of a resized image, whose name has a suffix such as `-300x200`, `-scaled` or
 * `-e1612345678`; null for an address without one.
 */
export function originalOf(address: string): string | null {
  const original = address.replace(sizeSuffix, '')
  return original === address ? null : original
}

/** the suffix of a resized image */
const sizeSuffix = /(?:-\d{1,5}x\d{1,5}|-scaled|-rotated|-e\d{10,13})(?=\.[a-z0-9]{2,5}$)/i

/** Whether two addresses name the same file, in whatever size and at whatever host. */
export function isSameFile(one: string, other: string): boolean {
  const name = fileName(one)
  return name !== '' && name === fileName(other)
}

/** The name of the file at an address, without the suffixes of resized images, in lower case. */
function fileName(address: string): string {
  // An image can have several suffixes, such as `-scaled-300x200`.
  let name = unescaped(/[^/]*$/.exec(address.replace(/[?#].*$/s, ''))?.[0] ?? '').toLowerCase()
  while (sizeSuffix.test(name)) name = name.replace(sizeSuffix, '')
  return name
}

/** The id in an address without a slug: `?p=12`, `?page_id=12`, `?attachment_id=12`; null for another address. */
export function idInAddress(text: string, base: string): string | null {
  // Most addresses have no query.
  if (!text.includes('?')) return null
  const url = URL.parse(text, base === '' ? undefined : base)
  if (url === null || !isFrontPage(url, base)) return null
  const id =
    url.searchParams.get('p') ?? url.searchParams.get('page_id') ?? url.searchParams.get('attachment_id')
  return id !== null && /^\d{1,15}$/.test(id) ? id : null
}

/** Whether an address is that of the site's front page. Other blogs on the same host have their own ids. */
function isFrontPage(url: URL, base: string): boolean {
  const front = URL.parse(base)
  if (front === null) return false
  const path = (one: URL): string => one.pathname.replace(/\/(index\.php)?$/, '')
  return url.host.replace(/^www\./, '') === front.host.replace(/^www\./, '') && path(url) === path(front)
}

/**
 * The address without its query, such as `?replytocom=7` or `?utm_source=…`. Null for an address without one, and for
 * the front page.
 */
export function withoutQuery(form: string): string | null {
  const at = form.indexOf('?')
  const page = at < 0 ? '' : form.slice(0, at)
  return page.includes('/') ? page : null
}
