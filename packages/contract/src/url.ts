/** Schemes that a link of an editor may have; all others (`javascript:`, `data:`, …) could run in a visitor's page. */
const schemes = ['http', 'https', 'mailto', 'tel']

export const safeUrlForms = `${schemes.join(', ')}, a path of this site (/…) or a place on the page (#…)`

/** `URL` of browsers and Node; these sources have no types for it. Pages load this file, so it must not use Zod. */
declare const URL: { canParse: (url: string) => boolean }

/**
 * Whether a page may link to an address. Some sites put addresses into HTML without escaping them, so an address must
 * also be safe after decoding HTML entities.
 */
export function isSafeUrl(url: string): boolean {
  return isSafeDecoded(url, isSafe)
}

function isSafeDecoded(url: string, isAllowed: (url: string) => boolean): boolean {
  if (!isAllowed(url)) return false
  const decoded = withoutEntities(url)
  return decoded === url || isAllowed(decoded)
}

/**
 * Browsers drop control characters and blanks before they read an address, and take `\` for `/`. None of these may be
 * in it, or `java\nscript:` and `/\host` would be accepted.
 */
function isSafe(url: string): boolean {
  if (!hasCharacters(url)) return false
  if (url.startsWith('#')) return true
  if (url.startsWith('/')) return !url.startsWith('//')
  const scheme = /^([a-z][a-z0-9+.-]*):(.+)$/i.exec(url)
  const name = scheme?.[1]?.toLowerCase() ?? ''
  if (!schemes.includes(name)) return false
  // `http:host` and `http:/host` mean different things to different readers.
  return !name.startsWith('http') || (/^https?:\/\/[^/?#]/i.test(url) && URL.canParse(url))
}

/** Characters that change the meaning of an address and can be written as HTML entities. */
const namedCharacters: Readonly<Record<string, string>> = {
  colon: ':',
  tab: '\t',
  newline: '\n',
  sol: '/',
  bsol: '\\',
}

/**
 * Whether rich text may hold an address: a safe one, or one that is relative to the page. An empty one leads nowhere.
 */
export function isSafeLink(address: string): boolean {
  return isSafeDecoded(address, isSafeOrRelative)
}

function isSafeOrRelative(address: string): boolean {
  const isRelative = /^[^:/?#]*($|[/?#])/.test(address) && !address.startsWith('//')
  return isRelative ? hasCharacters(address) : isSafe(address)
}

/**
 * Whether all characters may be in an address. The first test is quick, and most addresses pass it: visible ASCII
 * without the backslash.
 */
function hasCharacters(url: string): boolean {
  return /^[!-[\]-~]*$/.test(url) || !/[\p{Cc}\p{Cf}\p{Z}\\]/u.test(url)
}

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text
    .replace(/&#(?:x([0-9a-f]+)|([0-9]+));?/gi, (_, hex?: string, decimal?: string) =>
      characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(
      /&(colon|tab|newline|sol|bsol);/gi,
      (_, name: string) => namedCharacters[name.toLowerCase()] ?? '',
    )
}

/** The character of a code of an HTML entity; empty beyond the last code point of Unicode. */
function characterOf(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}

/**
 * The keys of blocks that contain addresses: `href`, `url`, `link`, `poster`, `imageUrl`, `button_link`, `xlink:href`,
 * `buttonurl` and the like, but not words such as `curl`.
 */
const linkKey =
  /^(?:href|src|url|uri|link|poster|form[_-]?action)$|[_:-](?:href|src|url|uri|link)$|[a-z\d]{2}(?:href|url)$/i
const compoundLinkKey = /[a-z\d](?:Href|HREF|Src|SRC|Url|URL|Uri|URI|Link|LINK)$/

export interface FoundLink {
  /** the keys that lead to it */
  readonly path: readonly string[]
  readonly address: string
}

/**
 * The unsafe addresses in rich text, at any depth; at most `most` of them. The texts in a list are addresses where the
 * key of the list is that of an address. `isAllowed` accepts further ones, such as those that were stored before.
 */
export function unsafeLinks(
  richText: unknown,
  { most, isAllowed = () => false }: { most: number; isAllowed?: (address: string) => boolean },
): FoundLink[] {
  const found: FoundLink[] = []
  const path: (string | number)[] = []
  const walk = (value: unknown, isAddress: boolean): void => {
    if (found.length >= most) return
    if (typeof value === 'string') {
      if (isAddress && !isSafeLink(value) && !isAllowed(value))
        found.push({ path: path.map(String), address: value })
    } else if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value)
      for (const key of isList ? value.keys() : Object.keys(value)) {
        path.push(key)
        walk((value as Record<string, unknown>)[key], typeof key === 'number' ? isAddress : isLinkKey(key))
        path.pop()
      }
    }
  }
  walk(richText, false)
  return found
}

/**
 * Cache: key of a block → whether it contains an address. Only short keys are cached; rich text has few different ones.
 */
const cachedKeys = new Map<string, boolean>()
/** entries of the cache */
const mostCachedKeys = 500
/** characters of a cached key */
const longestCachedKey = 40

/** Whether a key of a block has an address. */
export function isLinkKey(key: string): boolean {
  let hasAddress = cachedKeys.get(key)
  if (hasAddress === undefined) {
    hasAddress = linkKey.test(key) || compoundLinkKey.test(key)
    if (cachedKeys.size < mostCachedKeys && key.length <= longestCachedKey) cachedKeys.set(key, hasAddress)
  }
  return hasAddress
}
