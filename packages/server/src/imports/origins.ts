import { createHash } from 'node:crypto'
import type { ExportItem } from './wxr/records.ts'

/** The name under which an item of an export is known for good: its guid, and the id that tells it from its copies. */
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
 * The form in which addresses of the old site are compared: without scheme, `www.`, fragment, and slash at the end;
 * percent signs read as far as they can be. Null for what is no address of the web.
 */
export function addressForm(text: string, base: string): string | null {
  const url = text === '' || text.startsWith('#') ? null : URL.parse(text, base === '' ? undefined : base)
  if (url === null) return null
  const { protocol, host, pathname, search } = url
  if (protocol !== 'http:' && protocol !== 'https:') return null
  const path = unescaped(pathname).replace(/\/+$/, '')
  return `${host.replace(/^www\./, '')}${path}${search}`.slice(0, 1000)
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Smaller forms of an image are named after it: `-300x200`, `-scaled`, `-e1612345678`. */
export function originalOf(address: string): string | null {
  const original = address.replace(/(-\d{1,5}x\d{1,5}|-scaled|-rotated)(?=\.[a-z0-9]{2,5}$)/i, '')
  return original === address ? null : original
}

/** The id that an address without a readable name holds: `?p=12`, `?page_id=12`, `?attachment_id=12`. */
export function idInAddress(text: string, base: string): string | null {
  // Most addresses ask for nothing.
  if (!text.includes('?')) return null
  const url = URL.parse(text, base === '' ? undefined : base)
  if (url === null || !isFrontPage(url, base)) return null
  const id =
    url.searchParams.get('p') ?? url.searchParams.get('page_id') ?? url.searchParams.get('attachment_id')
  return id !== null && /^\d{1,15}$/.test(id) ? id : null
}

/** Beside a blog there may be others on the same machine, whose ids are their own. */
function isFrontPage(url: URL, base: string): boolean {
  const front = URL.parse(base)
  if (front === null) return false
  const path = (one: URL): string => one.pathname.replace(/\/(index\.php)?$/, '')
  return url.host.replace(/^www\./, '') === front.host.replace(/^www\./, '') && path(url) === path(front)
}

/** The same page without what is asked of it: `?replytocom=7`, `?utm_source=…`. Null for the front page. */
export function withoutQuery(form: string): string | null {
  const at = form.indexOf('?')
  const page = at < 0 ? '' : form.slice(0, at)
  return page.includes('/') ? page : null
}
