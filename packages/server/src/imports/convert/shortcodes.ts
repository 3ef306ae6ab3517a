import { embedShortcodes, isEmbedShortcode } from './embed-shortcodes.ts'
import { isProgramShortcode, languageOfShortcode, programShortcodes } from './program-shortcodes.ts'

/**
 * Shortcodes with an equivalent; each becomes an element that the HTML conversion recognises. All can have content
 * and a closing `[/name]`.
 */
const supported = new Set([
  'caption',
  'wp_caption',
  'gallery',
  'embed',
  'audio',
  'video',
  'playlist',
  ...programShortcodes,
  ...embedShortcodes,
])

/** those that are meaningless without content */
const needContent = new Set(['caption', 'wp_caption', 'embed', ...programShortcodes])

/** the element for a shortcode */
export const shortcodeTag = 'octavo-shortcode'

// These patterns are sticky (`y`): they match at `lastIndex` only.
/** elements whose content is text to be shown or run as it is, in which brackets are no shortcodes */
const raw = /<(pre|code|script|style|textarea)\b/iy
/** a shortcode without its content and end, such as `[gallery ids="1,2"]` or `[youtube=…]`: name and attributes */
const opening = /\[([a-z][\w-]*)((?:[\s=][^[\]<>]*)?)\]/iy

/** Whether a text is nothing but a shortcode of any name, or its closing part. */
export function isShortcode(text: string): boolean {
  return /^\[\/?[a-z][\w-]*(\s[^[\]]*)?\]$/i.test(text)
}

/**
 * Replaces known shortcodes of classic content by elements, except within code, tags and double brackets. Linear time:
 * a text that was not found is not searched again.
 */
export function withShortcodes(html: string): string {
  if (!html.includes('[')) return html
  const search = searcher(html)
  const parts: string[] = []
  let at = 0
  /** the position up to which `parts` has the text */
  let copiedTo = 0
  /** Adds the text since the last replacement, then a replacement; continues at `next`. */
  const emit = (until: number, replacement: string, next: number): void => {
    parts.push(html.slice(copiedTo, until), replacement)
    copiedTo = next
    at = next
  }
  for (;;) {
    at = nextOf(html, at)
    if (at < 0) break
    if (html[at] === '<') {
      at = endOfTag(html, at, search)
      continue
    }
    opening.lastIndex = at
    const match = opening.exec(html)
    const name = match?.[1]?.toLowerCase() ?? ''
    if (match === null || !supported.has(name)) {
      at++
      continue
    }
    const end = at + match[0].length
    // Double brackets show a shortcode as text.
    if (html[at - 1] === '[' && html[end] === ']') {
      emit(at - 1, match[0], end + 1)
      continue
    }
    const close = closeOf(html, match[1] ?? '', end, search)
    const isNameAlone = close < 0 && (match[2] ?? '').trim() === ''
    // A name alone is a word in brackets if the shortcode needs content, or if it is at the end of the text of a link:
    // `<a href="…">[gallery]</a>`.
    const isWord = isNameAlone && (needContent.has(name) || html.startsWith('</a>', end))
    // Names of languages are also the names of fields in forms, so without a closing tag they are no shortcodes.
    const isFieldName = close < 0 && languageOfShortcode(name) !== null
    if (isWord || isFieldName) {
      at = end
      continue
    }
    const inner = close < 0 ? '' : html.slice(end, close)
    const next = close < 0 ? end : close + `[/${name}]`.length
    emit(at, elementOf(name, match[2] ?? '', inner), next)
  }
  parts.push(html.slice(copiedTo))
  return parts.join('')
}

/** limit of characters of the address in an embed shortcode */
const longestAddress = 2000

/**
 * The position of the closing tag of a shortcode; -1 without one. The content of an embed shortcode must be an
 * address, so that a later closing tag does not enclose ordinary text.
 */
function closeOf(html: string, name: string, from: number, search: Search): number {
  const close = nextClose(name, from, search)
  if (close < 0 || !isEmbedShortcode(name.toLowerCase())) return close
  const isAddress = close - from < longestAddress && /^[^\s<[\]]+$/.test(html.slice(from, close).trim())
  return isAddress ? close : -1
}

/** The position of the next closing tag; -1 without one, or if it belongs to another shortcode of the same name. */
function nextClose(name: string, from: number, search: Search): number {
  const close = search(`[/${name}]`, from)
  const others = [`[${name} `, `[${name}]`].map((text) => search(text, from))
  return others.some((other) => other >= 0 && other < close) ? -1 : close
}

/** The position of the next tag or shortcode; -1 if there is none. */
function nextOf(html: string, at: number): number {
  const special = /[<[]/g
  special.lastIndex = at
  return special.exec(html)?.index ?? -1
}

/** The end of a tag or, for elements whose text is not content, of the element. */
function endOfTag(html: string, at: number, search: Search): number {
  raw.lastIndex = at
  const name = raw.exec(html)?.[1]?.toLowerCase()
  const close = name === undefined ? -1 : search(`</${name}`, at)
  const end = search('>', Math.max(at, close))
  return end < 0 ? at + 1 : end + 1
}

type Search = (text: string, from: number) => number

/** A case-insensitive `indexOf` that does not repeat a search that found nothing. */
function searcher(html: string): Search {
  const lower = html.toLowerCase()
  const last = new Map<string, number>()
  return (text, from) => {
    const sought = text.toLowerCase()
    const before = last.get(sought)
    if (before !== undefined && (before === -1 || before >= from)) return before
    // Few letters change their length in lower case; then positions differ, and only the exact case is found.
    const found = lower.length === html.length ? lower.indexOf(sought, from) : html.indexOf(text, from)
    last.set(sought, found)
    return found
  }
}

/**
 * The element for a shortcode, with all that its conversion needs in attributes. `data-text` has the whole text of an
 * embed shortcode, which is kept if it names no page.
 */
function elementOf(name: string, attributes: string, inner: string): string {
  const json = JSON.stringify(shortcodeAttributes(attributes))
  const content = isProgramShortcode(name) && !isEncoded(inner) ? escaped(inner) : inner
  const shortcode = `[${name}${attributes}]${inner === '' ? '' : `${inner}[/${name}]`}`
  const text = isEmbedShortcode(name) ? ` data-text="${escaped(shortcode)}"` : ''
  return `<${shortcodeTag} data-name="${name}" data-attributes="${escaped(json)}"${text}>${content}</${shortcodeTag}>`
}

/** Whether program text is stored with entities, as most editors store it. */
function isEncoded(text: string): boolean {
  return !/[<>]/.test(text) && /&(?:lt|gt|amp|quot|#\d{1,6}|#x[\da-f]{1,6});/i.test(text)
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Attributes as `name="value"`, `name='value'`, `name=value`, or values by position. */
function shortcodeAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  let count = 0
  for (const [, name, double, single, bare, unnamed] of text.matchAll(
    /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"?([^\s"]+)"?/g,
  )) {
    if (name === undefined) attributes[String(count++)] = unnamed ?? ''
    // An assignment to `__proto__` would replace the prototype.
    else if (name !== '__proto__') attributes[name.toLowerCase()] = double ?? single ?? bare ?? ''
  }
  return attributes
}
