import { type Block, cleanAddress, encodedBlanks } from './block.ts'

/** limit of characters of HTML that is examined; longer HTML counts as having leftovers */
const maxLength = 200_000

/**
 * Whether HTML contains words or addresses that are missing in its blocks. It compares with the blocks as JSON,
 * wherever in them the word is: a quick test that finds what a conversion has dropped.
 */
export function hasLeftover(html: string, blocks: readonly Block[]): boolean {
  if (html.length > maxLength) return true
  const json = JSON.stringify(blocks)
  const texts = [html.replace(nonText, ' '), ...valuesIn(html, alternativeText)]
  const words = texts.flatMap((text) => text.replace(entity, ' ').match(word) ?? [])
  if (words.some((one) => !json.includes(one))) return true
  const addresses = valuesIn(html, addressAttribute).map((value) => value.trim())
  return addresses.some((address) => isAddress(address) && !json.includes(storedAddress(address)))
}

/** comments, elements without text for readers, and tags */
const nonText = /<!--[^]*?-->|<(script|style)\b[^]*?<\/\1\s*>|<[^>]*>/gi
/** Entities are not compared: JSON has their characters. */
const entity = /&[#\w]+;/g
/** a word of two or more letters or digits; a single one would be found anywhere */
const word = /[\p{L}\p{N}]{2,}/gu

/** the alternative text of a picture, which blocks keep, unlike most attributes */
const alternativeText = /\salt\s{0,10}=\s{0,10}(?:"([^"]+)"|'([^']+)')/gi
const addressAttribute = /\s(?:href|src|poster)\s{0,10}=\s{0,10}(?:"([^"]+)"|'([^']+)')/gi

/** The values of attributes in HTML; `pattern` finds them in double or single quotation marks. */
function valuesIn(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, double, single]) => double ?? single ?? '')
}

/**
 * Whether an address must be found in the blocks: one of the web or the site, or a picture in a `data:` address, unless
 * it is so small that it is a placeholder.
 */
function isAddress(address: string): boolean {
  return (
    /^(?:https?:|\/|mailto:|tel:)/i.test(address) ||
    (/^data:/i.test(address) && address.length > maxPlaceholderLength)
  )
}

/** limit in bytes of a placeholder picture in a data address, in whose place a script loads the real one */
const maxPlaceholderLength = 300

/** An address of HTML in the form that it has in the JSON of blocks. */
function storedAddress(address: string): string {
  const plain = address.replaceAll('&amp;', '&').replaceAll('&#038;', '&').replaceAll('&quot;', '"')
  return JSON.stringify(encodedBlanks(cleanAddress(plain))).slice(1, -1)
}
